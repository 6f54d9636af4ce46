"""Tables and sparse text that cannot be used, and options that do not fit them."""

from own_data import sample

N = len(sample()[0])


def csv(header="a,b,y", rows=None) -> str:
    return "\n".join([header, *(rows or [f"{i},{i % 7},c{i % 3}" for i in range(N)])]) + "\n"


def with_row(row, number=5) -> str:
    rows = [f"{i},{i % 7},c{i % 3}" for i in range(N)]
    rows[number] = row
    return csv(rows=rows)


def table_cases() -> dict:
    """Tables: their lines, columns and options."""
    texts = {
        "no rows": "a,b,y\n",
        "one row": "a,b,y\n1,2,x\n",
        "no label column": csv("a,b,c"),
        "twice the label": csv("a,y,y"),
        "twice a feature": csv("a,a,y"),
        "no name": csv(",b,y"),
        "one name too many": csv("a,b,c,y"),
        "one name too few": csv("a,y"),
        "a row too long": with_row("1,2,c0,4,5"),
        "a feature of text": with_row("one,2,c0"),
        "a feature missing": with_row(",2,c0"),
        "a feature NA": with_row("NA,2,c0"),
        "a feature nan": with_row("nan,2,c0"),
        "a feature inf": with_row("inf,2,c0"),
        "a feature -inf": with_row("-inf,2,c0"),
        "a feature 1e39": with_row("1e39,2,c0"),
        "a feature 1e400": with_row("1e400,2,c0"),
        "a feature true": with_row("true,2,c0"),
        "a feature of a date": with_row("2020-01-01,2,c0"),
        "a feature with a thousands' comma": with_row('"1,000",2,c0'),
        "a feature in hexadecimal": with_row("0xff,2,c0"),
        "a label missing": with_row("1,2,"),
        "a quote left open": with_row('1,2,"c0'),
        "one class": csv(rows=[f"{i},1,c" for i in range(N)]),
        "every row a class": csv(rows=[f"{i},1,c{i}" for i in range(N)]),
        "one sample of a class": with_row("1,2,alone"),
        "semicolons": csv().replace(",", ";"),
        "tabs": csv().replace(",", "\t"),
        "only labels": csv("y", [f"c{i % 3}" for i in range(N)]),
        "a null byte": with_row("1,\0,c0"),
        "lines of spaces": "   \n" * 9,
    }
    cases = {f"csv: {name}": ("mine.csv", text, {}) for name, text in texts.items()}
    options = {
        "y elsewhere": {"y": "label"},
        "y a near miss": {"y": "Y"},
        "x not there": {"x": ["a", "c"]},
        "x the label": {"x": ["a", "y"]},
        "x twice": {"x": ["a", "a"]},
        "x a name": {"x": "a"},
        "x of text": {"x": ["part"]},
        "x_test": {"x_test": "a", "y_test": "y"},
        "text not there": {"text": "words"},
        "text the label": {"text": "y"},
        "text without words": {"text": "empty"},
        "text the group": {"text": "part", "group": "part"},
        "text with x": {"text": "part", "x": ["a"]},
        "split not there": {"split": "fold"},
        "split the label": {"split": "y"},
        "split a number": {"split": "a"},
        "group not there": {"group": "kind"},
        "group not the classes'": {"group": "a"},
        "groups not there": {"groups": "who"},
        "groups each label": {"groups": "y"},
        "groups among x": {"groups": "a", "x": ["a", "b"]},
        "group and tree": {"group": "part", "tree": "tree.csv"},
        "svd too large": {"svd": 99, "x": ["a", "b"]},
        "svd of one feature": {"svd": 1, "x": ["a"]},
        "version": {"version": 1},
        "shares above one": {"valid": 0.5, "test": 0.5},
        "shares that leave nothing": {"valid": 0.001, "test": 0.001},
        "another file of another kind": {"test_path": "other.npz"},
        "another file not there": {"test_path": "gone.csv"},
        "another file without the columns": {"test_path": "tree.csv"},
        "a split and another file": {"test_path": "mine.csv", "split": "part"},
        "tree not there": {"tree": "gone.csv"},
        "tree of other classes": {"tree": "tree.csv"},
        "tree without its columns": {"tree": "mine.csv"},
        "tree no table": {"tree": "noise.bin"},
        "tree a folder": {"tree": "folder"},
    }
    whole = csv("a,b,y,part,empty", [f"{i},{i % 7},c{i % 3},train{i % 2},." for i in range(N)])
    entries = {name: entry if "text" in entry else {"x": ["a", "b"]} | entry for name, entry in options.items()}
    return cases | {f"csv with {name}": ("mine.csv", whole, entry) for name, entry in entries.items()}


def text_cases() -> dict:
    """Sparse text and WEKA's tables."""
    lines = "".join(f"{i % 3} 1:{i + 1} 3:0.5\n" for i in range(N))
    repository = f"{N} 4 3\n" + lines
    texts = {
        "a word": lines + "0 one:1\n",
        "a value of text": lines + "0 1:one\n",
        "an index of 0 after 1": lines + "0 3:1 0:1\n",
        "an index twice": lines + "0 2:1 2:1\n",
        "indices falling": lines + "0 3:1 1:1\n",
        "an index of 99999999999": lines + "0 99999999999:1\n",
        "an index below 0": lines + "0 -1:1\n",
        "nan": lines + "0 1:nan\n",
        "inf": lines + "0 1:inf\n",
        "1e39": lines + "0 1:1e39\n",
        "a label of text": lines + "cat 1:1\n",
        "a label of a fraction": lines + "0.5 1:1\n",
        "a label nan": lines + "nan 1:1\n",
        "a label missing": lines + " 1:1\n",
        "labels parted by semicolons": lines + "1;2 1:1\n",
        "one class": "1 1:1\n" * 9,
        "no features": "1\n2\n" * 9,
        "a comment alone": "# nothing here\n",
    }
    cases = {f"svm: {name}": ("mine.svm", text, {}) for name, text in texts.items()}
    counted = {
        "more samples than said": repository + "0 1:1\n",
        "fewer samples than said": repository[: repository.rindex("\n", 0, -1) + 1],
        "a feature beyond": repository.replace("3:0.5", "9:0.5"),
        "a label beyond": repository.replace("2 1:", "7 1:"),
        "counts of 10^18": f"{10**18 - 1} {10**18 - 1} 3\n" + lines,
        "counts alone": "120 4 3\n",
        "counts of zero": "0 0 0\n" + lines,
    }
    cases |= {f"repository: {name}": ("mine.txt", text, {}) for name, text in counted.items()}
    cases |= {
        f"svm with {name}": ("mine.svm", lines, {name: "a"}) for name in ("x", "text", "split", "group", "groups")
    }
    cases["svm standardised"] = ("mine.svm", lines, {"scale": "standard"})
    head = "@relation mine\n@attribute a numeric\n@attribute y {u,v}\n@data\n"
    arff = {
        "no data": head,
        "no attributes": "@relation mine\n@data\n1,2\n",
        "a value of text": head + "one,u\n" * 9,
        "a value missing": head + "?,u\n1,v\n" * 9,
        "a value too few": head + "1\n" * 9,
        "a class that is not declared": head + "1,w\n" * 9,
        "a label missing": head + "1,?\n2,u\n" * 9,
        "text attributes": head.replace("a numeric", "a string") + "'one',u\n" * 9,
        "dates": head.replace("a numeric", 'a date "yyyy"') + "2020,u\n2021,v\n" * 9,
        "an unknown type": head.replace("numeric", "imaginary") + "1,u\n" * 9,
    }
    return cases | {f"arff: {name}": ("mine.arff", text, {}) for name, text in arff.items()}
