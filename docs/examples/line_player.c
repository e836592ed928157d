/* A player of every game in our own line protocol, without a JSON library:
 *   cc -O2 -o line_player line_player.c
 *   inarow check 'process:./line_player protocol=jsonl'
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 18];

int main(void) {
    puts("{\"name\": \"first of the list, in C\"}");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        const char* legal = strstr(line, "\"legal\": [");
        if (!legal) continue; /* not a question */
        printf("{\"move\": %ld}\n", strtol(legal + strlen("\"legal\": ["), NULL, 10));
        fflush(stdout);
    }
    return 0;
}
