"""What every backend promises: rows come back as they were, whole, in order, under names that lead nowhere else."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragas.backends import BaseBackend, GDriveBackend, InMemoryBackend, SQLBackend
from ragas.backends.registry import as_backend
from ragas.exceptions import DatasetNotFoundError, DuplicateExperimentError, InputError, RunInUseError
from tests.backends import postgres
from tests.backends.google import ROOT, Google
from tests.services import lacking

EXACT = 2**53


@dataclass(frozen=True)
class Kept:
    """What a form of storage keeps of rows, where it cannot keep everything."""

    columns: bool = False
    """Rows have columns: a row that lacks one has None there."""
    number_kind: bool = True
    """1 and 1.0 are told apart."""
    sheet: bool = False
    """NaN is an empty cell, very large whole numbers are text, rows without any value are dropped."""
    shared: bool = True
    """Other processes see it."""


KEPT = {
    "inmemory": Kept(shared=False),
    "local/csv": Kept(columns=True),
    "local/jsonl": Kept(),
    "local/parquet": Kept(columns=True, number_kind=False),
    "sql": Kept(),
    "postgresql": Kept(),
    "gdrive": Kept(columns=True, number_kind=False, sheet=True, shared=False),
}
SHARED = [name for name, kept in KEPT.items() if kept.shared]


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    if reason := postgres.absent():
        lacking("postgresql", reason)
    with postgres.running() as url:
        yield url


@pytest.fixture
def url_of(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The URL of the server, which is started only for the backend that needs it."""
    return lambda name: str(request.getfixturevalue("postgres_url")) if name == "postgresql" else ""


_prefixes = iter(range(10**9))


@contextmanager
def made(name: str, url: str = "") -> Iterator[BaseBackend]:
    """A new, empty backend."""
    with TemporaryDirectory() as folder:
        if name == "gdrive":
            yield GDriveBackend(ROOT, session=Google())
        elif name == "inmemory":
            yield InMemoryBackend()
        elif name == "sql":
            yield SQLBackend(f"sqlite:///{folder}/rows.db")
        elif name == "postgresql":
            yield SQLBackend(url, prefix=f"p{next(_prefixes)}")
        else:
            yield as_backend(name, root_dir=folder)


def as_kept(rows: list[dict[str, Any]], kept: Kept) -> list[dict[str, Any]]:
    """The rows as this form of storage gives them back."""
    if kept.columns:
        names = dict.fromkeys(name for row in rows for name in row)
        rows = [{name: row.get(name) for name in names} for row in rows]
    if kept.sheet:
        rows = [{name: _in_sheet(value) for name, value in row.items()} for row in rows]
        rows = [row for row in rows if any(value is not None for value in row.values())]
    return rows


def _in_sheet(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return str(value) if type(value) is int and abs(value) > EXACT else value


def same(one: Any, other: Any, kept: Kept) -> bool:
    """Whether two values are equal, kinds included; NaN is equal to NaN."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(a, b, kept) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key], kept) for key in one)
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    numbers = {type(one), type(other)} <= {int, float}
    return (type(one) is type(other) or (numbers and not kept.number_kind)) and one == other


AWKWARD = [
    *("", " ", "1", "007", "-0", "1e5", "1.50", "NaN", "null", "None", "true", "True", "nan", "Infinity"),
    *(
        '"',
        '""',
        '"a"',
        '"1"',
        "[",
        "[]",
        "[1, 2]",
        "{",
        '{"a": 1}',
        "['a']",
        "a,b",
        "a;b",
        "=1+1",
        "'",
        "\\",
    ),
    *(
        "\n",
        "\r",
        "\r\n",
        "\n\n",
        "a\nb",
        "\u2028",
        "\x00",
        "\x1a",
        "\x85",
        "\ufeff",
        "🙂",
        "e\u0301",
        "שלום",
    ),
    *("2024-01-31", "2024-01-31T10:00:00", "10:30"),
]
texts = st.text(max_size=30) | st.sampled_from(AWKWARD)
scalars = st.none() | st.booleans() | st.integers() | st.integers(-(10**30), 10**30) | st.floats() | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
names = st.sampled_from(
    ["id", "score", "a b", "ä", "user_input", "value", "x,y", 'with "quotes"', "line\nbreak"]
)
free_rows = st.lists(st.dictionaries(names, values, min_size=1, max_size=5), max_size=6)
typed_columns = [
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    texts,
    st.booleans(),
    st.lists(texts, max_size=3),
]
typed_rows = st.lists(st.sampled_from(typed_columns), min_size=1, max_size=5).flatmap(
    lambda kinds: st.lists(
        st.fixed_dictionaries({f"c{index}": kind | st.none() for index, kind in enumerate(kinds)}), max_size=6
    )
)


def _in_itself() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize("name", KEPT)
def test_rows_come_back_as_they_were(name: str, url_of: Callable[[str], str]) -> None:
    """Texts, numbers, truth values, missing values, lists and mappings: the same values, of the same kinds, in order."""
    kept = KEPT[name]
    with made(name, url_of(name)) as backend:

        @settings(max_examples=15 if name == "postgresql" else 40)  # each is two connections
        @given(rows=free_rows | typed_rows)
        def check(rows: list[dict[str, Any]]) -> None:
            backend.save_dataset("rows", rows)
            found = backend.load_dataset("rows")
            assert same(found, as_kept(rows, kept), kept), (rows, found)

        check()


@pytest.mark.parametrize("name", KEPT)
def test_awkward_texts_stay_texts(name: str, url_of: Callable[[str], str]) -> None:
    """A text that looks like a number, a list, a quote or nothing is the same text afterwards, alone in its row or not."""
    alone = [{"a": text} for text in AWKWARD]
    beside = [{"a": text, "b": [text, {text: text}], "c": None} for text in AWKWARD]
    with made(name, url_of(name)) as backend:
        for rows in (alone, beside):
            backend.save_dataset("rows", rows)
            assert backend.load_dataset("rows") == rows


@pytest.mark.parametrize("name", KEPT)
def test_half_characters_and_deep_values(name: str, url_of: Callable[[str], str]) -> None:
    """A text cut in the middle of a character, and lists in mappings in lists, are kept."""
    rows = [{"a": "cut \ud83d", "b": [{"c": [{"d": [[], {}, ""]}]}]}]
    with made(name, url_of(name)) as backend:
        backend.save_dataset("rows", rows)
        assert backend.load_dataset("rows") == rows


@pytest.mark.parametrize("name", KEPT)
def test_huge_cells(name: str, url_of: Callable[[str], str]) -> None:
    """A cell of three million characters comes back; a sheet, which cannot hold it, says which cell it is."""
    rows = [{"id": 1, "text": 'a "long" document,\n' * 150_000, "list": ["chunk"] * 20_000}]
    with made(name, url_of(name)) as backend:
        if KEPT[name].sheet:
            with pytest.raises(InputError, match="row 0, column 'text' has 2850000 characters"):
                backend.save_dataset("rows", rows)
            return
        backend.save_dataset("rows", rows)
        assert backend.load_dataset("rows") == rows


@pytest.mark.parametrize("name", KEPT)
def test_a_save_replaces_everything(name: str, url_of: Callable[[str], str]) -> None:
    """Fewer rows and other columns leave nothing of the earlier ones; no rows are no rows, not an absent table."""
    with made(name, url_of(name)) as backend:
        backend.save_dataset("rows", [{"a": index, "b": "x"} for index in range(5)])
        backend.save_dataset("rows", [{"c": 1}])
        assert backend.load_dataset("rows") == [{"c": 1}]
        backend.save_dataset("rows", [])
        assert backend.load_dataset("rows") == []
        assert backend.list_datasets() == ["rows"]


@pytest.mark.parametrize("name", KEPT)
def test_names_are_listed_and_kept_apart(name: str, url_of: Callable[[str], str]) -> None:
    """Datasets and experiments of one name are two tables; lists are sorted."""
    with made(name, url_of(name)) as backend:
        assert backend.list_datasets() == backend.list_experiments() == []
        for each in ("b", "A 1", "grüße", "c.v2", "it's"):
            backend.save_dataset(each, [{"name": each}])
        backend.save_experiment("b", [{"other": True}])
        assert backend.list_datasets() == sorted(["b", "A 1", "grüße", "c.v2", "it's"])
        assert backend.list_experiments() == ["b"]
        assert backend.load_dataset("it's") == [{"name": "it's"}]
        assert backend.load_experiment("b") == [{"other": True}]


@pytest.mark.parametrize("name", KEPT)
def test_what_is_missing_is_named(name: str, url_of: Callable[[str], str]) -> None:
    """An absent table is our error and a FileNotFoundError; it names what was probably meant."""
    with made(name, url_of(name)) as backend:
        backend.save_dataset("questions", [{"a": 1}])
        with pytest.raises(DatasetNotFoundError, match=r"Dataset 'question' not found .* mean 'questions'"):
            backend.load_dataset("question")
        with pytest.raises(FileNotFoundError, match="Experiment 'questions' not found"):
            backend.load_experiment("questions")


@pytest.mark.parametrize("name", KEPT)
def test_an_experiment_is_created_once(name: str, url_of: Callable[[str], str]) -> None:
    """A name that is taken is refused, and what is kept under it stays."""
    with made(name, url_of(name)) as backend:
        backend.create_experiment("run", [{"a": 1}])
        with pytest.raises(DuplicateExperimentError, match="'run' already exists"):
            backend.create_experiment("run", [{"a": 2}])
        assert backend.load_experiment("run") == [{"a": 1}]


@pytest.mark.parametrize(
    "wrong", ["../x", "a/b", "..", ".", "", "  ", "a\\b", "/etc/x", "a\0b", "a\nb", ".x", "é" * 120]
)
@pytest.mark.parametrize("name", KEPT)
def test_names_lead_nowhere_else(name: str, url_of: Callable[[str], str], wrong: str) -> None:
    """A name with a separator, dots or control characters is refused before anything is read or written."""
    with made(name, url_of(name)) as backend:
        for refused in (
            lambda: backend.save_dataset(wrong, [{"a": 1}]),
            lambda: backend.load_dataset(wrong),
            lambda: backend.save_experiment(wrong, []),
            lambda: backend.load_experiment(wrong),
        ):
            with pytest.raises(InputError, match="is no name for a table"):
                refused()


@pytest.mark.parametrize("name", KEPT)
def test_an_experiment_is_held_once(name: str, url_of: Callable[[str], str]) -> None:
    """A second run of the same experiment is refused until the first has ended; others are not."""
    with made(name, url_of(name)) as backend:
        with backend.hold_experiment("x"), backend.hold_experiment("y"):
            with pytest.raises(RunInUseError, match=r"'x' in .* is being run"), backend.hold_experiment("x"):
                pass
            if name == "postgresql":
                other = SQLBackend(url_of(name), prefix=f"p{next(_prefixes) - 1}")
                with pytest.raises(RunInUseError), other.hold_experiment("x"):
                    pass
        with backend.hold_experiment("x"):
            assert backend.list_experiments() == []


@pytest.mark.parametrize("name", [name for name in KEPT if name != "gdrive"])
def test_what_an_experiment_was_made_from_is_kept_out_of_its_way(
    name: str, url_of: Callable[[str], str]
) -> None:
    """It is found again, replaced whole, and no experiment or dataset of its own."""
    with made(name, url_of(name)) as backend:
        backend.save_experiment("x", [{"a": 1}])
        assert backend.load_origin("x") is None
        backend.save_origin("x", {"keys": ["a", "b"]})
        backend.save_origin("x", {"keys": ["c"]})
        assert backend.load_origin("x") == {"keys": ["c"]}
        assert (backend.list_experiments(), backend.list_datasets()) == (["x"], [])
        assert backend.load_experiment("x") == [{"a": 1}]


def test_a_backend_without_a_place_for_it_keeps_nothing() -> None:
    """Nothing is refused and nothing is there."""
    with made("gdrive") as backend:
        backend.save_origin("x", {"keys": ["a"]})
        assert backend.load_origin("x") is None
        assert backend.list_experiments() == []


UNKEEPABLE: list[tuple[Any, str]] = [
    (10**5000, "a whole number of about 5,000 digits"),
    ([{"a": -(10**5000)}], "a whole number of about 5,000 digits"),
    ({1: "a", "1": "b"}, "two keys of .* are the same text"),
    (_in_itself(), "nested too deeply, or in themselves"),
]


@pytest.mark.parametrize(("value", "said"), UNKEEPABLE, ids=["long", "inside", "keys", "in itself"])
@pytest.mark.parametrize("name", [name for name in KEPT if name != "inmemory"])
def test_what_cannot_be_kept_is_named(name: str, url_of: Callable[[str], str], value: Any, said: str) -> None:
    """The message names row and column, and what was kept before stays."""
    with made(name, url_of(name)) as backend:
        backend.save_dataset("rows", [{"a": 1}])
        with pytest.raises(InputError, match=f"row 1, column 'b': .*{said}"):
            backend.save_dataset("rows", [{"a": 2}, {"b": value}])
        assert backend.load_dataset("rows") == [{"a": 1}]


@pytest.mark.parametrize("name", KEPT)
def test_half_characters_in_the_names_of_columns(name: str, url_of: Callable[[str], str]) -> None:
    """They are kept, or refused with the name of the column where a form cannot hold them."""
    rows = [{"cut \ud83d": 1}]
    with made(name, url_of(name)) as backend:
        if name in ("local/csv", "local/parquet"):
            with pytest.raises(InputError, match=r"the column 'cut \\ud83d' holds half a character"):
                backend.save_dataset("rows", rows)
            assert backend.list_datasets() == []
        else:
            backend.save_dataset("rows", rows)
            assert backend.load_dataset("rows") == rows


WRITER = """
import sys
from ragas.backends.registry import as_backend
from ragas.backends import SQLBackend
name, where, prefix, number = sys.argv[1:]
backend = SQLBackend(where, prefix=prefix) if "sql" in name else as_backend(name, root_dir=where)
mine = [{"writer": int(number), "text": "x" * 500}] * (int(number) * 40 + 40)
try:
    backend.create_experiment("race", mine)
    print("first")
except FileExistsError:
    raise
except Exception as error:
    print(type(error).__name__)
for turn in range(5):
    backend.save_dataset("shared", mine)
    found = backend.load_dataset("shared")
    assert len({row["writer"] for row in found}) == 1, "rows of two writers"
    assert len(found) == found[0]["writer"] * 40 + 40, "a part of the rows"
    backend.save_experiment(f"own {number}", mine[: turn + 1])
"""


@pytest.mark.parametrize("name", SHARED)
def test_writers_in_processes_never_mix(name: str, url_of: Callable[[str], str], tmp_path: Path) -> None:
    """Three processes write one table again and again: whoever reads finds one writer's rows, all of them."""
    where = {"sql": f"sqlite:///{tmp_path}/rows.db", "postgresql": url_of(name)}.get(name, str(tmp_path))
    prefix = f"p{next(_prefixes)}"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, name, where, prefix, str(number)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    said = [writer.communicate(timeout=120) for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0, 0], said
    assert sorted(out.strip() for out, _ in said) == ["DuplicateExperimentError"] * 2 + ["first"]
    backend = SQLBackend(where, prefix=prefix) if "sql" in name else as_backend(name, root_dir=where)
    assert backend.list_datasets() == ["shared"]
    assert backend.list_experiments() == ["own 0", "own 1", "own 2", "race"]
    assert [len(backend.load_experiment(f"own {number}")) for number in range(3)] == [5, 5, 5]
    assert [path.name for path in tmp_path.rglob("*.part")] == []
