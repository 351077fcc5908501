"""The registry: bits are unique, append-only and in range; derived SQL only looks back."""

from __future__ import annotations

import pytest

from railbird import registry

# Bits are in files: a change to any number below breaks every lake written so far.
PREFLOP_BITS = (
    "vpip", "pfr", "rfi", "open_limp", "over_limp", "limp_fold", "limp_raise", "iso",
    "bb_raise_sb_limp", "b3", "b3_inc_limp", "squeeze", "fold_to_squeeze", "cold_call",
    "fold_vs_open", "f3b", "f3b_any", "b4_any", "cold_b4", "f4b", "b5plus", "steal",
    "fold_to_steal", "bb_fold_v_sb",
)  # fmt: skip
POSTFLOP_BITS = ("wtsd", "wtsd_nai")


@pytest.mark.parametrize(("bit", "id_"), list(enumerate(PREFLOP_BITS)))
def test_preflop_bits_never_move(bit: int, id_: str) -> None:
    assert registry.preflop_bit(id_) == 1 << bit


@pytest.mark.parametrize(("bit", "id_"), list(enumerate(POSTFLOP_BITS)))
def test_postflop_bits_never_move(bit: int, id_: str) -> None:
    assert registry.postflop_bit(id_) == 1 << bit


def test_every_bit_is_listed_above() -> None:
    with_bit = {s.id for s in registry.statistics() if not s.derived}
    assert with_bit == {*PREFLOP_BITS, *POSTFLOP_BITS}


def test_ids_and_bits_are_unique_and_in_range() -> None:
    statistics = registry.statistics()
    assert len({s.id for s in statistics}) == len(statistics)
    bits = [(s.mask, s.bit) for s in statistics if s.bit is not None]
    assert len(set(bits)) == len(bits)
    assert all(0 <= bit <= registry.LAST_BIT for _, bit in bits)


def test_showdown_bits_stay_in_their_part_of_the_mask() -> None:
    for s in registry.statistics():
        if s.mask == "postflop" and s.bit is not None:
            assert (s.group == "showdown") == (s.bit <= registry.LAST_SHOWDOWN_BIT)


def test_a_statistic_has_either_a_bit_or_sql() -> None:
    for s in registry.statistics():
        assert (s.bit is None) == (s.mask is None)
        assert (s.bit is None) == (s.done_sql is not None)
        assert (s.done_sql is None) == (s.opp_sql is None)


def test_since_is_a_version_that_exists() -> None:
    assert all(1 <= s.since <= registry.REGISTRY_VERSION for s in registry.statistics())


def test_variants_name_a_canonical_statistic() -> None:
    for s in registry.statistics():
        if s.variant_of is not None:
            assert registry.statistic(s.variant_of).variant_of is None


def test_asking_for_a_bit_that_does_not_exist() -> None:
    with pytest.raises(KeyError, match="vpip has no bit in the postflop mask"):
        registry.postflop_bit("vpip")
    with pytest.raises(KeyError, match="limp has no bit in the preflop mask"):
        registry.preflop_bit("limp")
    with pytest.raises(KeyError, match="bluff"):
        registry.preflop_bit("bluff")
