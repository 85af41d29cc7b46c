"""How the tests of the command run it: in this process, on files of their own."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from iqlist.cli import main


class Result(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


def run(*arguments: object) -> Result:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    err = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            assert isinstance(ended.code, int)
            status = ended.code
        out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    return Result(status, out.buffer.getvalue().decode(), err.getvalue())


def diff(
    folder: Path, before: str | bytes, after: str | bytes, *options: object, suffix: str = "csv"
) -> Result:
    """Compares two texts by the column `id`, unless the options name another."""
    paths = folder / f"before.{suffix}", folder / f"after.{suffix}"
    for path, text in zip(paths, (before, after)):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    key = () if "--key" in options else ("--key", "id")
    return run("diff", *paths, *key, *options)
