"""Call compiled code through its address: bots, and the parts of the engine compiled apart.

So the engine is compiled once for all bots, and what few tables need (other games, rarer kinds of
rake) is compiled when a table needs it. A first-class function of numba does the same, but picking
one of ten from a tuple is a jump that the processor cannot foresee, and handing the tuple over
costs a millisecond a call of the kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

_types: Any = types
INTS = _types.Array(types.int64, 1, "C")
FROZEN_INTS = _types.Array(types.int64, 1, "C", readonly=True)
WORDS = _types.Array(types.uint64, 1, "C")
MATRIX = _types.Array(types.int64, 2, "C")
STREAMS = _types.Array(types.uint64, 2, "C")

# decide(observation, stream, memory, params) -> (action, amount): frozen, see docs/bots.md.
BOT_SIGNATURE = _types.Tuple((types.int64, types.int64))(FROZEN_INTS, WORDS, INTS, FROZEN_INTS)
# (cfg, rk, obs, st, streams, bots, memories, params, actions): a part that plays
PLAY_SIGNATURE = _types.void(INTS, INTS, INTS, INTS, STREAMS, INTS, MATRIX, MATRIX, MATRIX)
# (cfg, rk, obs, st): a part that only works something out
RULE_SIGNATURE = _types.void(INTS, INTS, INTS, INTS)


def address_of(compiled: Callable[..., Any], signature: Any = BOT_SIGNATURE) -> int:  # noqa: ANN401
    """Address of a function compiled with a signature; valid while the function lives."""
    result: Any = compiled.overloads[signature.args]  # type: ignore[attr-defined]
    address: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return address


def _call_with(called: Any, typed: tuple[Any, ...]) -> tuple[Any, Any]:  # noqa: ANN401
    """Tell numba the type of a call (address, arguments…), and how to generate it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        arrays = [
            context.cast(builder, value, given, want)
            for value, given, want in zip(args[1:], signature.args[1:], called.args, strict=True)
        ]
        convention = context.call_conv
        kind = convention.get_function_type(called.return_type, called.args)
        function = builder.inttoptr(args[0], kind.as_pointer())
        status, answer = convention.call_function(
            builder, function, called.return_type, called.args, arrays
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return answer

    return called.return_type(types.int64, *typed), generate


def _type_ask(typing: Any, address: Any, obs: Any, stream: Any, memory: Any, params: Any) -> Any:  # noqa: ANN401, ARG001
    return _call_with(BOT_SIGNATURE, (obs, stream, memory, params))


def _type_play(
    typing: Any, address: Any, cfg: Any, rk: Any, obs: Any, st: Any, streams: Any, bots: Any,  # noqa: ANN401, ARG001
    memories: Any, params: Any, actions: Any,  # noqa: ANN401
) -> Any:  # fmt: skip  # noqa: ANN401
    arrays = (cfg, rk, obs, st, streams, bots, memories, params, actions)
    return _call_with(PLAY_SIGNATURE, arrays)


def _type_work_out(typing: Any, address: Any, cfg: Any, rk: Any, obs: Any, st: Any) -> Any:  # noqa: ANN401, ARG001
    return _call_with(RULE_SIGNATURE, (cfg, rk, obs, st))


# for compiled code: each takes an address, and then what its function takes
ask: Any = intrinsic(_type_ask)
play_part: Any = intrinsic(_type_play)
work_out: Any = intrinsic(_type_work_out)
