"""Data sets of the package whose draws have causes, and with them sizes, of their own."""

from manyclass.datasets.base.design import DesignPoint
from manyclass.protocol.data.make import available, parameters

DESIGNS = [name for name in available() if isinstance(parameters(name, "smoke"), DesignPoint)]
