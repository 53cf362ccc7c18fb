"""The report's own policy: even a script that got into the page could reach nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ragas.report.page import write_report
from tests.browser import results


def test_connections_and_foreign_scripts_are_refused(browser: Any, tmp_path: Path) -> None:
    """No connection is made, no script without the right hash runs, no text becomes markup."""
    page = browser.new_page()
    page.goto(write_report(results.conversations(), tmp_path / "report.html").as_uri())
    page.wait_for_selector("html[data-ready]", state="attached")
    assert (
        page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.name)") == "TypeError"
    )
    blocked = page.evaluate(
        """() => {
            const script = document.createElement("script");
            try { script.textContent = "window.broken = 1"; document.head.append(script); } catch { }
            try { document.body.innerHTML = "<p>markup</p>"; return window.broken ?? "markup"; }
            catch (error) { return [window.broken ?? null, error.name]; }
        }"""
    )
    assert blocked == [None, "TypeError"]
    page.close()


def test_old_browsers(browser: Any, tmp_path: Path) -> None:
    """A browser that cannot unpack the rows says so and shows the worst of them."""
    page = browser.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(write_report(results.everything(), tmp_path / "report.html").as_uri())
    page.get_by_text("This browser cannot open the rows").wait_for()
    assert page.locator(".worst li").first.is_visible()
    assert not page.locator("#filters").is_visible()
    page.close()
