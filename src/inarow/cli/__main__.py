"""`python -m inarow.cli` is `inarow`."""

from inarow.cli.main import script

script()
