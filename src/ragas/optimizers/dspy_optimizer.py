"""DSPyOptimizer: instructions found by DSPy's MIPROv2 or GEPA."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ragas._extras import optional
from ragas.engine.event_loop import call_in_thread
from ragas.exceptions import ConfigurationError
from ragas.optimizers.candidates import Prompts
from ragas.optimizers.dspy_adapter import (
    critic,
    examples_of,
    instructions_of,
    language_model,
    only_given,
    program_of,
    scorer,
)
from ragas.optimizers.optimizer import Optimizer
from ragas.optimizers.task import Task


@dataclass
class DSPyOptimizer(Optimizer):
    """Lets DSPy (extra `dspy`) look for instructions; the metric itself is what is measured.

    `method` is "miprov2", which proposes instructions and searches among them, or "gepa", which reflects on mistakes;
    `llm` is the model that proposes. `auto` is DSPy's own budget; with None, `num_candidates` (MIPROv2) or
    `max_metric_calls` (GEPA) is. DSPy's `bootstrapped` and `labeled` demos are taken as they were in earlier versions and
    not used: the examples a prompt shows have its own form, and `DemonstrationOptimizer` finds them.
    """

    num_candidates: int = 10
    max_bootstrapped_demos: int = 5
    max_labeled_demos: int = 5
    init_temperature: float = 1.0
    auto: Literal["light", "medium", "heavy"] | None = "light"
    num_threads: int | None = None
    max_errors: int | None = None
    seed: int = 9
    verbose: bool = False
    track_stats: bool = True
    log_dir: str | None = None
    metric_threshold: float | None = None
    cache: Any = None
    method: Literal["miprov2", "gepa"] = field(default="miprov2", kw_only=True)
    max_metric_calls: int | None = field(default=None, kw_only=True)

    settings: tuple[str, ...] = field(
        default=("held_out", "seed", "num_candidates", "auto", "num_threads", "method", "max_metric_calls"),
        init=False,
        repr=False,
    )

    def __post_init__(self) -> None:
        for name in ("num_candidates", "init_temperature"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be positive, not {getattr(self, name)!r}")
        for name in ("max_bootstrapped_demos", "max_labeled_demos"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be non-negative, not {getattr(self, name)!r}")
        for name in ("num_threads", "max_errors", "max_metric_calls"):
            if getattr(self, name) is not None and getattr(self, name) <= 0:
                raise ValueError(f"{name} must be positive, not {getattr(self, name)!r}")
        if self.auto not in ("light", "medium", "heavy", None):
            raise ValueError(f"auto must be 'light', 'medium', 'heavy' or None, not {self.auto!r}")
        if self.method not in ("miprov2", "gepa"):
            raise ValueError(f"method must be 'miprov2' or 'gepa', not {self.method!r}")

    def check(self) -> None:
        """Refuse to start without a metric, a model that writes instructions, or DSPy."""
        super().check()
        if self.llm is None:
            raise ConfigurationError(
                "No llm provided for optimization: set optimizer.llm = llm_factory(...)."
            )
        optional("dspy", extra="dspy", purpose="DSPyOptimizer")

    async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
        """The instructions that DSPy finds best on the training samples."""
        return await call_in_thread(self._compiled, task, dict(settings))

    def _compiled(self, task: Task, settings: dict[str, Any]) -> Prompts:
        dspy = optional("dspy", extra="dspy", purpose="DSPyOptimizer")
        assert task.judge is not None  # `check` has seen to it
        model = language_model(dspy, task.judge)
        program, examples = program_of(dspy, task), examples_of(dspy, task)
        with dspy.context(lm=model):
            if settings["method"] == "gepa":
                best = self._gepa(dspy, task, settings, model).compile(
                    program, trainset=examples, valset=examples
                )
            else:
                # Without an automatic budget MIPROv2 wants to know how often to try.
                trials = {"num_trials": 2 * settings["num_candidates"]} if settings["auto"] is None else {}
                best = self._mipro(dspy, task, settings, model).compile(
                    program,
                    trainset=examples,
                    valset=examples,
                    minibatch=len(examples) > 35,
                    program_aware_proposer=False,
                    **trials,
                )
        return instructions_of(best, task.original)

    def _mipro(self, dspy: Any, task: Task, settings: Mapping[str, Any], model: Any) -> Any:
        count = {"num_candidates": settings["num_candidates"]} if settings["auto"] is None else {}
        return dspy.MIPROv2(
            metric=scorer(task),
            prompt_model=model,
            task_model=model,
            max_bootstrapped_demos=0,
            max_labeled_demos=0,
            auto=settings["auto"],
            init_temperature=self.init_temperature,
            seed=settings["seed"],
            verbose=self.verbose,
            track_stats=self.track_stats,
            **count,
            **only_given(
                {
                    "num_threads": settings["num_threads"],
                    "max_errors": self.max_errors,
                    "log_dir": self.log_dir,
                    "metric_threshold": self.metric_threshold,
                }
            ),
        )

    def _gepa(self, dspy: Any, task: Task, settings: Mapping[str, Any], model: Any) -> Any:
        if settings["auto"] is None and settings["max_metric_calls"] is None:
            raise ConfigurationError("GEPA needs a budget: auto='light', or max_metric_calls.")
        calls = settings["max_metric_calls"]
        return dspy.GEPA(
            metric=critic(dspy, task),
            reflection_lm=model,
            seed=settings["seed"],
            track_stats=self.track_stats,
            **({"auto": settings["auto"]} if calls is None else {"max_metric_calls": calls}),
            **only_given({"num_threads": settings["num_threads"], "log_dir": self.log_dir}),
        )
