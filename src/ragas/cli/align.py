"""`ragas align`: how far a judge agrees with people, and a certificate of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ragas.cli.exits import ALIGN_MISSES, told_plainly
from ragas.cli.gate import conditions
from ragas.cli.options import Map, column_map, items, joined, read
from ragas.cli.printing import show, show_json
from ragas.cli.run_choice import loaded
from ragas.engine.run_config import RunConfig
from ragas.evaluation.alignment import Alignment, align
from ragas.evaluation.alignment_run import probe, score_labelled
from ragas.evaluation.certificate import FILE, Certificate, certify, read_certificate, write_certificate
from ragas.evaluation.labels import HumanLabels, read_labels
from ragas.exceptions import ConfigurationError, InputError
from ragas.metrics.catalogue import metrics_named
from ragas.report.alignment import AlignmentTable, Disagreements
from ragas.report.terminal import Folded
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import READERS
from ragas.schema.paths import expanded
from ragas.schema.result import EvaluationResult

OLD = ".old"
"""What is added to the name of a certificate that a newer one takes the place of."""


def align_command(
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA_OR_RUN", help="A file of samples, or a run in runs/ by its name or path."
        ),
    ],
    labels: Annotated[
        Path, typer.Option(metavar="FILE", help="Labels of people: .jsonl, .json, .csv or .parquet.")
    ],
    metric: Annotated[str, typer.Option(metavar="NAME", help="The metric to compare with them.")],
    column: Annotated[
        str | None,
        typer.Option(help="The column of the labels; by default the one named as the metric, else label."),
    ] = None,
    second: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of a second annotator's labels.")
    ] = None,
    annotators: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B", help="Whose labels to take, where a column annotator names more than two."
        ),
    ] = None,
    positive: Annotated[
        str | None,
        typer.Option(metavar="LABEL", help="The good one of two labels, where nothing else tells."),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(help="From which score on a row is good; without it the best one on half of the rows."),
    ] = None,
    llm: Annotated[
        str | None, typer.Option(help="The judge: provider:model, or local. Without it the configured one.")
    ] = None,
    embeddings: Annotated[str | None, typer.Option(help="The embeddings: provider:model, or local.")] = None,
    renamed: Map = None,
    repeats: Annotated[
        int, typer.Option(min=1, help="Judge every row N times, to see how often the judge says the same.")
    ] = 1,
    probes: Annotated[
        bool,
        typer.Option(
            "--probes",
            help="Judge again with contexts reversed and with padded answers, to see what that moves.",
        ),
    ] = False,
    minimum: Annotated[
        list[str] | None,
        typer.Option(
            "--min", metavar="FIGURE=NUMBER", help="What is required of the judge: --min kappa=0.6, say."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the certificate is written.")] = Path(FILE),
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite whatever is there instead of the certificate.")
    ] = False,
    worst: Annotated[int, typer.Option(min=0, help="How many disagreements to show.")] = 5,
    seed: Annotated[int, typer.Option(help="Of the half the threshold is chosen on.")] = 0,
    max_workers: Annotated[
        int, typer.Option(min=1, help="How many judge calls may be under way at once.")
    ] = 16,
    cache: Annotated[bool, typer.Option("--cache", help="Keep the judge's replies in .ragas/cache.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the certificate and the disagreements as JSON.")
    ] = False,
) -> None:
    """Compare the scores of a metric with labels of people, and write a certificate of the judge.

    Labels say which sample they are of in a column id, else row (counted from 0). Figures have 95 % intervals.

    Exit codes: 0 done, 1 could not run, 2 less than --min requires, or wrong options.
    """
    columns = column_map(renamed)
    with told_plainly():
        required = conditions(minimum, "--min")
        if isinstance(required, float):
            raise InputError(f"--min {required:g} names no figure: --min kappa={required:g}, say.")
        scored = _run(data)
        if scored is not None and (llm or embeddings or columns or probes or repeats > 1):
            raise ConfigurationError(
                "The scores of a run are there already: --llm, --embeddings, --map, --repeats and --probes are for DATA."
            )
        measured: Any = None
        if scored is None:
            (measured,) = metrics_named([metric])
            metric = measured.name
        elif metric not in scored.metric_names:
            raise InputError(f"The run has no metric {metric!r}; it has {', '.join(scored.metric_names)}.")
        dataset = read(Path(data), columns) if scored is None else scored.dataset
        assert isinstance(dataset, EvaluationDataset)  # nothing was said of streaming
        people = read_labels(
            labels,
            dataset,
            metric=metric,
            column=column,
            second=second,
            annotators=items(joined(annotators) or "") or None,
        )
        replaced = None if force else _replaced(out, metric, people)
        settings: dict[str, Any] = {
            "llm": llm,
            "embeddings": embeddings,
            "cache": cache,
            "show_progress": not as_json,
            "run_config": RunConfig(max_workers=max_workers),
        }
        if scored is None:
            scored = score_labelled(dataset, people.rows, measured, repeats=repeats, **settings)
        found = align(scored, people, metric, threshold=threshold, positive=positive, seed=seed, worst=worst)
        if probes:
            moved = probe(scored, people.rows, measured, threshold=found.threshold, seed=seed, **settings)
            found = replace(found, probes=[*found.probes, *moved])
        certificate = certify(found, required)
        if replaced is not None:
            expanded(out).replace(replaced)
        path = write_certificate(certificate, out)
        if as_json:
            show_json(
                {**certificate.to_dict(), "disagreements": [one._asdict() for one in found.disagreements]}
            )
        else:
            _show(found, certificate, path, replaced)
    if not certificate.passed:
        raise typer.Exit(ALIGN_MISSES)


def _replaced(out: Path, metric: str, people: HumanLabels) -> Path | None:
    """Where the certificate that is at `out` is to be kept, as it is of other labels; None if there is none to keep.

    Raises:
        InputError: what is there is of another metric, or is no certificate.
    """
    path = expanded(out)
    if not path.exists():
        return None
    advice = "Give another file with --out, or overwrite it with --force."
    try:
        there = read_certificate(path)
    except InputError as error:
        raise InputError(
            f"{str(path)!r} is there already, and is no certificate to replace. {advice}"
        ) from error
    if there.metric != metric:
        raise InputError(f"{str(path)!r} is the certificate of {there.metric}, not of {metric}. {advice}")
    return None if there.labels_hash == people.hash else path.with_name(path.name + OLD)


def _show(found: Alignment, certificate: Certificate, path: Path, replaced: Path | None) -> None:
    show(AlignmentTable(found), Disagreements(found))
    lines: Sequence[Text] = [Text(f"Certificate: {path}")]
    if replaced is not None:
        lines = [*lines, Text(f"The one that was there is of other labels; it is kept as {replaced}")]
    if not certificate.agreement:
        said = (
            "It certifies nothing: no figure of agreement can be computed, as where all labels are the same."
        )
        lines = [*lines, Text(said, style="yellow")]
    if certificate.required:
        wanted = ", ".join(f"{name} {least:g}" for name, least in certificate.required.items())
        said = "reaches" if certificate.passed else "does not surely reach"
        style = "green" if certificate.passed else "bold red"
        sign = "✓" if certificate.passed else "✗"
        lines = [Text(f"{sign} The judge {said} what is required: {wanted}.", style=style), *lines]
    show(Text(), *(Folded(line, rest=2) for line in lines))


def _run(data: str) -> EvaluationResult | None:
    """The result that DATA_OR_RUN names, None if it is a file of samples."""
    path = Path(data)
    suffix = path.suffix.lower()
    if suffix in READERS and path.is_file():
        if suffix != ".json":
            return None
        try:
            return EvaluationResult.load(path)
        except InputError:  # a list of samples, then; what is wrong with that is told when it is read
            return None
    if data == "-" or suffix in READERS:
        return None
    return loaded(data)
