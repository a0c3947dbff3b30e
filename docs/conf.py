"""The documents as a site: the Markdown as it stands, each link checked; `make docs` builds it."""

from sphinx.application import Sphinx

project = "Sudoku by sets"
author = "the authors of Sudoku by sets"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md"]
myst_heading_anchors = 4
# All of its scripts are files and none of its styles stand in a page, so our strict policy holds for it.
html_theme = "alabaster"
html_theme_options = {
    "fixed_sidebar": True,
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
    "page_width": "70rem",
}
html_sidebars = {"**": ["about.html", "navigation.html"]}
html_title = project
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False

# The pages themselves say nothing of this, as they are read elsewhere too.
CONTENTS = {
    "README": """
```{toctree}
:hidden:
docs/first-hour
docs/shell
docs/formats
docs/api
docs/methods
docs/ladder
docs/sets
docs/rating
docs/terms
docs/operations
docs/upgrading
docs/sizing
docs/benchmarks
docs/security
docs/architecture
docs/where
docs/decisions/README
CONTRIBUTING
CODE_OF_CONDUCT
SECURITY
CHANGELOG
search
```
""",
    "CONTRIBUTING": """
```{toctree}
:hidden:
:glob:
docs/recipes/*
```
""",
    "docs/decisions/README": """
```{toctree}
:glob:
[0-9]*
```
""",
}


def add_contents(app: Sphinx, name: str, source: list[str]) -> None:
    """The table of contents of the site, after the text of the page that has one."""
    source[0] += CONTENTS.get(name, "")


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)
