"""The styles and scripts of the page, and the policy that lets these and nothing else run."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "assets"
STYLES = ("page.css", "row.css", "print.css")
CHARTS = "chartist/chartist.js"
CHARTS_NAME = "Chartist 1.5.0"
CHARTS_LICENCE = "chartist/LICENSE"
SCRIPTS = (
    CHARTS,
    "elements.js",
    "blocks.js",
    "texts.js",
    "table.js",
    "charts.js",
    "evidence.js",
    "row.js",
    "page.js",
)
SOURCE_MAP = re.compile(r"\s*//# sourceMappingURL=\S*\s*$")
"""The last line of a minified library: it would have a browser's tools look for a file that is not there."""


@dataclass(frozen=True)
class Assets:
    """What the page is made of besides its data."""

    styles: str
    charts: str
    scripts: tuple[str, ...]
    policy: str


@lru_cache(maxsize=1)
def assets() -> Assets:
    """The assets. The policy names each script by its hash and forbids every connection."""
    scripts = tuple(map(_script, SCRIPTS))
    hashes = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts)
    policy = (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; connect-src 'none'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )
    return Assets("\n".join(map(_read, STYLES)), CHARTS_NAME, scripts, policy)


def _script(name: str) -> str:
    """A script as it stands in the page; that of others has its licence before it."""
    text = SOURCE_MAP.sub("\n", _read(name))
    return f"/*! {CHARTS_NAME}, MIT License\n{_read(CHARTS_LICENCE)}*/\n{text}" if name == CHARTS else text


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
