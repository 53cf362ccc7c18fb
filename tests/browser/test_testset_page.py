"""The page of a test set in a real Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragas.report.testset import write_testset_page
from ragas.schema.samples import SingleTurnSample
from ragas.testset import Testset, TestsetSample
from ragas.testset.testset import Evidence

FILLER = "The harbour has a wall. " * 300
EVIL = "</script><img src=x onerror=alert(1)>"


def _page(folder: Path) -> Path:
    contexts = [f"{FILLER}It opens at ten. {FILLER}It closes at six. {FILLER}", f"It opens at ten. {EVIL}"]
    evidence = [
        Evidence(
            statement=quote,
            quote=quote,
            context=0,
            start=contexts[0].index(quote),
            end=contexts[0].index(quote) + 16,
        )
        for quote in ("It opens at ten.", "It closes at six")
    ]
    sample = SingleTurnSample(
        user_input=f"When? {EVIL}", reference="From ten to six.", reference_contexts=contexts
    )
    one = TestsetSample(
        eval_sample=sample, synthesizer_name="s", documents=["w" * 300], evidence=evidence, id="q0001"
    )
    return write_testset_page(Testset([one, one]), folder / "page.html")


IN_VIEW = """(mark) => {
    const [box, at] = [mark.closest(".source").getBoundingClientRect(), mark.getBoundingClientRect()];
    return at.top >= box.top && at.bottom <= box.bottom;
}"""


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (380, "dark")])
def test_a_source_opens_at_its_marked_passage(browser: Any, tmp_path: Path, width: int, scheme: str) -> None:
    """Boxes are scrolled to the first marked passage and the page stays at its top; the keyboard reaches the next."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(_page(tmp_path).as_uri())
    first, second = page.locator("mark").nth(0), page.locator("mark").nth(1)
    assert first.evaluate(IN_VIEW)
    assert not second.evaluate(IN_VIEW)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button").first.press("Enter")
    assert second.evaluate(IN_VIEW)
    assert page.locator("img").count() == 0
    assert complaints == []
    context.close()


def test_without_scripts_everything_is_there(browser: Any, tmp_path: Path) -> None:
    """Where scripts are off, the texts are whole and no button is offered that does nothing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(_page(tmp_path).as_uri())
    assert page.locator("mark").count() == 4
    assert not page.locator("button").first.is_visible()
    context.close()
