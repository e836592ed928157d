"""The `inarow` command."""
