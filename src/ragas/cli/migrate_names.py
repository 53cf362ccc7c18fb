"""What earlier versions called things, and what stands for them now."""

from __future__ import annotations

from collections.abc import Mapping

METRICS_NOW = "ragas.metrics.collections"

OLD_DEFAULT_NAMES = {
    "AnswerAccuracy": "nv_accuracy",
    "AnswerSimilarity": "answer_similarity",
    "ContextRelevance": "nv_context_relevance",
    "InstanceRubrics": "instance_rubrics",
    "LLMContextPrecisionWithReference": "llm_context_precision_with_reference",
    "LLMContextPrecisionWithoutReference": "llm_context_precision_without_reference",
    "LLMSQLEquivalence": "llm_sql_equivalence_with_reference",
    "MultiModalFaithfulness": "faithful_rate",
    "MultiModalRelevance": "relevance_rate",
    "ResponseGroundedness": "nv_response_groundedness",
    "answer_similarity": "answer_similarity",
    "multimodal_faithness": "faithful_rate",
    "multimodal_relevance": "relevance_rate",
}
"""Old metrics whose column had another name; it is kept, so that what reads it goes on working."""

OLD_POSITIONS = {
    "AspectCritic": ("name", "definition", "llm"),
    "SimpleCriteriaScore": ("name", "definition", "llm"),
    "RubricsScore": ("name", "rubrics", "llm"),
}
"""What the positional arguments of old classes mean; those of the others meant nothing anybody sets."""

OLD_SETTINGS = {"_distance_measure": "distance_measure"}

UNBOUNDED = frozenset({"SimpleCriteriaScore"})
"""Old metrics that took any number, where the new one has bounds unless told otherwise."""

WITHOUT_EFFECT = frozenset({"max_retries", "output_type"})
"""Arguments of old metrics that change no score."""

OLD_METHODS = frozenset(
    {
        "adapt_prompts",
        "get_required_columns",
        "init",
        "load_prompts",
        "multi_turn_ascore",
        "multi_turn_score",
        "required_columns",
        "save_prompts",
        "set_run_config",
        "single_turn_ascore",
        "single_turn_score",
        "train",
    }
)
"""What only the old classes have."""

OLD_TYPES = frozenset(
    {
        "BaseRagasEmbeddings",
        "BaseRagasLLM",
        "Metric",
        "MetricWithEmbeddings",
        "MetricWithLLM",
        "MultiTurnMetric",
        "SingleTurnMetric",
    }
)
"""Types that what stands for old metrics and wrappers is not of."""

OFTEN_OTHERS = frozenset({"init", "train"})
"""Old methods whose names are common elsewhere."""

WRAPPED_METHODS = frozenset(
    {"agenerate_text", "embed_text", "embed_texts", "generate_text", "is_finished", "langchain_llm"}
)
"""What only wrappers have, and not what they wrap."""

SCORE_CALLS = {
    "multi_turn_ascore": "ascore",
    "multi_turn_score": "score",
    "single_turn_ascore": "ascore",
    "single_turn_score": "score",
}

WRAPPERS = {
    "LangchainEmbeddingsWrapper": "embeddings",
    "LangchainLLMWrapper": "langchain_llm",
    "LlamaIndexEmbeddingsWrapper": "embeddings",
    "LlamaIndexLLMWrapper": "llm",
}
"""Wrappers that are not needed any more, with the name of what they wrap."""

WRAPPER_HOMES = (
    "ragas.embeddings",
    "ragas.embeddings.base",
    "ragas.llms",
    "ragas.llms.base",
)

RENAMED = {
    "ragas.embeddings.BaseRagasEmbedding": "Embedder",
    "ragas.embeddings.RagasBaseEmbedding": "Embedder",
    "ragas.exceptions.LLMDidNotFinishException": "TruncatedReplyError",
    "ragas.exceptions.RagasException": "RagasError",
    "ragas.exceptions.RagasOutputParserException": "ReplyError",
    "ragas.llms.InstructorBaseRagasLLM": "Judge",
}
"""Names that mean the same object as a newer one in the same module."""

EVALUATE = frozenset(
    {
        "ragas.aevaluate",
        "ragas.evaluate",
        "ragas.evaluation.aevaluate",
        "ragas.evaluation.evaluate",
    }
)
NOT_NEEDED = frozenset({"allow_nest_asyncio", "batch_size", "in_ci", "is_async"})
"""Arguments of `evaluate` that change nothing, or are refused."""

ADVICE = {
    "ragas.cost": "nothing to set up: result.usage, result.total_tokens(), result.total_cost()",
    "ragas.embeddings.HaystackEmbeddingsWrapper": "a function from text to vector",
    "ragas.embeddings.HuggingfaceEmbeddings": 'embedding_factory("huggingface", model=...)',
    "ragas.embeddings.LiteLLMEmbeddings": 'embedding_factory("openai", model=..., base_url=...) with the proxy',
    "ragas.llms.HaystackLLMWrapper": "a function from prompt to reply: llm=function",
    "ragas.llms.InstructorLLM": 'llm_factory("model", provider=..., client=...)',
    "ragas.llms.LiteLLMStructuredLLM": 'llm_factory("provider:model")',
    "ragas.llms.OCIGenAIWrapper": "an OpenAI-compatible endpoint by base_url=, or LangChain's model for OCI",
    "ragas.llms.instructor_llm_factory": 'llm_factory("model", provider=..., client=...)',
    "ragas.llms.oci_genai_factory": "an OpenAI-compatible endpoint by base_url=, or LangChain's model for OCI",
    "ragas.metrics.critique": 'AspectCritic(name="...", definition="...") of ragas.metrics.collections',
    "ragas.metrics._aspect_critic": 'AspectCritic(name="...", definition="...") of ragas.metrics.collections',
}
"""For modules and names that are gone or have no single replacement, what to do; the longest one that fits counts."""

LANGCHAIN_OPENAI = frozenset(
    {"AzureChatOpenAI", "AzureOpenAIEmbeddings", "ChatOpenAI", "OpenAI", "OpenAIEmbeddings"}
)
OLD_LANGCHAIN = (
    "langchain.",
    "langchain_community.chat_models",
    "langchain_community.embeddings",
    "langchain_community.llms",
)


def advice(name: str, known: Mapping[str, str] = ADVICE) -> str | None:
    """What to do about a module or a name of one."""
    found = [one for one in known if name == one or name.startswith(f"{one}.")]
    return known[max(found, key=len)] if found else None
