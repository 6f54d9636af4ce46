"""Mathematics as MathML, which browsers draw themselves: pages need no script and no network, as MathJax would."""

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)


def setup(app) -> dict:
    """Offer the renderer that ``html_math_renderer`` names."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(translator, node) -> None:
    translator.body.append(_markup(node, as_block=False))
    raise nodes.SkipNode


def _block(translator, node) -> None:
    translator.body.append(f'<div class="formula">{_markup(node, as_block=True)}</div>')
    raise nodes.SkipNode


def _markup(node, as_block: bool) -> str:
    """A formula's markup; one that cannot be read is a warning, and stands there as it was written."""
    try:
        return tex2mathml(node.astext(), as_block=as_block)
    except MathError as error:
        LOGGER.warning("formula %r: %s", node.astext(), error, location=node)
        return f"<code>{nodes.unescape(node.astext())}</code>"
