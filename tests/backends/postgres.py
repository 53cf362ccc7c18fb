"""A PostgreSQL server of our own for the time of the tests: in a temporary folder, reached by a socket file."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = 60
"""Longest time a command may take."""


def programs() -> Path | None:
    """The folder of PostgreSQL's server programs, if there is one."""
    for place in (*sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True), "/usr/pgsql/bin"):
        if Path(place, "initdb").exists():
            return Path(place)
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def absent() -> str | None:
    """Why no server can be started here, or None if one can."""
    if os.name != "posix":
        return "no PostgreSQL server here: its socket files need a POSIX system"
    if programs() is None:
        return "no PostgreSQL server here: initdb was not found. Debian's package is postgresql"
    return None


def _user() -> str | None:
    """Whom the server runs as: it refuses root."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody", "daemon") if name in names)


@contextmanager
def running() -> Iterator[str]:
    """A server; gives the URL of its database."""
    binaries = programs()
    assert binaries is not None
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    identity: dict[str, Any] = {}
    if user is not None:
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
        identity = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

    def run(program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(binaries / program), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=SECONDS,
            cwd=folder,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(folder)},
            **identity,
        )
        assert done.returncode == 0, f"{program}: {done.stderr}"

    data = folder / "data"
    settings = (
        f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c shared_buffers=16MB"
    )
    try:
        run("initdb", "-D", str(data), "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", settings, "start")
        try:
            yield f"postgresql+psycopg://tester@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
