"""Names that earlier generations had and this version has not, and what to do about each."""

from __future__ import annotations

_GRADED = (
    "ContextRelevance() of ragas.metrics.collections; it grades all contexts, where context_relevancy gave a "
    "share of sentences, so the numbers differ"
)
_WITH_REFERENCE = "DomainSpecificRubrics(rubrics=..., with_reference=True) of ragas.metrics.collections"
_WITHOUT_REFERENCE = "DomainSpecificRubrics(rubrics=...) of ragas.metrics.collections"
_INSTANCE = "InstanceSpecificRubrics() of ragas.metrics.collections"
_ADAPT = "await metric.adapt_prompts(language, llm), then metric.set_prompts(**adapted)"
_SHARES = (
    "leave distributions= out, or give query_distribution=[(SingleHopSpecificQuerySynthesizer(llm=llm), 0.5), "
    "(MultiHopAbstractQuerySynthesizer(llm=llm), 0.5)] of ragas.testset.synthesizers"
)
_ANSWERS = "let your application answer each row, then evaluate(rows, metrics)"
_TYPED = "await judge.agenerate(prompt, Model) gives a reply of that model"

GONE = {
    "ragas._analytics": "nothing: there is no telemetry",
    "ragas.Project": "Dataset and @experiment, each with a backend",
    "ragas.adapt": _ADAPT,
    "ragas.adaptation": _ADAPT,
    "ragas.embeddings": "embedding_factory(...), or a class of ragas.embeddings itself",
    "ragas.evaluation.Result": "EvaluationResult of ragas.dataset_schema",
    "ragas.experimental": "the same names in ragas: experiment, Dataset, Experiment, and ragas.metrics",
    "ragas.integrations": _ANSWERS,
    "ragas.integrations.langchain": "await metric.ascore(...) inside the chain, or evaluate(rows, metrics)",
    "ragas.integrations.langsmith": "load the data set's examples as rows, then evaluate(rows, metrics)",
    "ragas.integrations.llama_index": _ANSWERS,
    "ragas.langchain": "EvaluatorChain of ragas.integrations.langchain, or await metric.ascore(...) inside the chain",
    "ragas.langsmith": "ragas.integrations.langsmith",
    "ragas.llama_index": "ragas.integrations.llama_index",
    "ragas.llms": 'llm_factory("provider:model")',
    "ragas.llms.LangchainLLM": "the model itself",
    "ragas.llms.adapters": 'llm_factory("provider:model")',
    "ragas.llms.base.LangchainLLM": "the model itself",
    "ragas.llms.base.instructor_llm_factory": 'llm_factory("model", provider=..., client=...)',
    "ragas.llms.json_load": _TYPED,
    "ragas.llms.output_parser": _TYPED,
    "ragas.llms.prompt": "JudgePrompt of ragas.prompt",
    "ragas.metrics": "a metric of ragas.metrics.collections; its prompts: metric.get_prompts()",
    "ragas.metrics.ContextRelevancy": _GRADED,
    "ragas.metrics.InstanceRubricsScoreWithoutReference": _INSTANCE,
    "ragas.metrics.InstanceRubricsWithReference": _INSTANCE,
    "ragas.metrics.InstanceRubricsWithoutReference": _INSTANCE,
    "ragas.metrics.LabelledRubricsScore": _WITH_REFERENCE,
    "ragas.metrics.ReferenceFreeRubricsScore": _WITHOUT_REFERENCE,
    "ragas.metrics.RubricsScoreWithReference": _WITH_REFERENCE,
    "ragas.metrics.RubricsScoreWithoutReference": _WITHOUT_REFERENCE,
    "ragas.metrics.base.EvaluationMode": "nothing: a metric says itself which columns it takes",
    "ragas.metrics.collections": "import it from ragas.metrics.collections itself; its prompts: metric.get_prompts()",
    "ragas.metrics.context_relevancy": _GRADED,
    "ragas.metrics.labelled_rubrics_score": _WITH_REFERENCE,
    "ragas.metrics.noise_sensitivity_irrelevant": (
        'NoiseSensitivity(mode="irrelevant") of ragas.metrics.collections'
    ),
    "ragas.metrics.noise_sensitivity_relevant": 'NoiseSensitivity(mode="relevant") of ragas.metrics.collections',
    "ragas.metrics.reference_free_rubrics_score": _WITHOUT_REFERENCE,
    "ragas.metrics.rubrics_score_with_reference": _WITH_REFERENCE,
    "ragas.metrics.rubrics_score_without_reference": _WITHOUT_REFERENCE,
    "ragas.optimizers": "an optimizer of ragas.optimizers itself",
    "ragas.project": "Dataset and @experiment, each with a backend",
    "ragas.prompt": "JudgePrompt, or another class of ragas.prompt itself",
    "ragas.sdk": "result.save(path), or ragas report",
    "ragas.testset.docstore": "nothing: generator.knowledge_graph holds what was read",
    "ragas.testset.evolutions": _SHARES,
    "ragas.testset.evolutions.multi_context": "MultiHopAbstractQuerySynthesizer(llm=llm) of ragas.testset.synthesizers",
    "ragas.testset.evolutions.reasoning": "MultiHopSpecificQuerySynthesizer(llm=llm) of ragas.testset.synthesizers",
    "ragas.testset.evolutions.simple": "SingleHopSpecificQuerySynthesizer(llm=llm) of ragas.testset.synthesizers",
    "ragas.testset.extractor": "an extractor of ragas.testset.transforms",
    "ragas.testset.filters": "CustomNodeFilter of ragas.testset.transforms",
    "ragas.testset.prompts": "the prompts of the synthesizers: synthesizer.get_prompts()",
    "ragas.testset.synthesizers.AbstractQuerySynthesizer": "MultiHopAbstractQuerySynthesizer",
    "ragas.testset.synthesizers.ComparativeAbstractQuerySynthesizer": "MultiHopAbstractQuerySynthesizer",
    "ragas.testset.synthesizers.SpecificQuerySynthesizer": "SingleHopSpecificQuerySynthesizer",
    "ragas.testset.synthesizers.abstract_query": (
        "MultiHopAbstractQuerySynthesizer of ragas.testset.synthesizers"
    ),
    "ragas.testset.synthesizers.base_query": (
        "SingleHopQuerySynthesizer or MultiHopQuerySynthesizer of ragas.testset.synthesizers"
    ),
    "ragas.testset.synthesizers.specific_query": (
        "SingleHopSpecificQuerySynthesizer of ragas.testset.synthesizers"
    ),
    "ragas_experimental": "the same names in ragas: experiment, Dataset, Experiment, and ragas.metrics",
}
"""By module or name; the longest one that fits counts."""

DISTRIBUTIONS = _SHARES

FIRST_METRICS = {"AspectCritique": "AspectCritic", "context_utilization": "ContextUtilization()"}
"""Metrics that only the first generation had under these names, and the same of today."""

CRITIQUE = frozenset({"ragas.metrics.critique", "ragas.metrics._aspect_critic"})
"""Where ready-made critics were."""


def aspects() -> dict[str, str]:
    """The ready-made critics of the first generation with what each asks."""
    from ragas.metrics._aspect_critic import SUPPORTED_ASPECTS

    return {one.name: str(vars(one)["definition"]) for one in SUPPORTED_ASPECTS}
