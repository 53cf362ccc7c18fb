"""Every module of the package can be imported."""

from __future__ import annotations

import json
import subprocess
import sys

WALK = """
import importlib, json, pkgutil, warnings
import ragas
from ragas.exceptions import MissingDependencyError

warnings.simplefilter("ignore")
failed, done, lacking = {}, 0, {}
for found in pkgutil.walk_packages(ragas.__path__, "ragas.", onerror=lambda name: None):
    if found.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(found.name)
        done += 1
    except (MissingDependencyError, ModuleNotFoundError) as error:
        package = getattr(error, "name", None) or ""
        (failed if package.partition(".")[0] == "ragas" else lacking)[found.name] = str(error)
    except Exception as error:
        failed[found.name] = f"{type(error).__name__}: {error}"
print(json.dumps({"failed": failed, "done": done, "lacking": lacking}))
"""


def test_every_module_can_be_imported() -> None:
    """None names something that another module no longer has; those that need a package that is not there are left out."""
    walked = subprocess.run(
        [sys.executable, "-c", WALK], capture_output=True, text=True, check=False, timeout=120
    )
    assert walked.returncode == 0, walked.stderr
    told = json.loads(walked.stdout.splitlines()[-1])
    assert told["failed"] == {}
    assert told["done"] > 500
    assert len(told["lacking"]) < told["done"] / 20, told["lacking"]
