"""Random ids."""

from __future__ import annotations

import copy
import pickle
from uuid import RFC_4122, UUID

from ragas.testset.ids import new_id


def test_ids_are_uuids_of_version_4() -> None:
    """An id is as good as one of the standard library: printed, parsed, hashed, copied and pickled the same."""
    made = [new_id() for _ in range(2000)]
    assert len(set(made)) == 2000
    for one in made[:200]:
        assert (one.version, one.variant) == (4, RFC_4122)
        assert UUID(str(one)) == one == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
        assert hash(UUID(str(one))) == hash(one)
        assert one.is_safe is UUID(str(one)).is_safe
    ones = [sum(one.int >> bit & 1 for one in made) for bit in range(128)]
    fixed = {bit for bit, count in enumerate(ones) if count in (0, 2000)}
    assert fixed == {62, 63, 76, 77, 78, 79}
