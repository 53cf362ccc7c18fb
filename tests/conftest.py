"""What all tests rely on: no configured provider, no network but the loopback, no deadline for generated cases."""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("shared-machine", deadline=None, max_examples=50)
settings.load_profile("shared-machine")

PROVIDER_VARIABLES = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "ANTHROPIC_API_KEY",
    "GOOGLE_API_KEY",
    "GEMINI_API_KEY",
)
RAGAS_VARIABLES = ("RAGAS_LLM", "RAGAS_EMBEDDINGS")
TERMINAL_VARIABLES = (
    "CI",
    "BUILD_NUMBER",
    "COLUMNS",
    "LINES",
    "FORCE_COLOR",
    "NO_COLOR",
    "PY_COLORS",
    "TTY_COMPATIBLE",
)
"""What pytest and rich read to decide how wide, how coloured and how short their output is."""

_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1


def pytest_configure() -> None:
    """Bring the loopback up where a sandbox without a network starts with it down; our test servers listen there."""
    if sys.platform != "linux":
        return
    with suppress(OSError, ImportError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        import fcntl

        request = struct.pack("16sh", b"lo", 0)
        flags = struct.unpack("16sh", fcntl.ioctl(control, _GET_FLAGS, request)[:18])[1]
        if not flags & _UP:
            fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sh", b"lo", flags | _UP))


@pytest.fixture(autouse=True)
def no_setting_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests choose their judge and their terminal; nothing in the environment of the machine does."""
    for name in (*PROVIDER_VARIABLES, *RAGAS_VARIABLES, *TERMINAL_VARIABLES):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def examples() -> Path:
    """The folder of example data."""
    return Path(__file__).parent.parent / "examples"
