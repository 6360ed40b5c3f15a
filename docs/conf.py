"""The configuration of the documentation site (`make docs`). docs/explanation/documentation.md explains the tools."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))
os.environ["ALLABOARD_INTERPRETED"] = "1"  # plain functions instead of compiled ones: they keep their signatures

from pygments.lexers.special import TextLexer  # noqa: E402
from sphinx.highlighting import lexers  # noqa: E402

from allaboard import __version__  # noqa: E402

lexers["ftl"] = TextLexer()  # Pygments does not know Fluent
lexers["caddy"] = TextLexer()

project = "All Aboard"
author = "the All Aboard authors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["build", "generate", "records"]
html_extra_path: list[str] = []

myst_enable_extensions = ["colon_fence", "attrs_inline"]
myst_heading_anchors = 3

default_role = "code"  # docstrings use single backquotes
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "All Aboard"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_favicon = "../client/public/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#a4352b", "color-brand-content": "#a4352b"},
    "dark_css_variables": {"color-brand-primary": "#ee9487", "color-brand-content": "#ee9487"},
}
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
