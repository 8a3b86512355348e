"""Configuration of Sphinx; ``python -m docs.site`` assembles the sources and starts it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mxnet._version import REMX_VERSION

from docs.site import names, operators

HERE = Path(__file__).parent

project = "remx"
copyright = "the remx contributors; Apache License 2.0"
version = release = REMX_VERSION
language = "en"
extensions = ["myst_nb", "sphinx_design"]
myst_enable_extensions = ["colon_fence", "attrs_inline"]
myst_heading_anchors = 4
nb_execution_timeout = 900
nb_execution_raise_on_error = True  # a program that fails fails the site
suppress_warnings = ["myst.header"]  # generated pages begin their sections where they need to

html_theme = "pydata_sphinx_theme"
html_title = "remx"
templates_path = [str(HERE / "templates")]
html_static_path = [str(HERE / "static")]
html_css_files = ["style.css"]
html_logo = str(HERE / "static" / "logo.svg")
html_favicon = html_logo
html_search_scorer = str(HERE / "scorer.js")
html_copy_source = False  # nor are the sources of notebooks searched
html_show_sourcelink = False
html_theme_options = {
    "logo": {"text": f"remx {REMX_VERSION}", "alt_text": "remx"},
    "navbar_align": "left",
    "header_links_before_dropdown": 8,
    "collapse_navigation": True,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
}
html_sidebars = {"index": [], "migration": [], "operators/*/*": ["namespace.html"]}  # the first two have no pages below
html_context = {"functions": operators.functions(), "default_mode": "auto"}  # of light and dark
pygments_style = "default"


def setup(app: Any) -> dict[str, bool]:
    """Let the search know the public names."""
    app.add_domain(names.Names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
