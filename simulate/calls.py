"""Call a bot through its address, so that the engine is compiled once for all bots.

A first-class function of numba does the same, but picking one of ten from a tuple is a jump that
the processor cannot foresee, and handing the tuple over costs a millisecond a call of the kernel.
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

# decide(observation, stream, memory, params) -> (action, amount): frozen, see docs/bots.md.
BOT_SIGNATURE = _types.Tuple((types.int64, types.int64))(FROZEN_INTS, WORDS, INTS, FROZEN_INTS)


def address_of(compiled: Callable[..., Any]) -> int:
    """Address of a decision function compiled with `BOT_SIGNATURE`; valid while it lives."""
    result: Any = compiled.overloads[BOT_SIGNATURE.args]  # type: ignore[attr-defined]
    address: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return address


def _type_call(typing: Any, address: Any, obs: Any, stream: Any, memory: Any, params: Any) -> Any:  # noqa: ANN401, ARG001
    """Tell numba the type of such a call, and how to generate it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        wanted = BOT_SIGNATURE.args
        arrays = [
            context.cast(builder, value, given, want)
            for value, given, want in zip(args[1:], signature.args[1:], wanted, strict=True)
        ]
        convention = context.call_conv
        kind = convention.get_function_type(BOT_SIGNATURE.return_type, wanted)
        function = builder.inttoptr(args[0], kind.as_pointer())
        status, answer = convention.call_function(
            builder, function, BOT_SIGNATURE.return_type, wanted, arrays
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return answer

    return BOT_SIGNATURE.return_type(types.int64, obs, stream, memory, params), generate


# ask(address, obs, stream, memory, params) -> (action, amount), in compiled code
ask: Any = intrinsic(_type_call)
