"""Code for 0.4.3 finds its names where they were, and its keywords are taken."""

from __future__ import annotations

import inspect
import json
import warnings
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

NAMES: dict[str, dict[str, dict[str, str]]] = json.loads(
    Path(__file__).with_name("names_of_0_4_3.json").read_text(encoding="utf-8")
)
"""Module, name, and for what can be called the names of its parameters: those of the object under "", of methods by name."""

LEFT_OUT = {
    "ragas.cache:EXCLUDE_KEYS": "how a key is made is the cache's own business",
    "ragas.embeddings*:HaystackEmbeddingsWrapper": "a function from text to vector does it",
    "ragas.embeddings*:HuggingfaceEmbeddings": "HuggingFaceEmbeddings, or LangChain's as they are",
    "ragas.embeddings*:LiteLLMEmbeddings": "a proxy speaks OpenAI's protocol",
    "ragas.embeddings.base:DEFAULT_MODEL_NAME": "of HuggingfaceEmbeddings",
    "ragas.integrations.helicone:HeliconeSingleton": "helicone_config is the one configuration",
    "ragas.llms*:HaystackLLMWrapper": "a function from prompt to reply does it",
    "ragas.llms*:LiteLLMStructuredLLM": "llm_factory does it",
    "ragas.llms*:OCIGenAIWrapper": "an endpoint that speaks OpenAI's protocol, or LangChain's model",
    "ragas.llms*:oci_genai_factory": "an endpoint that speaks OpenAI's protocol, or LangChain's model",
    "ragas.llms.adapters*:*": "llm_factory chooses by itself how a reply is asked for",
    "ragas.llms.base:MULTIPLE_COMPLETION_SUPPORTED": "several completions are several calls, of any model",
    "ragas.llms.base:is_multiple_completion_supported": "several completions are several calls, of any model",
    "ragas.cli:evals|quickstart": "modules of these names are there; the commands do it",
    "ragas.metrics._*:*Answer|*Classification|*Classifications|*Input|*InputWith*|*Output|*Prompt|claim_decomposition_examples": "prompts and the models of replies are others: metric.get_prompts()",
    "ragas.metrics._answer_correctness:ClassificationWithReason|CorrectnessClassifier|QuestionAnswerGroundTruth|StatementsWithReason": "prompts and the models of replies are others: metric.get_prompts()",
    "ragas.metrics._context_*:EntitiesList|QAC|QCA|Verification": "prompts and the models of replies are others: metric.get_prompts()",
    "ragas.metrics._domain_specific_rubrics:ScoreFeedback": "prompts and the models of replies are others: metric.get_prompts()",
    "ragas.metrics._summarization:AnswersGenerated|ExtractedKeyphrases|QuestionsGenerated|SummaryAndQuestions": "prompts and the models of replies are others: metric.get_prompts()",
    "ragas.metrics.collections.*.metric:*": "a metric is one module: ragas.metrics.collections.faithfulness",
    "ragas.metrics.collections.*.util:*": "prompts and the models of replies are others: metric.get_prompts()",
    "ragas.metrics.collections.example_metric:*": "an example, which the documentation has",
    "ragas.optimizers.dspy_adapter:*_dspy_*|setup_dspy_llm": "parts of DSPyOptimizer, which is there",
    "ragas.optimizers.dspy_llm_wrapper:*": "parts of DSPyOptimizer, which is there",
    "ragas.optimizers.genetic:CrossOver*|Feedback*|F*Examples|MIN_*|O*Instruction|Parent*|RAGAS_*|Reverse*": "prompts and parts of GeneticOptimizer, which is there",
    "ragas.prompt.multi_modal_prompt:ALLOW*|COMMON_*|DISALLOWED_*|MAX_*|REQUESTS_*|ImageUrl*|TextContent": "pictures are read by another rule: image_folder=",
    "ragas.prompt.pydantic_prompt:Fix*|fix*|OutputString*|RagasOutputParser|To*|Trans*|trans*|is_langchain_llm": "a reply is read by the judge, and translated by adapt()",
    "ragas.utils:ProgressBarManager": "a run shows its progress itself",
}
"""Names that are not here, and why; `docs/migrating.md` tells them to users."""

KEYWORDS_LEFT_OUT = {
    "ragas.dataset_schema.EvaluationResult": "evaluate makes it, of other parts",
}

MISSING = object()


def found(module: str, name: str) -> Any:
    """The object of that name, or MISSING; a submodule that happens to have the name is none, unless it can be called."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # first-generation names say what to use
        try:
            one = getattr(import_module(module), name, MISSING)
            return MISSING if isinstance(one, ModuleType) and not callable(one) else one
        except ModuleNotFoundError as error:
            if not module.startswith(error.name or "?"):
                raise  # the module is there, and needs a package that is not
            return MISSING


def matches(what: str, module: str, name: str) -> bool:
    """Whether an entry of LEFT_OUT, `modules:names|names`, is about this one."""
    modules, _, names = what.partition(":")
    return fnmatchcase(module, modules) and any(fnmatchcase(name, one) for one in names.split("|"))


def reason(module: str, name: str) -> str | None:
    """Why a name may be missing."""
    return next((why for what, why in LEFT_OUT.items() if matches(what, module, name)), None)


@pytest.mark.parametrize("module", NAMES)
def test_names_of_0_4_3_import(module: str) -> None:
    """What a module of 0.4.3 gave, it gives here, but for names that are left out for a reason."""
    missing = [name for name in NAMES[module] if found(module, name) is MISSING]
    assert [name for name in missing if reason(module, name) is None] == []


@pytest.mark.parametrize("module", NAMES)
def test_what_could_be_called_can_be_called(module: str) -> None:
    """A function or class of 0.4.3 is no constant here."""
    objects = [found(module, name) for name, signatures in NAMES[module].items() if signatures]
    assert [one for one in objects if one is not MISSING and not callable(one)] == []


@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_is_left_out_is_not_there(what: str) -> None:
    """The list of what is left out names nothing that 0.4.3 did not have, and something that is missing here."""
    modules, _, names = what.partition(":")
    for name in names.split("|"):
        alike = [
            (module, one)
            for module in NAMES
            for one in NAMES[module]
            if matches(f"{modules}:{name}", module, one)
        ]
        assert any(found(*one) is MISSING for one in alike), name


@pytest.mark.parametrize("module", NAMES)
def test_keywords_of_0_4_3_are_taken(module: str) -> None:
    """Every parameter that a class, method or function of 0.4.3 had can be given by its name."""
    refused = [
        f"{name}.{method}({keyword}=)"
        for name, signatures in NAMES[module].items()
        if f"{module}.{name}" not in KEYWORDS_LEFT_OUT
        for method, keywords in signatures.items()
        for keyword in set(keywords.split()) - taken(found(module, name), method, keywords)
    ]
    assert refused == []


def taken(owner: Any, method: str, keywords: str) -> set[str]:
    """The keywords that an object, or a method of it, takes; all where it does not tell or is not there."""
    called: Any = getattr(owner, method, MISSING) if method else owner
    try:
        parameters = inspect.signature(called).parameters.values()
    except (TypeError, ValueError):
        return set(keywords.split())
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return set(keywords.split()) - refused_settings(owner, keywords if not method else "")
    return {one.name for one in parameters if one.kind is not one.POSITIONAL_ONLY}


def refused_settings(owner: Any, keywords: str) -> set[str]:
    """The settings that a first-generation metric says it does not have."""
    if getattr(owner, "__module__", "").startswith("ragas.legacy.metrics"):
        for keyword in keywords.split():
            try:
                owner(**{keyword: None})
            except TypeError as error:
                if "has no setting" in str(error):
                    return {keyword}
            except ValueError:
                pass  # None is no value of it, so it is known
    return set()
