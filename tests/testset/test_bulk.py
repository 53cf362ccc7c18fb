"""Relationships in bulk."""

from __future__ import annotations

import copy
import gc
import pickle
from pathlib import Path
from uuid import UUID

from ragas.testset.bulk import both_ways, without_collection
from ragas.testset.graph import KnowledgeGraph, Relationship
from tests.testset.graphs import graph


def test_they_are_relationships_like_others(tmp_path: Path) -> None:
    """What is made in bulk is shown, compared, copied, changed, saved and loaded as what the constructor makes."""
    kg = graph(3, [])
    one, other = both_ways(
        "near", [(kg.nodes[0], kg.nodes[1], {"near": 0.5}), (kg.nodes[1], kg.nodes[2], {"near": 0.75})]
    )
    made = Relationship(
        id=one.id,
        type="near",
        source=kg.nodes[0],
        target=kg.nodes[1],
        bidirectional=True,
        properties={"near": 0.5},
    )
    assert one == made != other
    assert (repr(one), one.model_dump(), one.__dict__) == (repr(made), made.model_dump(), made.__dict__)
    assert one.model_fields_set == made.model_fields_set
    assert (one.model_extra, one.model_dump_json()) == (made.model_extra, made.model_dump_json())
    for again in (copy.deepcopy(one), pickle.loads(pickle.dumps(one)), one.model_copy()):
        assert again == one
        assert again.model_dump() == one.model_dump()
    other.type = "far"
    assert one.type == "near"
    kg.relationships += [one, other]
    kg.save(tmp_path / "graph.json")
    loaded = KnowledgeGraph.load(tmp_path / "graph.json").relationships
    assert [link.model_dump() for link in loaded] == [one.model_dump(), other.model_dump()]


def test_ids_are_uuids_of_version_4() -> None:
    """Each has its own id, as good as one of the standard library, in one batch and between batches."""
    kg = graph(2, [])
    links = [(kg.nodes[0], kg.nodes[1], {})] * 1000
    ids = [link.id for link in both_ways("near", links) + both_ways("near", links)]
    assert len(set(ids)) == 2000
    for one in ids[:3]:
        assert one.version == 4
        assert UUID(str(one)) == one == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
        assert hash(UUID(str(one))) == hash(one)


def test_the_collector_is_left_as_it_was() -> None:
    """Garbage is collected again afterwards, if it was before."""
    assert gc.isenabled()
    with without_collection():
        assert not gc.isenabled()
        with without_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
