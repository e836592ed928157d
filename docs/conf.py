"""How Sphinx builds the documents."""

from inarow import __version__

project = "inarow"
author = "the authors of inarow"
project_copyright = f"2026, {author}"
release = version = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "inarow"
