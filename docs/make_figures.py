"""Copy the figures of the embedded judge from benchmarks/judge_validity.md into README.md and docs/offline.md.

    .venv/bin/python docs/make_figures.py

They stand between `<!-- figures: NAME -->` and `<!-- end of figures -->`.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "benchmarks" / "judge_validity.md"
PAGES = (ROOT / "README.md", ROOT / "docs" / "offline.md")
JUDGE, AGREEMENT = "embedded judge, mean confidence", "embedded judge (agreement where there is a reference)"
OVERLAP, LENGTH = "word overlap", "answer length (shorter is better)"
Row = dict[str, str]


def rows_under(heading: str) -> list[Row]:
    """The first table under a heading of the benchmark, a dict a row."""
    text = SOURCE.read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


def auroc(score: str, data: str) -> str:
    """A figure with its interval."""
    return next(row[data] for row in rows_under("AUROC") if row["score"] == score)


def short(figure: str) -> str:
    """A figure without its interval, to two decimals."""
    return f"{float(figure.split()[0]):.2f}"


def in_brief() -> str:
    """The table of the README: how well supported and unsupported answers are told apart, and altered facts noticed."""
    sets = {
        "answers made up by a model (HaluEval-QA)": (JUDGE, "HaluEval-QA"),
        "answers of chat models, labelled by people (BEGIN)": (JUDGE, "BEGIN"),
        "the same judge where the reference is the context (EVOUNA)": (JUDGE, "EVOUNA"),
        "`agreement()` with a reference (EVOUNA), which no metric uses yet": (AGREEMENT, "EVOUNA"),
    }
    lines = ["| AUROC | embedded judge | word overlap |", "|---|---|---|"]
    lines += [
        f"| {what} | {short(auroc(score, data))} | {short(auroc(OVERLAP, data))} |"
        for what, (score, data) in sets.items()
    ]
    return "\n".join([*lines, "", *altered_facts()])


def altered_facts() -> list[str]:
    """How many statements with one altered fact are rejected, by kind of alteration."""
    names = {
        "number": "a figure",
        "name": "a name",
        "negation": "a negation",
        "name of the context": "a name, into another of the context",
        "names exchanged": "two names, exchanged",
    }
    found: dict[str, dict[str, str]] = {"Altered BEGIN": {}, "Altered HaluEval-QA": {}}
    for row in rows_under("Altered facts, by kind"):
        kind = re.sub(r"\s*\(\d+\)$", "", row["altered"])
        if kind in names:
            found[row["set"]][names[kind]] = row["rejected"]
    lines = [
        f"| noticed, when this was altered in a right statement | {' | '.join(names.values())} |",
        f"|---{'|---' * len(names)}|",
    ]
    for data, rejected in found.items():
        lines.append(
            f"| {data.removeprefix('Altered ')} | {' | '.join(rejected[name] for name in names.values())} |"
        )
    return lines


def at_length() -> str:
    """The tables of the offline page."""
    data = ["HaluEval-QA", "BEGIN", "EVOUNA", "Altered BEGIN"]
    lines = [f"| score | {' | '.join(data)} |", f"|---{'|---' * len(data)}|"]
    scores = (JUDGE, "embedded judge, share supported", AGREEMENT, "ROUGE-L precision", OVERLAP, LENGTH)
    lines += [f"| {score} | {' | '.join(auroc(score, one) for one in data)} |" for score in scores]
    lines += [
        "",
        "| set | altered | word overlap, AUROC | embedded judge, AUROC | rejected |",
        "|---|---|---|---|---|",
    ]
    for row in rows_under("Altered facts, by kind"):
        shown = (row["set"], row["altered"], row[OVERLAP], row[JUDGE], row["rejected"])
        lines.append(f"| {' | '.join(shown)} |")
    return "\n".join(lines)


def renewed(page: str) -> str:
    """A page with its figures as they are in the benchmark today."""
    for name, table in (("in brief", in_brief()), ("at length", at_length())):
        marked = rf"(<!-- figures: {name} -->\n).*?(\n<!-- end of figures -->)"
        page = re.sub(
            marked, lambda match, table=table: f"{match[1]}\n{table}\n{match[2]}", page, flags=re.DOTALL
        )
    return page


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
