"""A player whose file never ends to be imported."""

import time

while True:
    time.sleep(1)
