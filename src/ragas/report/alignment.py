"""Judge and people side by side in the terminal: figures, verdicts against labels, probes, and where they part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.report.aligned import aligned, one_line
from ragas.report.terminal import Folded

if TYPE_CHECKING:
    from ragas.evaluation.alignment import Alignment
    from ragas.evaluation.alignment_figures import Figure, Figures
    from ragas.evaluation.alignment_rows import Disagreement

NAMES = {
    "auroc": "AUROC",
    "spearman": "Spearman",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "kappa": "Cohen's kappa",
    "weighted_kappa": "weighted kappa",
    "alpha": "Krippendorff's alpha",
}
NOTHING = "–"
LONGEST_QUESTION = 200
LONGEST_REASON = 600


class AlignmentTable:
    """The figures of agreement with their intervals; with a second annotator, those of each pair side by side."""

    def __init__(self, alignment: Alignment) -> None:
        self.found = alignment

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        found = self.found
        judge = f", judge {found.info.judge}" if found.info.judge else ""
        yield Folded(
            Text(f"{found.info.name}{judge}: {found.n_scored} of {found.n_labelled} labelled rows scored"),
            rest=2,
        )
        yield Text()
        yield from self._figures(width)
        yield Text()
        for line in self._said():
            yield Folded(Text(line), rest=2)
        yield from self._confusion(width)
        yield from self._probes(width)
        for note in found.notes:
            yield Folded(Text(f"Note: {note}", style="yellow"), rest=2)
        if found.info.caution:
            yield Folded(Text(f"{found.info.judge}: {found.info.caution}", style="yellow"), rest=2)

    def _figures(self, width: int) -> Iterator[Text | Folded]:
        found = self.found
        of_judge = found.figures
        if not found.ceiling:
            table = [_bold("", "judge and people", f"{100 * found.level:g} %", "rows")]
            table += [
                [Text(NAMES[name]), Text(_value(one)), Text(_between(one)), Text(str(one.n))]
                for name, one in of_judge.items()
            ]
        else:
            first, second = found.labels.annotators
            table = [_bold("", f"judge, {first}", f"judge, {second}", f"{first}, {second}")]
            table += [
                [
                    Text(NAMES[name]),
                    *(Text(_whole(figures, name)) for figures in (of_judge, found.second, found.ceiling)),
                ]
                for name in of_judge
            ]
        lines = aligned(table, width, right=frozenset({3}) if not found.ceiling else frozenset())
        if lines:
            yield from lines
            return
        for name, figure in of_judge.items():
            yield Folded(
                Text(f"{NAMES[name]}: {_value(figure)} ({_between(figure)}), {figure.n} rows"), rest=2
            )
        for title, figures in (("second annotator", found.second), ("between annotators", found.ceiling)):
            for name in figures:
                yield Folded(Text(f"{title}, {NAMES[name]}: {_whole(figures, name)}"), rest=2)

    def _said(self) -> Iterator[str]:
        found = self.found
        up = "at least" if found.info.higher_is_better else "at most"
        if found.threshold is not None and found.threshold_from != "verdicts":
            how = {
                "chosen": f"chosen on {found.n_threshold} rows; verdicts are judged on the others",
                "given": "as given",
                "middle": "the middle of the range",
            }[found.threshold_from]
            yield f"Good is a score of {up} {found.threshold:.3f}, {how}."
        if found.base_rate and found.judge_rate:
            yield (
                f"Of {found.base_rate.n} rows people call {_percent(found.base_rate)} good, "
                f"the judge {_percent(found.judge_rate)}."
            )
        if found.ceiling:
            n = max(figure.n for figure in found.ceiling.values())
            yield (f"The two annotators share {n} rows; no judge can be seen to be better than they agree.")

    def _confusion(self, width: int) -> Iterator[Text]:
        counts = self.found.confusion
        if not counts:
            return
        columns = list(counts)
        table = [_bold("people \\ judge", *map(_grade, columns))]
        table += [[Text(_grade(row)), *(Text(str(counts[row][one])) for one in columns)] for row in columns]
        if lines := aligned(table, width, right=frozenset(range(1, len(columns) + 1))):
            yield Text()
            yield from lines

    def _probes(self, width: int) -> Iterator[Text | Folded]:
        if not self.found.probes:
            return
        yield Text()
        table = [
            [Text(one.name), Text(_signed(one.figure)), Text(_between(one.figure))]
            for one in self.found.probes
        ]
        yield from aligned(table, width, right=frozenset({1})) or (
            Folded(Text(f"{one.name}: {_signed(one.figure)} {_between(one.figure)}".rstrip()), rest=2)
            for one in self.found.probes
        )


class Disagreements:
    """The rows on which judge and people are furthest apart, with both reasons."""

    def __init__(self, alignment: Alignment) -> None:
        self.found = alignment

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.found.disagreements:
            yield Text("\nFurthest apart", style="bold")
        for one in self.found.disagreements:
            yield from self._row(one, options.max_width)

    def _row(self, one: Disagreement, width: int) -> Iterator[Text | Folded]:
        line = Text(f"  row {one.row:<4} people {_grade(one.human)}, judge {_grade(one.score)}")
        if one.verdict and isinstance(one.score, float):
            line.append(f" ({one.verdict})")
        line.append(f"  {one_line(one.question, LONGEST_QUESTION)}", style="dim")
        line.rstrip()
        line.truncate(width, overflow="ellipsis")
        yield line
        for name, reason in (("people", one.human_reason), ("judge", one.judge_reason)):
            if reason:
                yield Folded(Text(f"{name}: {one_line(str(reason), LONGEST_REASON)}"), first=6, rest=6)


def _bold(*names: str) -> list[Text]:
    return [Text(name, style="bold") for name in names]


def _value(figure: Figure) -> str:
    return NOTHING if figure.value != figure.value else f"{figure.value:.3f}"


def _signed(figure: Figure) -> str:
    """A figure that may be below 0, without a minus before zeros."""
    value = _value(figure)
    return value.removeprefix("-") if value.strip("-0.") == "" else value


def _between(figure: Figure) -> str:
    return f"{figure.interval.low:.3f} to {figure.interval.high:.3f}" if figure.interval else ""


def _whole(figures: Figures, name: str) -> str:
    """A figure with its interval, short enough for three of them in a line: ".61 (.50, .72)"."""
    figure = figures.get(name)
    if figure is None or figure.value != figure.value:
        return NOTHING
    if figure.interval is None:
        return _short(figure.value)
    return f"{_short(figure.value)} ({_short(figure.interval.low)}, {_short(figure.interval.high)})"


def _short(value: float) -> str:
    return f"{value:.2f}".replace("0.", ".")


def _percent(figure: Figure) -> str:
    return f"{figure.value * 100:.0f} %"


def _grade(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:.3g}"
