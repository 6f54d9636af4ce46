"""What the config may say of one's own data set."""

from dataclasses import dataclass, fields

from manyclass.protocol.data.npz import DataError

OPENML = "openml:"
SCALES = ("standard", "norm", "none")


@dataclass(frozen=True)
class OwnData:
    """What the config says of one's own data set.

    Parameters
    ----------
    path : str
        A file, or ``openml:NAME``.
    valid_path, test_path : str, optional
        Files of the same kind that hold the other parts.
    x, y : str, optional
        Of .npz the keys, ``X`` and ``y`` where not said; ``X`` may be stored sparse, as X_data, X_indices,
        X_indptr and X_shape (or a file of ``scipy.sparse.save_npz`` with ``y`` added), and ``y`` may be an
        indicator matrix. Of a table ``y`` is the column of labels, ``y`` where not said, and ``x`` a list of
        the columns of features, all other columns where not said.
    x_valid, y_valid, x_test, y_test : str, optional
        Keys of the other parts in the same .npz.
    valid, test : float
        Share of the samples held out, class by class, for each part that the data do not give.
    split : str, optional
        Column of a table that says train, valid or test.
    text : str, optional
        Column of a table whose sentences become tf-idf features.
    svd : int, optional
        Number of dimensions to reduce the features to.
    scale : {"standard", "norm", "none"}, optional
        Where not said, ``standard`` for dense features and ``norm`` for sparse ones and text.
    group : str, optional
        Column of a table with the group of each class: a two-level class tree.
    tree : str, optional
        The same as a .csv file with columns class and group.
    version : int, optional
        Version of the OpenML set.
    """

    path: str
    valid_path: str | None = None
    test_path: str | None = None
    x: str | list | None = None
    y: str = "y"
    x_valid: str | None = None
    y_valid: str | None = None
    x_test: str | None = None
    y_test: str | None = None
    valid: float = 0.2
    test: float = 0.2
    split: str | None = None
    text: str | None = None
    svd: int | None = None
    scale: str | None = None
    group: str | None = None
    tree: str | None = None
    version: int | None = None

    @classmethod
    def parse(cls, name, entry) -> "OwnData":
        """Check an entry of the config.

        Raises
        ------
        DataError
            If an option is unknown, missing or out of range.
        """
        known = {field.name: field.type for field in fields(cls)}
        if unknown := sorted(set(entry) - set(known)):
            raise DataError(f"data set {name}: unknown option {unknown[0]!r}, choose from {', '.join(known)}")
        for option, value in entry.items():
            if not isinstance(value, known[option]):
                kind = getattr(known[option], "__name__", str(known[option]))
                raise DataError(f"data set {name}: {option} is {value!r}, it must be {kind}")
        if "path" not in entry:
            raise DataError(f"data set {name}: path is missing, it names a file or openml:NAME")
        options = cls(**entry)
        if min(options.valid, options.test) <= 0 or options.valid + options.test >= 1:
            raise DataError(f"data set {name}: valid and test are shares above 0, together below 1")
        if options.scale not in (None, *SCALES):
            raise DataError(f"data set {name}: scale is {options.scale!r}, choose from {', '.join(SCALES)}")
        if options.svd is not None and options.svd < 1:
            raise DataError(f"data set {name}: svd is {options.svd}, it must be 1 at least")
        return options
