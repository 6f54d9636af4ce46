"""The summary of a document of which exhibits were kept from several runs: made of the kept statements and tests."""

from collections.abc import Sequence
from pathlib import Path

from manyclass.exhibits import document_summary, registry
from manyclass.protocol import files
from manyclass.protocol.claims.tables import read_statements, read_tests
from manyclass.report import style, tables


def write(reference: Path, documents: Sequence[str], scale: str) -> None:
    """Write the tables and figures of these documents' summaries, as their exhibits would.

    Parameters
    ----------
    reference : Path
        The kept runs.
    documents : sequence of str
        Those without a summary, or of which nothing is kept, are passed over.
    scale : str
        Of the runs.
    """
    statements, tests = read_statements(reference / "statements.csv"), read_tests(reference / "tests.csv")
    for document in documents:
        name = f"{document}/summary"
        if name not in registry.names() or document not in set(statements["document"]):
            continue
        said, tested = (each[each["document"] == document] for each in (statements, tests))
        texts = tables.texts(document_summary.listed(said), registry.caption(name, {"scale": scale}))
        with style.context():
            images = style.images(document_summary.drawn(said, tested))
        made = registry.outputs(name, reference, reference / "figures")
        paths, contents = [*made["table"], *made["figure"]], [*map(str.encode, texts), *images]
        for path, content in zip(map(Path, paths), contents, strict=True):
            if path.exists():  # not all formats are kept
                with files.atomic(path) as part:
                    part.write_bytes(content)
