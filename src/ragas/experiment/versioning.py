"""version_experiment: the state of the code an experiment was run with, as a commit on a branch of its own."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ragas.exceptions import ConfigurationError, DuplicateExperimentError, MissingDependencyError

_log = logging.getLogger("ragas.experiment")


def version_experiment(
    experiment_name: str,
    commit_message: str | None = None,
    repo_path: str | Path | None = None,
    create_branch: bool = True,
    stage_all: bool = False,
) -> str:
    """Commit the code as it is now on the branch `ragas/{experiment_name}` and return the commit's hash.

    The commit has every file that git knows, as it is on the disk: files that were added with `git add`, too. The
    branch that is checked out, the index and the files stay as they are. If nothing has changed since the last commit,
    the branch points to that commit.

    Args:
        experiment_name: what the branch is called after `ragas/`: letters, digits, `-`, `_`, `.` and `/`.
        commit_message: by default "Experiment: " and the name.
        repo_path: a folder of the repository; by default the current one.
        create_branch: False makes the commit on the branch that is checked out, with all staged files in it.
        stage_all: commit files git does not know yet, too.

    Raises:
        ConfigurationError: there is no repository, the name can be that of no branch, or git refuses; says why.
        DuplicateExperimentError: the branch holds another state already.
        MissingDependencyError: git is not installed.
    """
    repository = Path(_git(Path(repo_path or "."), "rev-parse", "--show-toplevel"))
    head = _git(repository, "rev-parse", "--verify", "HEAD")
    message = commit_message or f"Experiment: {experiment_name}"
    if not create_branch:
        return _commit_here(repository, head, message, stage_all)
    branch = f"refs/heads/ragas/{experiment_name}"
    try:
        _git(repository, "check-ref-format", branch)
    except ConfigurationError:
        raise ConfigurationError(
            f"{experiment_name!r} is no name for an experiment's branch. Use letters, digits, '-', '_' and '.', such as "
            "'run-1': no spaces, no '..', none of ~^:?*[\\, no dot or '/' at either end, no '.lock' at the end."
        ) from None
    tree = _tree_now(repository, stage_all)
    there = _git(repository, "for-each-ref", "--format=%(objectname)", branch)
    if there:
        if _git(repository, "rev-parse", f"{there}^{{tree}}") == tree:
            return there
        raise DuplicateExperimentError(
            f"the branch 'ragas/{experiment_name}' holds another state of the code already. Give the experiment "
            "another name, or delete the branch."
        )
    commit = head
    if tree != _git(repository, "rev-parse", f"{head}^{{tree}}"):
        commit = _git(repository, "commit-tree", tree, "-p", head, "-m", message)
    _git(repository, "update-ref", branch, commit, "")
    _log.info("Experiment %r is commit %s on branch ragas/%s", experiment_name, commit[:12], experiment_name)
    return commit


def _tree_now(repository: Path, stage_all: bool) -> str:
    """The files as they are now, put together in a copy of the index."""
    theirs = repository / _git(repository, "rev-parse", "--git-path", "index")
    with tempfile.TemporaryDirectory() as folder:
        mine = Path(folder) / "index"
        index = {"GIT_INDEX_FILE": str(mine)}
        if theirs.exists():
            shutil.copyfile(theirs, mine)
        else:
            _git(repository, "read-tree", "HEAD", env=index)
        _git(repository, "add", "--all" if stage_all else "--update", ".", env=index)
        return _git(repository, "write-tree", env=index)


def _commit_here(repository: Path, head: str, message: str, stage_all: bool) -> str:
    _git(repository, "add", "--all" if stage_all else "--update", ".")
    if _git(repository, "write-tree") == _git(repository, "rev-parse", f"{head}^{{tree}}"):
        return head
    _git(repository, "commit", "--quiet", "-m", message)
    return _git(repository, "rev-parse", "HEAD")


def _git(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> str:
    """What a git command prints."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | (env or {}),
        )
    except FileNotFoundError:
        raise MissingDependencyError("version_experiment needs git, which is not on the PATH.") from None
    if done.returncode == 0:
        return done.stdout.strip()
    if arguments[0] == "rev-parse" and "--show-toplevel" in arguments:
        raise ConfigurationError(f"No git repository found at {str(folder.resolve())!r}.")
    said = done.stderr.strip() or f"git {arguments[0]} left with {done.returncode}"
    raise ConfigurationError(f"git refuses: {said}")
