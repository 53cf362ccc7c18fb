"""The report page as people use it: it opens, filters, searches, follows keys, and shows what stands where."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.browser import results
from tests.browser.conftest import Open

ROWS = "#table tbody tr"


def listed(page: Any) -> list[int]:
    """The rows in the table, from the top."""
    found: list[int] = page.eval_on_selector_all(ROWS, "rows => rows.map(row => Number(row.dataset.row))")
    return found


def wait_for(page: Any, shown: str) -> None:
    """Wait until the count above the table begins like this."""
    page.wait_for_function(
        "shown => document.getElementById('shown').textContent.startsWith(shown)", arg=shown
    )


def focused(page: Any) -> str:
    """The text of what has the focus."""
    text: str = page.evaluate("document.activeElement.textContent")
    return text


def test_the_first_screen_answers_how_good_how_sure_and_what_is_worst(show: Open) -> None:
    """Means, counts, cautions and the worst row are visible without scrolling."""
    page = show(results.many(60, words=20))
    for text in ("faithfulness", "of 60 scored", results.CAUTION):
        assert page.get_by_text(text, exact=False).first.is_visible()
    first = page.locator(ROWS).first.bounding_box()
    assert first["y"] + first["height"] <= 800
    assert page.locator(".chart svg").count() == 4


def test_texts_stay_texts(show: Open) -> None:
    """Markup in samples, reasons, causes and words of a metric is shown and never runs."""
    page = show(results.everything(), exchanges=results.exchanges)
    assert page.locator("#table").get_by_text(results.SCRIPT, exact=True).first.is_visible()
    assert page.locator("#causes").get_by_text("<script>window.broken", exact=False).is_visible()
    for address in ("#row-1", "#row-1/factual_correctness", "#row-0/tone"):
        page.evaluate("address => { location.hash = address }", address)
        page.wait_for_selector("#row:not([hidden]) .panel")
    page.evaluate("location.hash = '#row-1/faithfulness'")
    page.wait_for_selector("#row .claim")
    assert page.locator("#row .part.response .text").inner_text().endswith(results.CLOSING)
    assert page.evaluate("window.broken") is None
    assert page.locator("img").count() == 0


def test_halves_of_characters_and_right_to_left_texts(show: Open) -> None:
    """Half a character does not keep a row from opening; right-to-left text has its own direction."""
    page = show(results.everything(), "#row-2")
    assert page.locator(".part.response .text").inner_text() == results.HALF
    question = page.locator(".part.question .text")
    assert question.evaluate("element => getComputedStyle(element).direction") == "rtl"


def test_huge_texts_are_folded(show: Open) -> None:
    """A text of a million characters shows its beginning, all of it on request, and is found by its last word."""
    page = show(results.everything(), "#row-3")
    response = page.locator(".part.response .text")
    assert len(response.inner_text()) < 3_000
    response.get_by_role("button", name="Show all 1,040,022 characters").click()
    assert response.inner_text().endswith("needle in the haystack")
    page.keyboard.press("Escape")
    page.fill("#search", "needle haystack")
    wait_for(page, "1 of 4")
    assert listed(page) == [3]


def test_a_quote_in_a_folded_text_is_unfolded(show: Open) -> None:
    """Going to a quote far down a long text shows the text and puts the focus on the quote."""
    page = show(results.everything(), "#row-3/faithfulness")
    page.get_by_role("button", name="in context 1").click()
    assert focused(page).endswith("needle in the haystack")


def test_a_claim_leads_to_its_quote_and_back(show: Open) -> None:
    """The quoted sentence is marked where it stands, past characters of two units; each leads to the other."""
    page = show(results.everything(), "#row-0/faithfulness")
    quoted = page.locator(".chunk mark.quoted")
    assert quoted.count() == 1
    page.get_by_role("button", name="in context 1").click()
    assert focused(page) == "✓1It wakes at dusk."
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "claim-1"


def test_claims_in_the_response_carry_their_verdicts(show: Open) -> None:
    """Each claim is marked in the response by colour and by sign."""
    page = show(results.everything(), "#row-0/faithfulness")
    marks = page.locator(".part.response mark")
    assert marks.all_inner_texts() == ["✗2The fox sleeps at noon.", "✓1It wakes at dusk.", "✗3It eats gold."]
    colours = {mark.evaluate("one => getComputedStyle(one).backgroundColor") for mark in marks.all()}
    assert len(colours) == 2


def test_a_quote_that_stands_nowhere_is_no_evidence(show: Open) -> None:
    """It is named as such and marked in no text."""
    page = show(results.everything(), "#row-0/faithfulness")
    assert "Not evidence" in page.locator("#claim-2").inner_text()
    assert page.locator("#claim-2 .to-quote").count() == 0


def test_claims_against_the_reference_are_marked_there(show: Open) -> None:
    """Factual correctness quotes the reference, so the mark is in the reference and in no context."""
    page = show(results.everything(), "#row-0/factual_correctness")
    assert page.locator(".part.reference mark.quoted").inner_text() == "✓1wakes at dusk"
    assert page.locator(".chunk mark").count() == 0


def test_other_evidence(show: Open) -> None:
    """Generated questions stand with their similarity, misleading statements with their verdict."""
    page = show(results.everything(), "#row-0/answer_relevancy")
    assert "0.9134" in page.locator("#claim-1").inner_text()
    assert "evasive" in page.locator("#claim-2").inner_text()
    page.get_by_role("tab", name="noise_sensitivity").click()
    assert "misled by the contexts" in page.locator("#claim-1").inner_text()


def test_conversations(show: Open) -> None:
    """Messages stand in order with their tool calls; calls are matched, missed or not expected."""
    page = show(results.conversations(), "#row-0")
    assert page.locator(".message").count() == 4
    assert "find(id=1, day=Mon)" in page.locator(".message.ai").first.inner_text()
    verdicts = page.locator(".claim .verdict").all_inner_texts()
    assert verdicts == ["made as expected", "expected, not made", "not expected"]


def test_judge_exchange_on_demand(show: Open) -> None:
    """What the judge was asked and answered is there once it is asked for; only that of the metric."""
    page = show(results.everything(), "#row-0/faithfulness", exchanges=results.exchanges)
    assert page.locator(".exchange").count() == 0
    page.get_by_role("button", name="Show what the judge was asked").click()
    page.wait_for_selector(".exchange")
    assert page.locator(".exchange pre").all_inner_texts() == [
        f"Split this: {results.SCRIPT}",
        '{"statements": []}',
    ]
    assert "120 tokens in" in page.locator(".exchange .verdict").inner_text()


def test_no_exchange_without_a_judge(show: Open) -> None:
    """A metric that asks nobody has nothing to show of what a judge was asked."""
    page = show(results.everything(), "#row-0/length", exchanges=results.exchanges)
    page.wait_for_selector(".panel")
    assert page.locator(".exchanges").count() == 0


def test_filters(show: Open) -> None:
    """Metric, status and range narrow the rows; clearing shows them all."""
    page = show(results.everything())
    page.select_option("#status", label="failed")
    wait_for(page, "3 of 4")
    page.select_option("#metric", label="factual_correctness")
    wait_for(page, "1 of 4")
    assert listed(page) == [1]
    page.get_by_role("button", name="Clear", exact=True).click()
    wait_for(page, "4,")
    page.select_option("#metric", label="faithfulness")
    page.fill("#low", "0.3")
    page.fill("#high", "0.9")
    wait_for(page, "1 of 4")
    assert listed(page) == [0]


def test_nothing_fits(show: Open) -> None:
    """Where no row fits, the page says so and offers to clear the filters."""
    page = show(results.everything())
    page.fill("#search", "quetzalcoatl")
    page.get_by_role("button", name="Clear the filters").click()
    wait_for(page, "4,")


def test_bars_show_their_rows(show: Open) -> None:
    """A click on a bar of the distribution lists the rows that are counted in it."""
    page = show(results.everything())
    page.locator('.chart[data-metric="0"] .ct-bar').nth(3).click(force=True)
    wait_for(page, "1 of 4")
    assert listed(page) == [0]
    page.locator('.chart[data-metric="4"] .ct-bar').nth(2).click(force=True)
    wait_for(page, "1 of 4")
    assert listed(page) == [1]


def test_causes_show_their_rows(show: Open) -> None:
    """The rows behind a frequent cause are a click away, and the filter can be taken back."""
    page = show(results.many(400, words=10))
    page.locator(".show-cause").first.click()
    count = int(page.locator("#causes .num").nth(1).inner_text())
    wait_for(page, f"{count} of 400")
    page.locator("#cause-filter button").click()
    page.get_by_role("button", name="Clear", exact=True).click()
    wait_for(page, "400")


def test_search_reads_every_text(show: Open) -> None:
    """Words of the question, a context, a reason and a claim are found, whatever their case; all must be there."""
    page = show(results.everything())
    for words, count in (("FOX SLEEP", 1), ("foxes are shy", 1), ("thanks", 2), ("eats gold made", 1)):
        page.fill("#search", words)
        wait_for(page, f"{count} of 4")


def test_order(show: Open) -> None:
    """The worst rows come first; a metric's heading turns its order round; by number is by number."""
    page = show(results.everything())
    assert listed(page)[:2] == [1, 0]
    page.locator("th.score button").first.click()
    assert listed(page) == [1, 0, 3, 2]
    page.locator("th.score button").first.click()
    assert listed(page) == [3, 0, 1, 2]
    assert page.locator("th.score").first.get_attribute("aria-sort") == "descending"
    page.select_option("#order", "row")
    assert listed(page) == [0, 1, 2, 3]


def test_keys(show: Open) -> None:
    """Rows, metrics and search are within reach of the keyboard."""
    page = show(results.everything())
    rows = listed(page)
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert focused(page) == str(rows[1])
    page.keyboard.press("k")
    assert focused(page) == str(rows[0])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#row h2:has-text('Row {rows[1]}')")
    before = page.locator("[role=tab][aria-selected=true]").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("[role=tab][aria-selected=true]").inner_text() != before
    page.keyboard.press("j")
    page.wait_for_selector(f"#row h2:has-text('Row {rows[2]}')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#overview:not([hidden])")
    assert focused(page) == str(rows[2])
    page.keyboard.press("/")
    page.keyboard.type("fox")
    wait_for(page, "1 of 4")
    page.keyboard.press("Escape")
    wait_for(page, "4,")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()


def test_focus_is_seen_and_everything_has_a_name(show: Open) -> None:
    """What has the focus has an outline; every control and picture has a name."""
    page = show(results.everything())
    page.keyboard.press("j")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    for role in ("button", "combobox", "link", "searchbox", "spinbutton", "img", "tab"):
        for element in page.get_by_role(role).all():
            name = element.evaluate(
                "one => one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent"
            )
            assert name.strip(), element.evaluate("one => one.outerHTML")


def test_addresses(show: Open) -> None:
    """A row has an address, with or without its metric; a row that does not exist is the overview."""
    page = show(results.everything(), "#row-1/tone")
    assert "tone" in page.locator("[role=tab][aria-selected=true]").inner_text()
    assert page.title() == "Row 1 · Evaluation report · ragas"
    page.evaluate("location.hash = '#row-99'")
    page.wait_for_selector("#overview:not([hidden])")
    assert page.locator("#overview").is_visible()


def test_dark(show: Open) -> None:
    """Colours follow the system until the button says otherwise."""
    page = show(results.everything(), color_scheme="dark")

    def lightness() -> int:
        return int(page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])"))

    assert lightness() < 60
    page.get_by_role("button", name="Colours: auto").click()
    page.get_by_role("button", name="Colours: dark").click()
    assert lightness() > 200
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Colours: light").click()
    assert lightness() > 200


@pytest.mark.parametrize("address", ["", "#row-0/faithfulness", "#row-1/tone"])
def test_narrow_screens(show: Open, address: str) -> None:
    """On a telephone nothing but the tables scrolls sideways."""
    page = show(results.everything(), address, viewport={"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_paper(show: Open) -> None:
    """Paper has the headline and the worst rows, no controls, and is light."""
    page = show(results.everything(), color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".worst li").first.is_visible()
    assert page.locator(".metric-row").nth(1).is_visible()
    assert not page.locator("#filters").is_visible()
    assert not page.locator("#theme").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_without_scripts(show: Open) -> None:
    """Without scripts the page has its headline, its worst rows and its causes, and says what is missing."""
    page = show(results.everything(), scripted=False)
    assert page.get_by_text("runs no scripts").is_visible()
    assert page.locator(".worst li").count() == 2
    assert not page.locator("#filters").is_visible()


def test_comparison(show: Open) -> None:
    """Before and after stand side by side: in the table, in the rows that changed most, and in an open row."""
    before, after = results.many(80, words=10), results.many(80, words=10, seed=1, shift=0.2)
    page = show(after, against=before)
    verdicts = page.locator(".compared .verdict").all_inner_texts()
    assert verdicts[:3] == ["▲ better"] * 3
    assert page.locator(".chart .ct-bar.before").count() == page.locator(".chart .ct-bar.now").count()
    page.select_option("#order", "fell:0")
    first = listed(page)[0]
    fell = [
        new - old
        for row in range(80)
        if (new := after.cell(row, "faithfulness").number) is not None
        and (old := before.cell(row, "faithfulness").number) is not None
    ]
    assert after.cell(first, "faithfulness").number - before.cell(first, "faithfulness").number == min(fell)
    row, words = page.locator(".changed th a").first, page.locator(".changed tbody tr").first.inner_text()
    number = int(row.inner_text().removeprefix("Row "))
    assert str(after.cell(number, "faithfulness").reason) in words
    row.click()
    page.wait_for_selector(".sides")
    assert str(before.cell(number, "faithfulness").reason) in page.locator(".sides").inner_text()


def test_signatures_that_differ_are_shown(show: Open) -> None:
    """A comparison of metrics that are not the same stands under a warning."""
    before, after = results.many(20, words=5), results.many(20, words=5, seed=1)
    before.metrics[0] = replace(before.metrics[0], signature={"prompt": "v0"})
    page = show(after, against=before, allow_different=True)
    assert "'v0' before" in page.locator("#comparison .caution").inner_text()


def test_ten_thousand_rows(show: Open) -> None:
    """With 10,000 rows filters and search answer at once, and a row opens at once."""
    page = show(results.many(10_000, words=12))
    assert page.locator(ROWS).count() == 50
    page.evaluate("Report.search(['question'], () => true, () => {})")  # reads every text once
    took = """async (work) => {
        const started = performance.now();
        await work();
        return performance.now() - started;
    }"""
    filtered = page.evaluate(f"({took})(() => Report.filter({{ metric: '0', low: 0.2, high: 0.5 }}))")
    searched = page.evaluate(
        f"({took})(() => Report.filter({{ query: 'question 77', low: null, high: null }}))"
    )
    ordered = page.evaluate(f"({took})(() => Report.filter({{ query: '', order: 'best:1' }}))")
    opened = page.evaluate(f"({took})(() => Report.showRow(9_999))")
    assert max(filtered, searched, ordered, opened) < 1_000  # tens of milliseconds on an idle machine
    page.evaluate("Report.hideRow()")
    page.evaluate("Report.filter({ query: 'question 9999:' })")
    wait_for(page, "1 of 10,000")
    assert listed(page) == [9_999]
