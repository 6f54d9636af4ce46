"""The summary of a document of which exhibits were kept from several runs: made of the kept statements and tests."""

from collections.abc import Sequence
from pathlib import Path

from threadpoolctl import threadpool_limits

from manyclass.exhibits import forest, registry
from manyclass.protocol import files
from manyclass.protocol.claims.tables import read_statements, read_tests
from manyclass.report import style, tables


@threadpool_limits.wrap(1)
def write(reference: Path, documents: Sequence[str], scale: str) -> None:
    """Write the tables and figures of these documents' summaries, as their exhibits would.

    Parameters
    ----------
    reference : Path
        The kept runs.
    documents : sequence of str
        Those without a summary are passed over.
    scale : str
        Of the runs.
    """
    statements, tests = read_statements(reference / "statements.csv"), read_tests(reference / "tests.csv")
    for document in documents:
        name = f"{document}/summary"
        if name not in registry.names():
            continue
        of_it = [each[each["document"] == document] for each in (statements, tests)]
        caption = registry.caption(name, {"scale": scale})
        with style.context():
            images = style.images(forest.drawn(*of_it))
        texts = [text.encode() for text in tables.texts(forest.listed(of_it[0]), caption)]
        for kind, endings, contents in (
            ("tables", registry.TABLE_ENDINGS, texts),
            ("figures", registry.FIGURE_ENDINGS, images),
        ):
            for ending, content in zip(endings, contents, strict=True):
                path = reference / kind / f"{name}.{ending}"
                if path.exists():  # not all endings are kept
                    with files.atomic(path) as part:
                        part.write_bytes(content)
