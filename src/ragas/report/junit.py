"""A gate as JUnit XML, the form in which continuous integration reads test results."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from ragas.evaluation.gate_checks import Check, Gate

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML 1.0 document can hold, not even escaped."""

PROPERTIES = ("figure", "low", "high", "n", "total", "needed", "only_before", "only_after", "lost", "gained")


def junit(gate: Gate, run: str) -> str:
    """The gate of a run as a JUnit document with a test case for each condition.

    What is missed is a failure, and so is what is unclear, under that type, because a viewer that shows neither
    would show it as passed. What could not be measured is an error.
    """
    cases = [_case(check, run, gate) for check in gate.checks]
    counts = {
        "tests": len(cases),
        "failures": sum(case.find("failure") is not None for case in cases),
        "errors": sum(case.find("error") is not None for case in cases),
    }
    facts = {name: str(count) for name, count in counts.items()}
    root = ElementTree.Element("testsuites", {"name": "ragas gate", **facts})
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": _held(f"ragas gate {run}"), **facts, "skipped": "0"}
    )
    suite.extend(cases)
    for difference in gate.differences:
        ElementTree.SubElement(suite, "system-out").text = _held(
            f"not the same in the baseline: {difference}"
        )
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _case(check: Check, run: str, gate: Gate) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=_held(f"ragas.{run}"),
        name=_held(f"{check.metric}: {check.condition}"),
        time="0",
    )
    properties = ElementTree.SubElement(case, "properties")
    told = check.to_dict()
    facts = {name: told[name] for name in PROPERTIES} | {"not_applicable": check.not_applicable or None}
    if check.outcome == "meets":  # the message of the others has it
        facts["note"] = check.note or None
    cautions = [caution for caution, names in gate.cautions.items() if check.metric in names.split(", ")]
    facts["caution"] = "; ".join(cautions) or None
    for name, value in facts.items():
        if value is not None:
            ElementTree.SubElement(properties, "property", name=name, value=_held(str(value)))
    if check.outcome != "meets":
        tag = "error" if check.outcome == "not measured" else "failure"
        bad = ElementTree.SubElement(case, tag, type=check.outcome, message=_held(str(check)))
        bad.text = _held("\n".join([str(check), *_rows(check)]))
    return case


def _rows(check: Check) -> list[str]:
    lines = []
    for row in check.rows:
        before = f"{row.score_before} before, " if row.row_before is not None else ""
        lines.append(f"row {row.row}: {before}{row.score}  {row.question}")
        for name, reason in (("before: ", row.reason_before), ("", row.reason)):
            if reason:
                lines.append(f"    {name}{reason}")
    return lines


def _held(text: str) -> str:
    return NOT_IN_XML.sub("", text)
