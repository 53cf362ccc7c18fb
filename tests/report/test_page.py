"""The report file: everything in it, nothing of the data taken for markup, and nothing to fetch."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult
from ragas.evaluation.alignment import align
from ragas.evaluation.certificate import certify
from ragas.exceptions import ConfigurationError
from ragas.report.page import write, write_report
from ragas.report.page.assets import FOLDER, SCRIPTS, STYLES, assets
from ragas.schema.cells import Cell, MetricInfo
from tests.browser import results
from tests.evaluation.labelled import INFO, data, people, planted, scored


class Reader(HTMLParser):
    """The page as a parser sees it: elements with their attributes, texts outside of scripts, scripts by id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: dict[str, str] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.elements[-1] if self.elements else ("", {})
        if tag == "script" and self.cdata_elem == "script":
            name = str(attributes.get("id", f"code-{len(self.scripts)}"))
            self.scripts[name] = self.scripts.get(name, "") + data
        else:
            self.texts.append(data)

    def block(self, name: str) -> Any:
        return json.loads(gzip.decompress(b64decode(self.scripts[name])))

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


def page_of(result: EvaluationResult, tmp_path: Path, **options: Any) -> Reader:
    return Reader(write_report(result, tmp_path / "report.html", **options).read_text(encoding="utf-8"))


def records_of(page: Reader) -> dict[str, Any]:
    """Every row's record, from all blocks."""
    blocks = [page.block(name) for name in page.scripts if name.startswith("rows-")]
    return {row: record for block in blocks for row, record in block.items()}


def test_the_headline(tmp_path: Path) -> None:
    """Means, intervals, counts, judges and cautions are in the page itself, for readers without scripts too."""
    text = page_of(results.everything(), tmp_path).text
    for part in (
        "0.444",
        "( 95 % )",
        "3 of 4 scored",
        "✗ 3 failed",
        "1 skipped",
        "judge: gpt-test",
        "embeddings: embed-test",
    ):
        assert part in text.replace("(95 %)", "( 95 % )")
    assert results.CAUTION in text
    assert "50 % polite" in text
    assert "lower is better" in text


def test_a_metric_without_any_score_says_so(tmp_path: Path) -> None:
    """Where no cell was scored more rows would not help, so nothing is said to be too few."""
    dataset = EvaluationDataset.from_list([{"user_input": "q"}])
    info = MetricInfo("faithfulness", (0.0, 1.0), judge="gpt-test")
    failed = Cell(None, "failed", cause="no credit left")
    text = page_of(EvaluationResult(dataset, [{"faithfulness": failed}], [info]), tmp_path).text
    assert "nothing was scored" in text
    assert "too few" not in text
    one = EvaluationResult(dataset, [{"length": Cell(5.0, "scored")}], [results.LENGTH])
    assert "too few for an interval" in page_of(one, tmp_path).text


def test_worst_rows_come_first(tmp_path: Path) -> None:
    """The worst rows stand in order with score and reason; faultless ones, and such without a score, do not."""
    page = page_of(results.everything(), tmp_path)
    assert page.block("manifest")["table"]["order"] == [1, 0, 3, 2]
    worst = page.text.partition("no row in detail.")[2]
    assert worst.index("Row 1") < worst.index("Row 0")
    assert "Row 2 ·" not in worst
    assert "Row 3 ·" not in worst


def test_a_metric_without_a_range_puts_no_row_first(tmp_path: Path) -> None:
    """How long a response is says nothing of how bad it is, unless there is nothing else to go by."""
    cells = [{"length": Cell(float(number), "scored")} for number in (3, 1, 2)]
    dataset = EvaluationDataset.from_list([{"user_input": "q"}] * 3)
    page = page_of(EvaluationResult(dataset, cells, [results.LENGTH]), tmp_path)
    assert page.block("manifest")["table"]["order"] == [1, 2, 0]


def test_causes_are_grouped(tmp_path: Path) -> None:
    """Cells that failed for one cause are one line with their number and rows, failures before the rest."""
    text = page_of(results.everything(), tmp_path).text
    timeout = text.index(
        "answer_relevancy ✗ failed 3 JudgeTimeoutError: gpt-test gave no answer within 180 s."
    )
    assert timeout < text.index("noise_sensitivity not applicable 2")


def test_usage_and_price(tmp_path: Path) -> None:
    """Usage stands by metric, by model and in all; what is unknown is called so."""
    text = page_of(results.everything(), tmp_path).text
    assert "Total 42 3 25,097 3,757 1,024 cached, 512 reasoning, 1 call without usage" in text
    assert "$0.1818 without 1 call of unknown price" in text
    assert "tone 4 – unknown unknown" in text


def test_run_facts_and_signatures(tmp_path: Path) -> None:
    """When, how long, with which version and judge, and what each metric's scores depend on."""
    text = page_of(results.everything(), tmp_path, title="A & B").text
    assert "A & B" in text
    assert "2026-03-04 05:06 UTC" in text
    assert "1 min 23 s" in text
    assert "ragas 0.5.0" in text
    assert '"prompt": "v1"' in text


def test_rows_are_whole(tmp_path: Path) -> None:
    """A row's block holds its texts, other columns, cells, evidence and usage."""
    record = records_of(page_of(results.everything(), tmp_path))["0"]
    assert record["texts"]["contexts"] == [results.EMOJI, "Foxes are shy."]
    assert record["facts"] == [["id", "When doe"]]
    cell = record["cells"][0]
    assert cell["usage"]["cost"] == 0.0123
    assert [item["good"] for item in cell["sections"][0]["items"]] == [True, False, False]


def test_nothing_of_the_data_is_markup(tmp_path: Path) -> None:
    """Scripts, closing tags and comments in any text leave the elements of the page as they are."""
    plain = page_of(results.many(1), tmp_path)
    hostile = page_of(results.everything(), tmp_path, title=results.CLOSING, exchanges=results.exchanges)
    tags = {tag for tag, _ in hostile.elements}
    assert not tags & {"img", "textarea", "iframe", "object", "b/"}
    assert len([tag for tag, _ in hostile.elements if tag == "script"]) == len(SCRIPTS) + 3
    assert len([tag for tag, _ in plain.elements if tag == "script"]) == len(SCRIPTS) + 2
    assert not any(name.startswith("on") for _, attributes in hostile.elements for name in attributes)
    assert results.SCRIPT in hostile.text


def test_nothing_is_fetched(tmp_path: Path) -> None:
    """No address outside of the file is in the page, and the policy forbids every connection."""
    page = page_of(results.everything(), tmp_path)
    for _, attributes in page.elements:
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    policy = next(
        one["content"] for _, one in page.elements if one.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "connect-src 'none'" in policy
    for name, code in page.scripts.items():
        if name.startswith("code-"):
            assert b64encode(sha256(code.encode()).digest()).decode() in policy
    assert not re.search(r"@import|url\(", assets().styles)


def test_assets_are_in_the_package_with_their_licence() -> None:
    """Each script and style is beside the module; the chart library carries its licence into the page."""
    for name in (*SCRIPTS, *STYLES):
        assert (FOLDER / name).is_file()
    assert "MIT" in assets().scripts[0][:200]
    assert "Gion Kunz" in assets().scripts[0][:2000]
    assert all("</script" not in script.lower() for script in assets().scripts)


def test_half_characters_are_written(tmp_path: Path) -> None:
    """A text cut in the middle of a character costs nothing but that character."""
    dataset = EvaluationDataset.from_list([{"user_input": results.HALF}])
    cells = [{"faithfulness": Cell(0.0, "scored", reason=results.HALF)}]
    page = page_of(EvaluationResult(dataset, cells, [results.FAITHFULNESS]), tmp_path)
    assert "half a character: \ufffd." in page.text


def test_evidence_that_json_does_not_know(tmp_path: Path) -> None:
    """NaN, models and arrays in the traces do not keep a report from being written."""
    traces = {"output": {"similarity": float("nan"), "info": MetricInfo("x"), "odd": object, "sets": {1}}}
    dataset = EvaluationDataset.from_list([{"user_input": "q"}])
    result = EvaluationResult(
        dataset, [{"faithfulness": Cell(0.0, "scored", traces=traces)}], [results.FAITHFULNESS]
    )
    assert records_of(page_of(result, tmp_path))["0"]["cells"][0]["sections"]


def test_conversations(tmp_path: Path) -> None:
    """Messages keep their order, their kind and their tool calls."""
    record = records_of(page_of(results.conversations(), tmp_path))["0"]
    assert [one["type"] for one in record["messages"]] == ["human", "ai", "tool", "ai"]
    assert record["messages"][1]["calls"] == ["find(id=1, day=Mon)", "mail(to=a@b.c)"]


def test_blocks_hold_some_hundred_rows(tmp_path: Path) -> None:
    """Many rows are in several blocks, and the manifest knows which."""
    page = page_of(results.many(450, words=5), tmp_path)
    assert page.block("manifest")["blocks"] == [0] * 200 + [1] * 200 + [2] * 50
    assert "449" in page.block("rows-2")


def test_exchanges_of_the_worst_rows_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the exchanges would make the file too large, those of the worst rows are kept."""
    monkeypatch.setattr(write, "EXCHANGES_KEPT", 1)
    result = results.many(450, words=5)
    call = results.exchanges(0)[0]
    page = page_of(result, tmp_path, exchanges=lambda row: [replace(call, row=row)])
    manifest = page.block("manifest")
    kept = [row for row, block in enumerate(manifest["exchanges"]) if block == 0]
    assert sorted(kept) == sorted(manifest["table"]["order"][:200])
    assert manifest["exchanges"].count(-1) == 250


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    """A report that cannot be finished does not replace the one that is there."""
    file = write_report(results.conversations(), tmp_path / "report.html")
    before = file.read_bytes()

    def broken(row: int) -> list[Any]:
        raise RuntimeError("no journal")

    with pytest.raises(RuntimeError, match="no journal"):
        write_report(results.conversations(), file, exchanges=broken)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_the_folder_is_made(tmp_path: Path) -> None:
    """The report's folder is made where there is none, and the path is given back."""
    file = write_report(results.conversations(), tmp_path / "new" / "report.html")
    assert file == tmp_path / "new" / "report.html"
    assert file.is_file()


def test_a_result_without_rows_or_scores(tmp_path: Path) -> None:
    """A run in which nothing was scored still has a report."""
    dataset = EvaluationDataset.from_list([{"user_input": "q"}])
    cells = [{"faithfulness": Cell(None, "failed", cause="no credit", error="JudgeCallError")}]
    text = page_of(EvaluationResult(dataset, cells, [results.FAITHFULNESS]), tmp_path).text
    assert "0 of 1 scored" in text
    assert "JudgeCallError: no credit" in text


# -- comparisons ------------------------------------------------------------------------------------------------


def test_comparison(tmp_path: Path) -> None:
    """Each metric stands before and after with difference, interval, p, effect and detectable difference."""
    before, after = results.many(200, words=5), results.many(200, words=5, seed=1, shift=0.2)
    text = page_of(after, tmp_path, against=before).text
    for heading in ("Before", "After", "Difference", "Interval (95 %)", "p (Holm)", "Effect", "Detectable"):
        assert heading in text
    assert "▲ better" in text
    assert "no clear difference" in text
    assert "rows paired by" in text
    assert "Changed most: faithfulness" in text


def test_compared_rows_have_both_reasons(tmp_path: Path) -> None:
    """A row's record holds the cell it had before; the table holds the score it had."""
    before, after = results.many(20, words=5), results.many(20, words=5, seed=1)
    page = page_of(after, tmp_path, against=before)
    record = records_of(page)["7"]
    assert record["cells"][3]["before"]["value"] == before.cells[7]["polite"].value
    assert record["cells"][3]["before"]["why"] == before.cells[7]["polite"].reason
    assert page.block("manifest")["table"]["metrics"][3]["before"][7] == before.cells[7]["polite"].value


def test_lower_is_better_in_comparisons(tmp_path: Path) -> None:
    """A metric whose lower scores are better has improved when it fell."""
    dataset = EvaluationDataset.from_list([{"user_input": f"q{row}"} for row in range(40)])

    def made(value: float) -> EvaluationResult:
        cells = [{"noise_sensitivity": Cell(value + row / 400, "scored")} for row in range(40)]
        return EvaluationResult(dataset, cells, [results.NOISE])

    assert "▲ better" in page_of(made(0.2), tmp_path, against=made(0.6)).text
    assert "▼ worse" in page_of(made(0.6), tmp_path, against=made(0.2)).text


def test_different_signatures_need_a_word_and_are_shown(tmp_path: Path) -> None:
    """Metrics computed differently are refused, and with leave compared under a warning."""
    before, after = results.many(20, words=5), results.many(20, words=5, seed=1)
    before.metrics[0] = replace(before.metrics[0], signature={"prompt": "v0"})
    with pytest.raises(ConfigurationError, match="v0"):
        write_report(after, tmp_path / "report.html", against=before)
    text = page_of(after, tmp_path, against=before, allow_different=True).text
    assert "⚠ Computed differently" in text
    assert "'v0' before" in text


def test_the_standing_of_the_judge(tmp_path: Path) -> None:
    """With certificates at hand each judged metric says what its judge is certified for, or why it is not."""
    scores, first, _ = planted()
    certificate = certify(align(scored(scores), people(data(120), first), "faithfulness"))
    result = scored(scores)
    assert "certified" not in page_of(result, tmp_path).text
    assert (
        f"judge certified: {certificate.worth}" in page_of(result, tmp_path, certificates=[certificate]).text
    )
    other = scored(scores, replace(INFO, judge="gpt-other"))
    text = page_of(other, tmp_path, certificates=[certificate]).text
    assert "* judge not certified: judge was " in text
    assert "judge certified" not in text


def test_a_metric_without_a_judge_needs_no_certificate(tmp_path: Path) -> None:
    scores, first, _ = planted()
    certificate = certify(align(scored(scores), people(data(120), first), "faithfulness"))
    unjudged = scored(scores, MetricInfo("exact_match"))
    assert "certified" not in page_of(unjudged, tmp_path, certificates=[certificate]).text
