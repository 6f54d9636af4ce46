"""Memory-mappable .npz files: uncompressed, with every array on a 64-byte boundary of the file.

``np.load`` reads them as any other .npz. The padding sits in the extra field of each member's zip header, as
in Android's zipalign.
"""

import struct
import zipfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.lib import format as npy

ALIGNMENT = 64  # bytes; numpy pads its own header to a multiple of it
LOCAL_HEADER, ZIP64_FIELD = 30, 20  # bytes that zipfile writes before each member, names and padding aside
ALIGNMENT_FIELD = 0xD935  # zipalign's id of an extra field that is padding


class DataError(ValueError):
    """A data file or set that cannot be used, said in one line."""


class Writer:
    """Writes arrays into an open .npz, one after the other."""

    def __init__(self, file, archive):
        """Keep the open file and the zip archive over it."""
        self.file, self.archive = file, archive

    def add(self, name, array) -> None:
        """Write an array; names and text become Unicode arrays, objects are refused."""
        array = np.ascontiguousarray(array)
        self.stream(name, array.shape, array.dtype, [array])

    def stream(self, name, shape, dtype, blocks) -> None:
        """Write an array that comes in blocks of its first axis.

        Parameters
        ----------
        name : str
            Key of the array in the file.
        shape, dtype : tuple of int, dtype
            Of the whole array.
        blocks : iterable of ndarray
            The rows, in order, never more than one block of them in memory.
        """
        dtype = np.dtype(dtype)
        if dtype.hasobject:
            raise DataError(f"{name} holds Python objects: only numbers and text can be stored")
        with self.archive.open(self._header(name), "w", force_zip64=True) as member:
            npy.write_array_header_1_0(
                member, {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": tuple(shape)}
            )
            rows = 0
            for block in blocks:
                rows += len(block)
                member.write(np.ascontiguousarray(block, dtype).data if block.size else b"")
        if rows != shape[0]:
            raise ValueError(f"{name} has {shape[0]} rows, but its blocks have {rows}")

    def _header(self, name) -> zipfile.ZipInfo:
        """Header of a member whose array will start on a boundary."""
        info = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
        field = struct.calcsize("<HHH")
        start = self.file.tell() + LOCAL_HEADER + len(info.filename) + ZIP64_FIELD + field
        padding = -start % ALIGNMENT
        info.extra = struct.pack("<HHH", ALIGNMENT_FIELD, 2 + padding, ALIGNMENT) + bytes(padding)
        return info


@contextmanager
def writing(path):
    """Open a new .npz to write: yields a `Writer`."""
    with open(path, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        yield Writer(file, archive)


def open_arrays(path) -> dict[str, np.ndarray]:
    """Map every array of an uncompressed .npz into memory, copy-on-write.

    Pages are read when they are touched and shared between processes; writing to an array changes no file.

    Parameters
    ----------
    path : path
        A file as `writing` makes it.

    Returns
    -------
    dict of str to ndarray
        Arrays over the file by key, writeable and C-contiguous.

    Raises
    ------
    FileNotFoundError, PermissionError, IsADirectoryError
        If the file cannot be opened.
    DataError
        If it is empty, truncated, no .npz, compressed, or holds Python objects.
    """
    path = Path(path)
    size = path.stat().st_size
    if not size:
        raise DataError(f"{path} is empty: remove it and make it again")
    try:
        with open(path, "rb") as file, zipfile.ZipFile(file) as archive:
            return {
                member.filename.removesuffix(".npy"): _map(path, file, member, size) for member in archive.infolist()
            }
    except (zipfile.BadZipFile, struct.error, EOFError):
        raise DataError(f"{path} is truncated or no .npz file: remove it and make it again") from None


def _map(path, file, member, size) -> np.ndarray:
    if member.header_offset < 0:
        raise zipfile.BadZipFile
    if member.compress_type != zipfile.ZIP_STORED:
        raise DataError(f"{path}: {member.filename} is compressed and cannot be mapped")
    file.seek(member.header_offset)
    header = struct.unpack("<4s5H3I2H", file.read(LOCAL_HEADER))
    file.seek(member.header_offset + LOCAL_HEADER + header[-2] + header[-1])
    try:
        version = npy.read_magic(file)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, fortran, dtype = read(file)
    except ValueError:
        raise DataError(f"{path}: {member.filename} is no array") from None
    if dtype.hasobject:
        raise DataError(f"{path}: {member.filename} holds pickled Python objects, which are never loaded")
    start, count = file.tell(), int(np.prod(shape, dtype=np.int64))
    if start + count * dtype.itemsize > size:
        raise DataError(f"{path} is truncated: remove it and make it again")
    if not count:
        return np.empty(shape, dtype)
    return np.memmap(path, dtype, mode="c", offset=start, shape=shape, order="F" if fortran else "C")
