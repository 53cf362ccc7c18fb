"""version_experiment: the code of a run as a commit on a branch of its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ragas.exceptions import ConfigurationError, DuplicateExperimentError, MissingDependencyError
from ragas.experiment import version_experiment


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Tester")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "tester@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "app.py").write_text("one\n")
    (folder / "deep").mkdir()
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    return folder


def test_changes_are_committed_on_a_branch_of_their_own(repository: Path) -> None:
    """The branch holds the changed files; the checked out branch, the index and the files stay as they are."""
    (repository / "app.py").write_text("two\n")
    (repository / "new.py").write_text("new\n")
    head, status = git(repository, "rev-parse", "HEAD"), git(repository, "status", "--porcelain")
    commit = version_experiment("run-1", repo_path=repository / "deep")
    assert git(repository, "show", "ragas/run-1:app.py") == "two"
    assert git(repository, "log", "-1", "--format=%H %s", "ragas/run-1") == f"{commit} Experiment: run-1"
    assert git(repository, "rev-parse", f"{commit}^") == head == git(repository, "rev-parse", "HEAD")
    assert git(repository, "status", "--porcelain") == status
    assert git(repository, "branch", "--show-current") == "main"
    assert "new.py" not in git(repository, "ls-tree", "--name-only", commit)


def test_new_files_on_request(repository: Path) -> None:
    """`stage_all` takes files git does not know yet, with the message that is given."""
    (repository / "new.py").write_text("new\n")
    commit = version_experiment("run-1", "my words", repository, stage_all=True)
    assert git(repository, "show", "ragas/run-1:new.py") == "new"
    assert git(repository, "log", "-1", "--format=%s", commit) == "my words"


def test_new_files_that_were_added_are_part_of_the_code(repository: Path) -> None:
    """A new file that is staged is in the commit as it is on the disk; the index and the files stay as they are."""
    (repository / "deep/new.py").write_text("staged\n")
    git(repository, "add", "deep/new.py")
    (repository / "deep/new.py").write_text("run\n")
    (repository / "meant.py").write_text("meant\n")
    git(repository, "add", "--intent-to-add", "meant.py")
    (repository / "unknown.py").write_text("unknown\n")
    index, status = (repository / ".git/index").read_bytes(), git(repository, "status", "--porcelain")
    commit = version_experiment("run-1", repo_path=repository)
    assert git(repository, "show", f"{commit}:deep/new.py") == "run"
    assert git(repository, "show", f"{commit}:meant.py") == "meant"
    assert "unknown.py" not in git(repository, "ls-tree", "--name-only", commit)
    assert (repository / ".git/index").read_bytes() == index
    assert git(repository, "status", "--porcelain") == status
    assert git(repository, "show", ":deep/new.py") == "staged"


def test_without_an_index_the_last_commit_is_what_git_knows(repository: Path) -> None:
    """A repository whose index is gone has its tracked files all the same."""
    (repository / ".git/index").unlink()
    (repository / "app.py").write_text("two\n")
    version_experiment("run-1", repo_path=repository)
    assert git(repository, "show", "ragas/run-1:app.py") == "two"
    assert not (repository / ".git/index").exists()


@pytest.mark.parametrize("name", ["a b", "", "x..y", "a~b", ".a", "a.lock", "a/", "a\\b", "a\nb"])
def test_a_name_that_is_no_branch_is_quoted(repository: Path, name: str) -> None:
    """The message says which name it is and what one may be."""
    with pytest.raises(
        ConfigurationError, match=r"is no name for an experiment's branch\. Use letters"
    ) as told:
        version_experiment(name, repo_path=repository)
    assert repr(name) in str(told.value)


def test_unchanged_code_is_the_last_commit(repository: Path) -> None:
    """No commit is made; the branch points to the one that is there, and asking twice is the same."""
    head = git(repository, "rev-parse", "HEAD")
    assert version_experiment("run-1", repo_path=repository) == head
    assert version_experiment("run-1", repo_path=repository) == head
    assert git(repository, "rev-parse", "ragas/run-1") == head


def test_a_branch_is_never_moved(repository: Path) -> None:
    """A name that stands for another state is refused, and nothing is committed."""
    first = version_experiment("run-1", repo_path=repository)
    (repository / "app.py").write_text("two\n")
    with pytest.raises(DuplicateExperimentError, match="'ragas/run-1' holds another state"):
        version_experiment("run-1", repo_path=repository)
    assert git(repository, "rev-parse", "ragas/run-1") == first


def test_without_a_branch_the_commit_is_made_here(repository: Path) -> None:
    """`create_branch=False` commits on the checked out branch."""
    (repository / "app.py").write_text("two\n")
    commit = version_experiment("run-1", repo_path=repository, create_branch=False)
    assert git(repository, "rev-parse", "HEAD") == commit
    assert git(repository, "log", "-1", "--format=%s") == "Experiment: run-1"
    assert version_experiment("run-2", repo_path=repository, create_branch=False) == commit


def test_in_a_worktree(repository: Path, tmp_path: Path) -> None:
    """A worktree, whose .git is a file, is a repository like any other."""
    git(repository, "worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "side")
    (tmp_path / "tree/app.py").write_text("three\n")
    version_experiment("run-1", repo_path=tmp_path / "tree")
    assert git(repository, "show", "ragas/run-1:app.py") == "three"


def test_what_cannot_be_done_says_why(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No repository, a commit that a hook refuses, no git."""
    with pytest.raises(ConfigurationError, match="No git repository found"):
        version_experiment("x", repo_path=tmp_path)
    hook = repository / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    (repository / "app.py").write_text("two\n")
    with pytest.raises(ConfigurationError, match="git refuses: not today"):
        version_experiment("x", repo_path=repository, create_branch=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingDependencyError, match="needs git"):
        version_experiment("x", repo_path=repository)
