"""What is copied into pages from code, commands and benchmarks is what those give today."""

from __future__ import annotations

import html
import importlib.util
import json
import re
import subprocess
import sys
import warnings
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from ragas import EvaluationDataset
from ragas.exceptions import InputError
from ragas.metrics.catalogue import Entry, catalogue
from tests.compat import replay
from tests.docs.pages import PAGES, ROOT, UPDATE, tidy

DOCS = ROOT / "docs"
PICTURES = sorted((DOCS / "images").glob("*.svg"))
REFUSED = re.compile(
    r"^\| (`(?P<content>[^`]+)`(?P<csv> as CSV)?|\(nothing\)) \| (?P<message>.+) \|$", re.MULTILINE
)


def script(name: str) -> ModuleType:
    """A script of docs/ as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(file: Path, made: str) -> None:
    """Fail unless the file is what was made; with `UPDATE_DOCS=1`, write it."""
    if UPDATE:
        file.write_text(made, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == made, (
        f"{file.name} is out of date: UPDATE_DOCS=1 pytest tests/docs"
    )


METRICS = script("make_metrics")


@pytest.mark.parametrize("name", [*METRICS.pages(), "mkdocs.yml"])
def test_metric_pages_are_current(name: str) -> None:
    """docs/metrics/ and its navigation are what docs/make_metrics.py makes: run it after changing a docstring."""
    if name == "mkdocs.yml":
        check(METRICS.CONFIG, METRICS.nav(METRICS.CONFIG.read_text(encoding="utf-8")))
    else:
        check(DOCS / "metrics" / name, METRICS.pages()[name])


def test_metric_pages_are_those_of_the_metrics() -> None:
    """Each metric has one page, which the navigation names under its purpose, and no page is left over."""
    assert {file.name for file in (DOCS / "metrics").glob("*.md")} == {*METRICS.pages()}
    assert len(METRICS.pages()) == len(catalogue()) + 1
    assert "Others" not in METRICS.grouped()
    for entry in catalogue():
        line = f"- {entry.metric_class.__name__}: metrics/{METRICS.file_name(entry)}\n"
        assert METRICS.CONFIG.read_text(encoding="utf-8").count(line) == 1


@pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: entry.name)
def test_metric_page_says_what_is_needed_to_choose(entry: Entry) -> None:
    """A page says when to use its metric and explains every column and every setting, prompts aside."""
    page = (DOCS / "metrics" / METRICS.file_name(entry)).read_text(encoding="utf-8")
    assert page.count("\n**Use it when** ") == 1
    low, high = entry.metric.allowed_values
    assert f"{low:g} to {high:g}" in page or f"{low:g} or {high:g}" in page
    _, columns, settings = re.split("\n## (?:Columns|Settings)\n", page)
    rows = re.findall(r"^\| `(\w+)` \| [a-z, ]+ \| (\w+) \| .{5,} \|$", columns, re.MULTILINE)
    assert rows == [(name, "needed") for name in entry.required] + [
        (name, "optional") for name in entry.optional
    ]
    explained = re.findall(r"^\| `(\w+)` \| `.+` \| .{10,} \|$", settings, re.MULTILINE)
    taken = {one.name for one in fields(entry.metric_class) if one.init and not one.name.endswith("prompt")}
    assert {*explained} | {"allowed_values"} == taken | {"allowed_values"}


def test_metrics_are_found_by_the_columns_one_has() -> None:
    """The first table of the index has each metric once, in the line of just the columns it needs."""
    page = (DOCS / "metrics" / "index.md").read_text(encoding="utf-8")
    lines = page.partition("<!-- /columns -->")[0].splitlines()
    for entry in catalogue():
        (line,) = [one for one in lines if f"[`{entry.metric_class.__name__}`]" in one]
        have, run = line.strip("|").split(" | ")
        if entry.required:
            assert {*re.findall(r"`(\w+)`", have)} == {*entry.required}
        assert ("(a conversation)" in have) is entry.of_conversations
        metric = entry.metric
        kind = "a judge" if metric.needs_judge else "embeddings" if metric.needs_embeddings else "no model"
        (part,) = [one for one in run.split("<br>") if f"[`{entry.metric_class.__name__}`]" in one]
        assert part.strip().startswith(f"*{kind}:*")


def test_replayed_values_are_counted() -> None:
    """docs/differences.md counts the recorded values by outcome as they come out today, and leaves none out."""
    file, start, end = (
        DOCS / "differences.md",
        "<!-- replay: printed by python -m tests.compat.replay -->\n",
        "<!-- /replay -->",
    )
    text = file.read_text(encoding="utf-8")
    before, after = text.partition(start)[0], text.partition(end)[2]
    check(file, f"{before}{start}\n{replay.table()}\n\n{end}{after}")
    seen = [case["id"] for case, _ in replay.replayed()]
    assert len(seen) == len({*seen})
    lines = (ROOT / "tests" / "compat" / "metric_cases.jsonl").read_text(encoding="utf-8").splitlines()
    recorded = [json.loads(line) for line in lines]
    assert {*seen} == {one["id"] for one in recorded if one["metric"] not in replay.WITHOUT}
    assert f"{len(seen):,} values recorded" in text


def test_figures_are_those_of_the_benchmark() -> None:
    """README and docs/offline.md show the benchmark's figures: run docs/make_figures.py after the benchmark."""
    figures = script("make_figures")
    for page in figures.PAGES:
        text = page.read_text(encoding="utf-8")
        assert "<!-- figures:" in text
        check(page, figures.renewed(text))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_pictures_load_nothing(picture: Path) -> None:
    """A picture names no address but SVG's own name space, so that nothing is fetched to show it."""
    text = picture.read_text(encoding="utf-8")
    assert "@font-face" not in text
    assert "url(" not in text.replace("url(#", "")
    assert set(re.findall(r'(?:href|xmlns)="([^"]+)"', text)) == {"http://www.w3.org/2000/svg"}


def test_pictures_show_what_is_printed_today() -> None:
    """Pictures are not touched up: run docs/make_images.py when a command prints something else."""
    for name, drawn in script("make_images").draw().items():
        file = DOCS / "images" / f"{name}.svg"
        if words(file.read_text(encoding="utf-8")) != words(drawn):
            check(file, drawn)


def words(svg: str) -> str:
    """The text of a picture."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return tidy(html.unescape("\n".join(found)).replace("\xa0", " "))


def refused() -> list[Any]:
    """The lines of the table of refused files in docs/data.md."""
    table = (DOCS / "data.md").read_text(encoding="utf-8").partition("## What is refused")[2]
    return [pytest.param(match, id=match["content"] or "nothing") for match in REFUSED.finditer(table)]


@pytest.mark.parametrize("line", refused())
def test_refused_files_give_the_message_shown(
    line: re.Match[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each wrong file of docs/data.md is refused with exactly the message beside it."""
    monkeypatch.chdir(tmp_path)
    file = Path("rows.csv" if line["csv"] else "rows.jsonl")
    file.write_text(line["content"] or "", encoding="utf-8")
    with pytest.raises(InputError) as error:
        EvaluationDataset.load(file)
    assert str(error.value) == line["message"]


def test_refused_files_are_found_in_the_page() -> None:
    """The table has not changed its form, so that the test above tests something."""
    assert len(refused()) >= 8


def test_known_columns_are_listed() -> None:
    """docs/data.md names every column a sample can have."""
    from ragas import MultiTurnSample, SingleTurnSample

    page = (DOCS / "data.md").read_text(encoding="utf-8")
    for column in {*SingleTurnSample.model_fields, *MultiTurnSample.model_fields}:
        assert f"`{column}`" in page


def test_old_names_are_listed() -> None:
    """docs/migrating.md names every old metric that still imports, and each is importable."""
    import ragas.metrics

    page = (DOCS / "migrating.md").read_text(encoding="utf-8")
    for name in ragas.metrics._REPLACED_BY:
        if name != "DistanceMeasure":
            assert f"`{name}`" in page, name
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            assert getattr(ragas.metrics, name) is not None


def test_providers_are_known() -> None:
    """docs/judges.md lists providers that can be built, and all of those reached by OpenAI's API."""
    from pydantic_ai.models import KnownModelName

    from ragas.llms.factory import OPENAI_COMPATIBLE

    table = (
        (DOCS / "judges.md").read_text(encoding="utf-8").partition("## Providers")[2].partition("\n## ")[0]
    )
    listed = set(re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE))
    assert listed >= OPENAI_COMPATIBLE
    models = get_args(KnownModelName.__value__)  # its names need no provider's package
    assert listed - OPENAI_COMPATIBLE <= {model.partition(":")[0] for model in models}


def test_example_file_is_the_one_shown() -> None:
    """The pages say how many rows the examples have."""
    rows = (ROOT / "examples" / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(row)["user_input"] for row in rows)
    assert f"{len(rows)} rows in [examples/]" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Links inside the repository are relative and their targets exist."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s#]+)", text):
        if not target.startswith("https://"):
            assert not target.startswith("/")
            assert (page.parent / target).exists(), target


def test_site_builds_and_fetches_nothing(tmp_path: Path) -> None:
    """The site builds without a warning, loads nothing from elsewhere, can be searched from a folder, and is all pages.

    A search from a folder needs the index as a script and a stand-in for workers, which no page may fetch.
    """
    pytest.importorskip("material")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(tmp_path / "site"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 15
    assert (tmp_path / "site" / "search" / "search_index.js").exists()
    assert (tmp_path / "site" / "iframe-worker.js").exists()
    assert not list((tmp_path / "site").rglob("__pycache__"))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe)[^>]+src=\"?(https?:[^\"\s>]+)", text)
        loaded += re.findall(
            r"<link[^>]+rel=\"?(?:stylesheet|preconnect|icon)\"?[^>]+href=\"?(https?:[^\"\s>]+)", text
        )
        assert loaded == [], page.name


@pytest.mark.parametrize(("page", "folder"), [("decisions", "docs/decisions"), ("benchmarks", "benchmarks")])
def test_lists_of_pages_are_complete(page: str, folder: str) -> None:
    """docs/decisions.md and docs/benchmarks.md link to every page of their kind."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for file in sorted((ROOT / folder).glob("*.md")):
        assert f"/{file.name})" in text, file.name
