"""The local backends: where files lie, and files from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragas.backends import LocalCSVBackend, LocalJSONLBackend, LocalParquetBackend
from ragas.backends.base import StorageError
from ragas.exceptions import InputError


def test_the_layout_on_disk(tmp_path: Path) -> None:
    """`root/datasets/name.csv` and `root/experiments/name.csv`, as in earlier versions; folders are made when needed."""
    root = tmp_path / "deep" / "er"
    for backend, suffix in (
        (LocalCSVBackend(str(root)), "csv"),
        (LocalJSONLBackend(root), "jsonl"),
        (LocalParquetBackend(root), "parquet"),
    ):
        assert backend.list_datasets() == []
        assert not (root / f"datasets/q.{suffix}").exists()
        backend.save_dataset("q", [{"a": 1}])
        backend.save_experiment("run", [{"b": 2}])
        assert (root / f"datasets/q.{suffix}").is_file()
        assert (root / f"experiments/run.{suffix}").is_file()
        assert backend.list_datasets() == ["q"]


def test_a_disk_that_refuses_is_our_error(tmp_path: Path) -> None:
    """The message names the file and what the system said; it is an OSError, too."""
    (tmp_path / "datasets").write_text("no folder")
    for form in (LocalCSVBackend, LocalJSONLBackend, LocalParquetBackend):
        backend = form(tmp_path)
        with pytest.raises(StorageError, match=r"datasets.t\..*' cannot be written: "):
            backend.save_dataset("t", [{"a": 1}])
        with pytest.raises(OSError, match=r"datasets.t\..*' cannot be read: "):
            backend.load_dataset("t")


def test_the_default_folder_is_the_current_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without root_dir, tables lie in `datasets` and `experiments` of the current folder."""
    monkeypatch.chdir(tmp_path)
    LocalCSVBackend().save_dataset("q", [{"a": 1}])
    assert (tmp_path / "datasets/q.csv").is_file()


def test_lists_leave_out_what_is_no_table(tmp_path: Path) -> None:
    """Folders, hidden files, unfinished files and files of another form are not listed."""
    backend = LocalCSVBackend(tmp_path)
    backend.save_dataset("q", [{"a": 1}])
    (tmp_path / "datasets/other.jsonl").write_text("{}")
    (tmp_path / "datasets/.hidden.csv").write_text("a\n1\n")
    (tmp_path / "datasets/.abc.part").write_text("")
    (tmp_path / "datasets/folder.csv").mkdir()
    assert backend.list_datasets() == ["q"]


def test_an_empty_csv_file_has_no_rows(tmp_path: Path) -> None:
    """A file of zero bytes, which earlier versions wrote for no rows, is read as no rows."""
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets/q.csv").write_bytes(b"")
    assert LocalCSVBackend(tmp_path).load_dataset("q") == []


def test_a_byte_order_mark_is_no_part_of_a_name(tmp_path: Path) -> None:
    """Spreadsheets put a mark before the first column's name."""
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets/q.csv").write_bytes("\ufeffid,query\n1,Wer?\n".encode())
    assert LocalCSVBackend(tmp_path).load_dataset("q") == [{"id": "1", "query": "Wer?"}]


def test_broken_lines_of_jsonl_are_named(tmp_path: Path) -> None:
    """A line that is no object refuses the file by its number: rows that go missing without an error make a mean a lie."""
    (tmp_path / "datasets").mkdir()
    backend = LocalJSONLBackend(tmp_path)
    for line, said in (
        ('{"a": ', "not valid JSON"),
        ("[1]", r"\[1\] stands where an object with columns belongs"),
    ):
        backend.path("datasets", "q").write_text(f'{{"a": 1}}\n\n{line}\n')
        with pytest.raises(InputError, match=f"q.jsonl', line 3: {said}"):
            backend.load_dataset("q")


@pytest.mark.parametrize("backend", [LocalCSVBackend, LocalJSONLBackend])
def test_other_encodings_are_refused(backend: type[LocalCSVBackend], tmp_path: Path) -> None:
    """The message names the file and says what to do."""
    made = backend(tmp_path)
    made.save_dataset("q", [{"a": 1}])
    made.path("datasets", "q").write_bytes("größe\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"is not UTF-8 text.*Save it as UTF-8"):
        made.load_dataset("q")


def test_parquet_columns_have_types(tmp_path: Path) -> None:
    """Numbers, texts and lists of texts are columns of their type; what has no one type is JSON, marked as such."""
    import pyarrow.parquet as parquet

    backend = LocalParquetBackend(tmp_path)
    rows = [
        {
            "n": 1,
            "x": 0.5,
            "t": "a",
            "ok": True,
            "l": ["a"],
            "calls": [{"name": "f", "args": {"a": 1}}],
            "mixed": 1,
        },
        {
            "n": 2,
            "x": 1,
            "t": None,
            "ok": None,
            "l": [],
            "calls": [{"name": "g", "args": {"b": 2}}],
            "mixed": "1",
        },
    ]
    backend.save_dataset("q", rows)
    schema = parquet.read_schema(backend.path("datasets", "q"))
    assert {field.name: str(field.type) for field in schema} == {
        "n": "int64",
        "x": "double",
        "t": "string",
        "ok": "bool",
        "l": "list<element: string>",
        "calls": "string",
        "mixed": "string",
    }
    assert backend.load_dataset("q") == rows


@pytest.mark.parametrize(
    ("number", "kept_as"),
    [(2**53, "double"), (-(2**53), "double"), (2**53 + 1, "string"), (-(2**53) - 1, "string")],
)
def test_whole_numbers_beside_others_stay_exact(number: int, kept_as: str, tmp_path: Path) -> None:
    """Beyond 2^53 a float is another number: the column holds JSON from there on."""
    import pyarrow.parquet as parquet

    backend = LocalParquetBackend(tmp_path)
    backend.save_dataset("q", [{"n": 0.5}, {"n": number}])
    assert backend.load_dataset("q") == [{"n": 0.5}, {"n": number}]
    assert str(parquet.read_schema(backend.path("datasets", "q")).field("n").type) == kept_as


def test_a_file_that_is_no_parquet_is_refused(tmp_path: Path) -> None:
    """The message names the file."""
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets/q.parquet").write_text("a,b")
    with pytest.raises(InputError, match=r"q.parquet' is not a Parquet file"):
        LocalParquetBackend(tmp_path).load_dataset("q")


def test_damaged_parquet_files_are_refused(tmp_path: Path) -> None:
    """JSON that is none, and a column that is there twice, of which one would be lost."""
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    backend = LocalParquetBackend(tmp_path)
    backend.save_dataset("q", [{"a": 1, "mixed": 1}, {"a": 2, "mixed": "1"}])
    path = backend.path("datasets", "q")
    schema = parquet.read_schema(path)
    for names, said in ((["a", "mixed"], "a damaged one"), (["a", "a"], "'a' is there twice")):
        fields = [field.with_name(name) for field, name in zip(schema, names, strict=True)]
        table = arrow.Table.from_arrays(
            [arrow.array([1]), arrow.array(["{no JSON"])], schema=arrow.schema(fields)
        )
        parquet.write_table(table, path)
        with pytest.raises(InputError, match=rf"q.parquet' is not a Parquet file.*{said}"):
            backend.load_dataset("q")
