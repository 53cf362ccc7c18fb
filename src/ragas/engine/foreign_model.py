"""A model that is an object of somebody else's: the settings that stand for it in keys, and what does where it has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragas.engine.canonical import private_settings
from ragas.engine.code_identity import identity_of
from ragas.engine.foreign_settings import settings_of
from ragas.engine.request import Told
from ragas.engine.same import UNTOLD, Same


class ForeignModel:
    """What judges and embedders on objects of somebody else's have in common."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.parameters: Mapping[str, Any] = {**settings_of(model), **private_settings(model)}

    def told(self) -> Told | None:
        """What tells a model without plain settings from others, looked at once a run; None for one that has them."""
        if UNTOLD not in self.parameters:
            return None
        from ragas.engine.runner import runner_of_run

        if (runner := runner_of_run()) is None:
            return identity_of(self._model)
        return runner.once_known(Same(self._model), lambda: identity_of(self._model))
