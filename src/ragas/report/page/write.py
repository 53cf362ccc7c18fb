"""Write the page: the headline as plain HTML, the rows as compressed blocks that the browser opens on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragas._version import version
from ragas.report.page.assets import FOLDER, assets
from ragas.report.page.blocks import Blocks, packed
from ragas.report.page.columns import columns_of
from ragas.report.page.comparison import Compared, compared
from ragas.report.page.headline import cause_groups, headlines, number, worst_rows
from ragas.report.page.rows import Earlier, Lines, details, table
from ragas.report.page.standing import Scale, standings, worst_first
from ragas.report.page.usage import usage_tables
from ragas.schema.overview import cautions_of
from ragas.schema.paths import expanded
from ragas.schema.result import EvaluationResult
from ragas.schema.saved import plain
from ragas.schema.writing import encodable_json, mended, replacing

if TYPE_CHECKING:
    from ragas.engine.journal import Exchange
    from ragas.evaluation.certificate import Certificate

EXCHANGES_KEPT = 50_000_000
"""About how many bytes of judge exchanges the page holds; those of the worst rows go first."""


def write_report(
    result: EvaluationResult,
    path: str | Path,
    *,
    against: EvaluationResult | None = None,
    allow_different: bool = False,
    title: str | None = None,
    exchanges: Callable[[int], Sequence[Exchange]] | None = None,
    certificates: Sequence[Certificate] = (),
) -> Path:
    """Write a result as one HTML file that works without a network, and give its path.

    `against` is an earlier result to compare with; `exchanges` gives the judge calls made for a row. With `certificates`
    every judged metric says what its judge is certified for, or that none of them speaks for it.

    Raises:
        ConfigurationError: a metric was computed differently in both results, and `allow_different` is not set.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = number
    page = environment.get_template("page.html.jinja")
    path = expanded(path)
    content = _content(result, against, allow_different, title, exchanges, certificates)
    with replacing(path) as file:
        for part in page.generate(content):
            file.write(mended(part))
    return path


def _content(
    result: EvaluationResult,
    against: EvaluationResult | None,
    allow_different: bool,
    title: str | None,
    exchanges: Callable[[int], Sequence[Exchange]] | None,
    certificates: Sequence[Certificate],
) -> dict[str, Any]:
    """What the template shows. The blocks are made while it is written; the manifest comes after them."""
    comparison = None if against is None else compared(result, against, allow_different=allow_different)
    earlier = None
    if against is not None and comparison is not None:
        earlier = Earlier(against, columns_of(against), comparison.rows)
    columns, lines = columns_of(result), Lines()
    scales = [Scale.of(column) for column in columns]
    found = standings(columns, scales, len(result.dataset))
    order = worst_first(found)
    metrics = headlines(result, columns, scales, earlier.columns if earlier else (), certificates)
    rows, calls = Blocks(), Blocks(most=EXCHANGES_KEPT)

    def manifest() -> str:
        index = {
            "rows": len(result.dataset),
            "metrics": [one.to_dict() for one in metrics],
            "table": table(columns, found, order, lines, earlier),
            "blocks": [rows.of_row.get(row, -1) for row in range(len(result.dataset))],
            "characters": rows.characters,
            "exchanges": None
            if exchanges is None
            else [calls.of_row.get(row, -1) for row in range(len(result.dataset))],
            "compared": comparison is not None,
        }
        return packed(encodable_json(index))

    return {
        "title": title or _title(result),
        "assets": assets(),
        "version": version,
        "metrics": metrics,
        "cautions": cautions_of(result),
        "comparison": comparison,
        "changes": _changes(comparison),
        "worst": worst_rows(result, found, order),
        "causes": cause_groups(columns),
        "usage": usage_tables(result.usage),
        "facts": _facts(result),
        "signatures": [(one.info.name, _pretty(one.info.signature)) for one in metrics],
        "n_rows": len(result.dataset),
        "judges": sorted({info.judge for info in result.metrics if info.judge}),
        "row_blocks": rows.pack(details(result, found, lines, earlier)),
        "exchange_blocks": iter(()) if exchanges is None else calls.pack(_exchanges(order, exchanges)),
        "manifest": manifest,
    }


def _exchanges(
    order: Sequence[int], exchanges: Callable[[int], Sequence[Exchange]]
) -> Iterator[tuple[int, Any]]:
    for row in order:
        found = [
            {
                "metric": one.metric,
                "model": one.model,
                "prompt": one.prompt,
                "reply": one.reply,
                "seconds": one.seconds,
                "usage": plain(one.usage),
            }
            for one in exchanges(row)
        ]
        if found:
            yield row, found


def _changes(comparison: Compared | None) -> list[Any]:
    return [] if comparison is None else [one for one in comparison.metrics if one.changed]


def _title(result: EvaluationResult) -> str:
    name = (result.run or {}).get("name") or result.dataset.name
    return str(name) if name else "Evaluation report"


def _facts(result: EvaluationResult) -> list[tuple[str, str]]:
    """The run in facts: when, how long, with what."""
    run = dict(result.run or {})
    facts = [("Rows", f"{len(result.dataset):,}"), ("Metrics", str(len(result.metrics)))]
    if started := run.pop("started", None):
        facts.append(("Started", _moment(str(started))))
    if isinstance(seconds := run.pop("seconds", None), (int, float)):
        facts.append(("Duration", _duration(seconds)))
    if made := run.pop("version", None):
        facts.append(("Evaluated with", f"ragas {made}"))
    judges = {info.judge for info in result.metrics if info.judge}
    embeddings = {info.embeddings for info in result.metrics if info.embeddings}
    facts += [("Judge", ", ".join(sorted(judges)))] if judges else []
    facts += [("Embeddings", ", ".join(sorted(embeddings)))] if embeddings else []
    facts += [(key.replace("_", " ").capitalize(), _pretty(value)) for key, value in run.items() if value]
    return facts


def _moment(text: str) -> str:
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return text
    return f"{when:%Y-%m-%d %H:%M} {when.tzname() or ''}".rstrip()


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def _pretty(value: Any) -> str:
    return value if isinstance(value, str) else encodable_json(plain(value), indent=2)
