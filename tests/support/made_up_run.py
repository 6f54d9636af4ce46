"""Files of statements and claims of two documents, and what a run makes of them."""

import numpy as np
from made_up_document import statement, write_yaml

from manyclass.protocol.claims import claim, collect, tables
from manyclass.protocol.claims.order import in_order

DRAWS = np.array([-0.02, 0.01, 0.0, 0.03, -0.01])


def files(folder):
    """Statements of two of the package's documents, as they never were, and claims on them; both lists of files."""
    said = [
        write_yaml(
            folder / "said" / "lecture" / "statements.yaml",
            [
                statement("order", says="A < B & “C”."),
                statement("size", requires=["order"], kind="empirical"),
                statement("sum", kind="mathematical"),
                statement("question", kind="ours"),
                statement("gone", untested="no such data"),
            ],
        ),
        write_yaml(folder / "said" / "lapin2015" / "statements.yaml", [statement("gain"), statement("tie")]),
    ]
    a, b = 3 + DRAWS, 2 + DRAWS[::-1]
    made = {
        "lecture/table1": [
            claim.greater(
                "order", "A, with a comma, is above B", b, a, on=("taxonomy",), printed="√2", printed_value=1
            ),
            claim.ratio("size", "twice", a, b, 2, np.inf, printed_value=2.5),
            claim.exact("sum", "1 + 1", True, "2"),
        ],
        "lecture/fig1": [claim.between("question", "about 3", a, 2, 4)],
        "lapin2015/table1": [
            *in_order("gain", "set", {"x": a, "y": b}, {"x": 2, "y": 1}),
            claim.between("gain", "too few", a[:2], 0, 1),
            claim.equivalent("tie", "alike", a, 3, 0.5, printed_value=0.0),
        ],
    }
    paths = []
    for name, claims in made.items():
        path = folder / "claims" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(claim.dumps(claims), encoding="utf-8")
        paths.append(path)
    return said, paths


def judged(folder):
    """The judgements of these files, by document."""
    return collect.judged(*files(folder))


def run(folder):
    """Tables of statements and of tests as a run leaves them, read again."""
    documents = judged(folder)
    tables.write(tables.statements_table(documents, "smoke"), folder / "statements.csv")
    tables.write(tables.tests_table(documents), folder / "tests.csv")
    return tables.read_statements(folder / "statements.csv"), tables.read_tests(folder / "tests.csv")
