"""The report in a real Chromium, the one of the system: `apt-get install chromium` on Debian."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationResult
from ragas.report.page import write_report
from tests.services import lacking

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for a module; playwright keeps an event loop running, which would stand in others' way."""
    if CHROMIUM is None:
        lacking("chromium", "apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


Open = Callable[..., Any]


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens a result's report. Nothing may appear on the console, and nothing but the file may be asked for."""
    contexts: list[Any] = []
    complaints: list[str] = []
    asked: list[str] = []

    def show(result: EvaluationResult, address: str = "", *, scripted: bool = True, **options: Any) -> Any:
        reported = {
            key: options.pop(key)
            for key in ("against", "allow_different", "exchanges", "title")
            if key in options
        }
        file = write_report(result, tmp_path / f"report{len(contexts)}.html", **reported)
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "java_script_enabled": scripted, **options}
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri() + address)
        if scripted:
            page.wait_for_selector("html[data-ready]", state="attached")
        return page

    yield show
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith("file:")] == []
