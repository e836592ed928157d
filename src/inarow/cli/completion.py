"""Print the script that lets a shell complete inarow's commands, games, players and options.

examples:
  eval "$(inarow completion bash)"
  inarow completion zsh > ~/.zfunc/_inarow
  inarow completion fish > ~/.config/fish/completions/inarow.fish
"""

from __future__ import annotations

import argparse
import sys

from inarow._core import variants
from inarow.cli.main import COMMANDS, parser_for


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow completion`."""
    parser.add_argument("shell", choices=sorted(WRITERS))


def run(args: argparse.Namespace) -> int:
    """Print the script of the shell."""
    sys.stdout.write(WRITERS[args.shell](_words()))
    return 0


def _words() -> dict[str, list[str]]:
    """What can follow each command: its options and the names of games."""
    words = {}
    for command in COMMANDS:
        actions = parser_for(command)._actions if command != "completion" else []
        options = [
            option for action in actions for option in action.option_strings if option.startswith("--")
        ]
        choices = sorted(WRITERS) if command == "completion" else list(variants())
        words[command] = options + choices
    return words


def _bash(words: dict[str, list[str]]) -> str:
    cases = "\n".join(f'    {command}) words="{" ".join(found)}" ;;' for command, found in words.items())
    return f"""_inarow() {{
  local words="{" ".join(words)}"
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="{" ".join(words)}"
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _inarow inarow
"""


def _zsh(words: dict[str, list[str]]) -> str:
    cases = "\n".join(f"    {command}) compadd -- {' '.join(found)} ;;" for command, found in words.items())
    return f"""#compdef inarow
_inarow() {{
  if (( CURRENT == 2 )); then compadd -- {" ".join(words)}; return; fi
  case "${{words[2]}}" in
{cases}
  esac
  _files
}}
compdef _inarow inarow
"""


def _fish(words: dict[str, list[str]]) -> str:
    lines = []
    for command, found in words.items():
        lines.append(f"complete -c inarow -n __fish_use_subcommand -a {command} -d '{COMMANDS[command]}'")
        lines.append(f"complete -c inarow -n '__fish_seen_subcommand_from {command}' -a '{' '.join(found)}'")
    return "\n".join(lines) + "\n"


WRITERS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
