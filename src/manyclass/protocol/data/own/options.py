"""What the config may say of one's own data set."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from manyclass.protocol.errors import ConfigError, DataError
from manyclass.protocol.validation import Options, validated

OPENML = "openml:"
PARTS = ("valid", "test")  # that are held out of train, unless they are given
HELD_OUT = 0.2  # of the samples, for each part, where not said
Share = Annotated[float, Field(gt=0, lt=1)]
Count = Annotated[int, Field(ge=1, le=2**31 - 1)]
Text = Annotated[str, Field(min_length=1)]


class OwnData(Options):
    """What the config says of one's own data set.

    Parameters
    ----------
    path : str
        A file, a folder of .npy files, or ``openml:NAME``.
    valid_path, test_path : str, optional
        Files of the same kind that hold the other parts.
    x, y : str, optional
        Of .npz and of a folder the names of the arrays, ``X`` and ``y`` where not said; ``X`` may be stored sparse, as
        X_data, X_indices, X_indptr and X_shape (or a file of ``scipy.sparse.save_npz`` with ``y`` added), and ``y`` may
        be an indicator matrix. Of a table ``y`` is the column of labels, ``y`` where not said, and ``x`` a list of the
        columns of features, all other columns where not said.
    x_valid, y_valid, x_test, y_test : str, optional
        Names of the other parts' arrays in the same .npz or folder.
    valid, test : float, optional
        Share of the samples held out, class by class, for each part that the data do not give; a fifth where not said.
    split : str, optional
        Column of a table that says train, valid or test.
    text : str, optional
        Column of a table whose sentences become tf-idf features.
    svd : int, optional
        Number of dimensions to reduce the features to.
    scale : {"standard", "norm", "common", "none"}, optional
        Where not said, ``standard`` for dense features, ``common`` for those that ``svd`` has reduced, and ``norm`` for
        sparse ones and text; `manyclass.protocol.data.own.features.prepare` says what each does.
    group : str, optional
        Column of a table with the group of each class: a two-level class tree.
    tree : str, optional
        A class tree as a .csv file with columns class and group.
    groups : str, optional
        Column of a table, or array of an .npz or a folder, with the group of each sample, such as who spoke it: no
        group is in two parts, and the shares held out are of the groups.
    version : int, optional
        Version of the OpenML set.
    """

    path: Text
    valid_path: Text | None = None
    test_path: Text | None = None
    x: Text | Annotated[list[Text], Field(min_length=1)] | None = None
    y: Text | None = None
    x_valid: Text | None = None
    y_valid: Text | None = None
    x_test: Text | None = None
    y_test: Text | None = None
    valid: Share | None = None
    test: Share | None = None
    split: Text | None = None
    text: Text | None = None
    svd: Count | None = None
    scale: Literal["standard", "norm", "common", "none"] | None = None
    group: Text | None = None
    tree: Text | None = None
    groups: Text | None = None
    version: Count | None = None

    @model_validator(mode="after")
    def _together(self):
        """Check the options that depend on each other."""
        for part in PARTS:
            if (getattr(self, f"x_{part}") is None) != (getattr(self, f"y_{part}") is None):
                raise ConfigError(f"x_{part} and y_{part} belong together")
        if self.path == OPENML or (self.version is not None and not self.path.startswith(OPENML)):
            raise ConfigError("a set of OpenML is openml:NAME, and version is of such a set alone")
        if isinstance(self.x, list) and (twice := [name for name in self.x if self.x.count(name) > 1]):
            raise ConfigError(f"x names {twice[0]!r} more than once")
        if self.text and self.x:
            raise ConfigError("text is the only feature: leave out x")
        if self.group and self.tree:
            raise ConfigError("group and tree both say which groups the classes are in: give one")
        if not self.split:  # of which the column says what is to be held out
            named = {part for part in PARTS if getattr(self, f"{part}_path") or getattr(self, f"x_{part}")}
            self.check_shares(named)
        return self

    def check_shares(self, given) -> None:
        """Refuse shares that leave nothing to train on, of the parts but those that are ``given``.

        Raises
        ------
        ConfigError
            If both are held out, and are together 1 or more.
        """
        shares = [self.share(part) for part in PARTS if part not in given]
        if len(shares) > 1 and sum(shares) >= 1:
            raise ConfigError("valid and test are shares, together below 1, not {} and {}".format(*shares))

    @property
    def label(self) -> str:
        """Name of the column, or the array, of labels."""
        return self.y or "y"

    def share(self, part: str) -> float:
        """Share of the samples that is held out for a part."""
        return getattr(self, part) or HELD_OUT

    @classmethod
    def parse(cls, name, entry) -> "OwnData":
        """Check an entry of the config.

        Raises
        ------
        DataError
            If an option is unknown, missing or not valid.
        """
        try:
            return validated(cls, entry)
        except ConfigError as error:
            raise DataError(f"data set {name}: {error}") from None
