"""Pages that live outside docs/ become part of the site, so that their links work there and in the repository."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md", "benchmarks/*.md")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages; `examples/README.md` becomes `examples.md`."""
    for pattern in OUTSIDE:
        for path in sorted(ROOT.glob(pattern)):
            files.append(
                File.generated(config, in_site(path.relative_to(ROOT).as_posix()), abs_src_path=str(path))
            )
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links at where the pages are on the site."""
    depth = page.file.src_uri.count("/")
    from_docs = not page.file.generated_by
    up = "../" * depth

    def moved(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        if from_docs:
            inside = re.fullmatch(r"(?:\.\./)+((?:benchmarks|examples)/[\w./-]+\.md|[A-Z]+\.md)", target)
            return f"]({up}{in_site(inside[1])}{anchor})" if inside else match[0]
        inside = re.fullmatch(r"(?:\.\./)*docs/([\w./-]+)", target)
        return f"]({up}{inside[1]}{anchor})" if inside else match[0]

    return re.sub(r"\]\(([^)#\s]+)(#[^)\s]*)?\)", moved, markdown)


def in_site(path: str) -> str:
    """The path on the site of a page outside docs/."""
    return {
        "examples/README.md": "examples.md",
        "CHANGELOG.md": "changelog.md",
        "CONTRIBUTING.md": "contributing.md",
    }.get(path, path)
