"""Take the pictures of the report in the docs: the bundled examples on the embedded judge, in the system's Chromium.

    .venv/bin/python docs/make_report_images.py

The comparison is that of the examples with all their contexts against the same with the first context alone.
"""

from __future__ import annotations

import json
import logging
import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from ragas import EvaluationDataset, EvaluationResult, evaluate
from ragas.metrics.collections import ContextPrecision, ContextRecall, Faithfulness
from ragas.report.page import write_report

HERE = Path(__file__).parent
SAMPLES = HERE.parent / "examples" / "samples.jsonl"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
]
WIDTH, HEIGHT = 1200, 860
SHOWN_ROW = 12
COLOURS = 128
"""Enough for letters and lines; the pictures are a third of the size."""


def evaluated(name: str, contexts: int | None = None) -> EvaluationResult:
    """The examples with so many of their contexts, evaluated offline."""
    rows: list[dict[str, Any]] = [
        json.loads(line) for line in SAMPLES.read_text(encoding="utf-8").splitlines()
    ]
    for row in rows:
        row["retrieved_contexts"] = row["retrieved_contexts"][:contexts]
    metrics = [Faithfulness(), ContextPrecision(), ContextRecall()]
    dataset = EvaluationDataset.from_list(rows)
    return evaluate(dataset, metrics, llm="local", show_progress=False, experiment_name=name)


def take(page: Page, name: str, top: str | None = None) -> None:
    """A picture of what is on the screen, from the element `top` on."""
    page.wait_for_timeout(300)
    clip = {"x": 0.0, "y": 0.0, "width": float(WIDTH), "height": float(HEIGHT)}
    if top is not None:
        page.evaluate("top => document.querySelector(top).scrollIntoView()", top)
    file = HERE / "images" / f"report-{name}.png"
    with Image.open(BytesIO(page.screenshot(clip=clip))) as picture:
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"wrote docs/images/{file.name}, {file.stat().st_size // 1000} kB")


def main() -> None:
    """Take all pictures."""
    logging.getLogger("ragas").setLevel(logging.ERROR)  # the judge is named in the report
    after, before = evaluated("all contexts"), evaluated("first context only", 1)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        alone = write_report(after, Path(folder) / "alone.html", title="Sixty questions about six documents")
        both = write_report(after, Path(folder) / "both.html", title="More contexts", against=before)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, address, top in (
            ("headline", alone.as_uri(), None),
            ("row", f"{alone.as_uri()}#row-{SHOWN_ROW}", None),
            ("comparison", both.as_uri(), "#comparison"),
        ):
            page.goto("about:blank")
            page.goto(address)
            page.wait_for_selector("html[data-ready]", state="attached")
            take(page, name, top)
        browser.close()


if __name__ == "__main__":
    main()
