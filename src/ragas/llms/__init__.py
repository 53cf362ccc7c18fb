"""Judges: the models that grade, whoever serves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if (
    TYPE_CHECKING
):  # names of the first generation and check_judge live above this package and are found by name only
    from ragas.evaluation.judge_check import check_judge
    from ragas.llms.adapt import as_judge
    from ragas.llms.default import default_judge
    from ragas.llms.factory import llm_factory
    from ragas.llms.judge import Image, Judge, StepJudge, Usefulness, Verdict
    from ragas.llms.judge import Judge as InstructorBaseRagasLLM
    from ragas.llms.judge import Reply as InstructorTypeVar
    from ragas.llms.model_judge import ModelJudge

_HOME = {
    "BaseRagasLLM": "ragas.legacy.llms",
    "Image": "ragas.llms.judge",
    "InstructorBaseRagasLLM": "ragas.llms.judge:Judge",
    "InstructorLLM": "ragas.legacy.instructor",
    "InstructorTypeVar": "ragas.llms.judge:Reply",
    "Judge": "ragas.llms.judge",
    "LangchainLLMWrapper": "ragas.legacy.llms",
    "LlamaIndexLLMWrapper": "ragas.legacy.llms",
    "LocalJudge": "ragas.llms.local",
    "ModelJudge": "ragas.llms.model_judge",
    "StepJudge": "ragas.llms.judge",
    "Usefulness": "ragas.llms.judge",
    "Verdict": "ragas.llms.judge",
    "as_judge": "ragas.llms.adapt",
    "check_judge": "ragas.evaluation.judge_check",
    "default_judge": "ragas.llms.default",
    "llm_factory": "ragas.llms.factory",
}

__all__ = [
    "BaseRagasLLM",
    "Image",
    "InstructorBaseRagasLLM",
    "InstructorLLM",
    "InstructorTypeVar",
    "Judge",
    "LangchainLLMWrapper",
    "LlamaIndexLLMWrapper",
    "LocalJudge",
    "ModelJudge",
    "StepJudge",
    "Usefulness",
    "Verdict",
    "as_judge",
    "check_judge",
    "default_judge",
    "llm_factory",
]


__getattr__, __dir__ = door(__name__, _HOME)
