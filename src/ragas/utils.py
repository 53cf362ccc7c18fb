"""Small functions under the path of earlier versions; new code takes them where they come from.

`ProgressBarManager` is not here: a run shows its progress itself.
"""

from __future__ import annotations

import functools
import itertools
import logging
import math
import os
import re
import secrets
import tempfile
import warnings
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ragas._lazy import door
from ragas.exceptions import MissingDependencyError
from ragas.schema.columns import OLD_NAMES

if TYPE_CHECKING:
    from ragas.experiment.names import MemorableNames, memorable_names

T = TypeVar("T")
P = ParamSpec("P")

DEBUG_ENV_VAR = "RAGAS_DEBUG"
REQUIRED_COLS_v1 = {new: old for old, new in OLD_NAMES.items() if old != "ground_truths"}
"""What the first generation called the columns of today."""

base_logger = logging.getLogger("ragas.utils")

__all__ = [
    "DEBUG_ENV_VAR",
    "DeprecationHelper",
    "MemorableNames",
    "REQUIRED_COLS_v1",
    "async_to_sync",
    "base_logger",
    "batched",
    "camel_to_snake",
    "check_if_sum_is_close",
    "convert_row_v1_to_v2",
    "convert_v1_to_v2_dataset",
    "convert_v2_to_v1_dataset",
    "create_nano_id",
    "deprecated",
    "find_git_root",
    "get_cache_dir",
    "get_debug_mode",
    "get_from_dict",
    "get_metric_language",
    "get_or_init",
    "get_required_columns_v1",
    "get_test_directory",
    "is_nan",
    "memorable_names",
    "num_tokens_from_string",
    "patch_logger",
    "safe_nanmean",
    "set_logging_level",
]

__getattr__, _ = door(
    __name__,
    {"MemorableNames": "ragas.experiment.names", "memorable_names": "ragas.experiment.names"},
)


def __dir__() -> list[str]:
    return __all__


# -- numbers and texts ------------------------------------------------------------------------------------------------


def is_nan(x: Any) -> bool:
    """Whether a value is the number NaN; what is no number is not."""
    return isinstance(x, float) and math.isnan(x)


def safe_nanmean(arr: Iterable[float]) -> float:
    """The mean of the values that are not NaN; NaN where there are none."""
    values = [value for value in arr if not is_nan(value)]
    return sum(values) / len(values) if values else math.nan


def check_if_sum_is_close(values: Iterable[float], close_to: float, num_places: int) -> bool:
    """Whether values add up to a number, to so many decimal places."""
    return round(math.fsum(values) - close_to, num_places) == 0


def camel_to_snake(name: str) -> str:
    """`AnswerRelevancy` as `answer_relevancy`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def batched(iterable: Iterable[T], n: int) -> Iterator[tuple[T, ...]]:
    """Tuples of `n` items, the last one of what is left.

    Raises:
        ValueError: `n` is less than one.
    """
    if n < 1:
        raise ValueError("n must be at least one")
    items = iter(iterable)
    return iter(lambda: tuple(itertools.islice(items, n)), ())


def num_tokens_from_string(string: str, encoding_name: str = "cl100k_base", tokenizer: Any = None) -> int:
    """How many tokens a text has, by a tokenizer with `encode`, else by tiktoken."""
    if tokenizer is None:
        try:
            tiktoken: Any = import_module("tiktoken")
        except ModuleNotFoundError:
            raise MissingDependencyError(
                "num_tokens_from_string() needs a tokenizer with encode(), or the package 'tiktoken'. "
                "Install it with: pip install tiktoken"
            ) from None
        tokenizer = tiktoken.get_encoding(encoding_name)
    return len(tokenizer.encode(string))


def create_nano_id(size: int = 12) -> str:
    """A random name of letters and digits."""
    return "".join(secrets.choice(ascii_letters + digits) for _ in range(size))


# -- dicts ------------------------------------------------------------------------------------------------------------


def get_from_dict(data_dict: Mapping[str, Any], key: str, default: Any = None) -> Any:
    """The value at a path such as `"a.b"`."""
    found: Any = data_dict
    for part in key.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return default
        found = found[part]
    return found


def get_or_init(dictionary: Mapping[str, Any], key: str, default: Callable[[], Any]) -> Any:
    """The value of a key, or what `default` makes; it is not put into the dict."""
    found = dictionary.get(key)
    return default() if found is None else found


def convert_row_v1_to_v2(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with its first-generation columns under the names of today, without any others."""
    return {new: row[old] for new, old in REQUIRED_COLS_v1.items() if old in row}


def convert_v1_to_v2_dataset(dataset: Any) -> Any:
    """A Hugging Face dataset with the columns of the first generation renamed."""
    names = {old: new for new, old in REQUIRED_COLS_v1.items() if old in dataset.column_names}
    return dataset.rename_columns(names)


def convert_v2_to_v1_dataset(dataset: Any) -> Any:
    """A Hugging Face dataset with the columns of today under their first names."""
    return dataset.rename_columns(
        {new: old for new, old in REQUIRED_COLS_v1.items() if new in dataset.column_names}
    )


# -- metrics ----------------------------------------------------------------------------------------------------------


def get_required_columns_v1(metric: Any) -> list[str]:
    """The columns a single-turn metric needs, under their first names where they had one."""
    needed = metric.required_columns.get("SINGLE_TURN", ())
    return [REQUIRED_COLS_v1.get(one, one) for one in needed if not one.endswith(":optional")]


def get_metric_language(metric: Any) -> str:
    """The languages of a metric's prompts, separated by commas; empty where it has none."""
    prompts = metric.get_prompts().values() if hasattr(metric, "get_prompts") else ()
    return ",".join(dict.fromkeys(one.language for one in prompts))


# -- the surroundings -------------------------------------------------------------------------------------------------


def get_cache_dir() -> str:
    """The folder of caches: `RAGAS_CACHE_HOME`, else `ragas` in `XDG_CACHE_HOME` or in `~/.cache`."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return os.environ.get("RAGAS_CACHE_HOME") or str(Path(home, "ragas"))


@functools.lru_cache(maxsize=1)
def get_debug_mode() -> bool:
    """Whether `RAGAS_DEBUG` is `true`."""
    return os.environ.get(DEBUG_ENV_VAR, "").strip().lower() == "true"


def find_git_root(start_path: str | Path | None = None) -> Path:
    """The nearest folder upwards that holds a repository.

    Raises:
        ValueError: there is none.
    """
    start = Path(start_path or ".").resolve()
    for folder in (start, *start.parents):
        if (folder / ".git").exists():
            return folder
    raise ValueError(f"No git repository found in or above {start}")


def get_test_directory() -> str:
    """A new, empty folder."""
    return tempfile.mkdtemp(prefix="ragas_test_")


def set_logging_level(logger_name: str = "ragas.utils", level: int = logging.DEBUG) -> None:
    """Set the level of a logger."""
    logging.getLogger(logger_name).setLevel(level)


def patch_logger(module: str, level: int) -> None:
    """Set the level of a module's logger."""
    logging.getLogger(module).setLevel(level)


# -- functions of functions -------------------------------------------------------------------------------------------


def async_to_sync(async_func: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """An async function as one that is not; works inside a running loop, too."""
    from ragas.engine.event_loop import run_sync

    @functools.wraps(async_func)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return run_sync(async_func(*args, **kwargs))

    return call


def deprecated(
    since: str,
    *,
    removal: str | None = None,
    alternative: str | None = None,
    addendum: str | None = None,
    pending: bool = False,
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Have calls of a function warn that it will go.

    Raises:
        ValueError: neither `pending` nor `removal` is given, or both.
    """
    if pending and removal:
        raise ValueError("A pending deprecation cannot have a scheduled removal")
    if not pending and not removal:
        raise ValueError("A non-pending deprecation must have a scheduled removal.")
    when = f" and will be removed in {removal}" if removal else ""
    more = [f"Use {alternative} instead."] if alternative else []
    more += [addendum] if addendum else []

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        told = " ".join([f"{function.__name__} is deprecated since {since}{when}.", *more])

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            kind = PendingDeprecationWarning if pending else DeprecationWarning
            warnings.warn(told, kind, stacklevel=2)
            return function(*args, **kwargs)

        return call

    return decorate


class DeprecationHelper:
    """Stands for a class under a name that will go, and warns when it is used."""

    def __init__(self, new_target: type[Any], deprecation_message: str) -> None:
        self.new_target = new_target
        self.deprecation_message = deprecation_message

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        warnings.warn(self.deprecation_message, DeprecationWarning, stacklevel=2)
        return self.new_target(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        warnings.warn(self.deprecation_message, DeprecationWarning, stacklevel=2)
        return getattr(self.new_target, name)
