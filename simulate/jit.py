"""How the engine's functions are compiled.

Without numba's reference counting: the engine allocates nothing, and taking a row of a matrix at
each decision cost 12 ns of a bot's 22 ns in counting references (measured; 10 ns without).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from numba import njit, types

if TYPE_CHECKING:
    from collections.abc import Callable

# its stubs do not know every option
_njit: Any = njit

F = TypeVar("F", bound="Callable[..., object]")


def jit(function: F) -> F:
    """Compile a function of the engine; it may take array rows but not make arrays."""
    return _for_any_number(_njit(_nrt=False, error_model="numpy")(function))


def inlined(function: F) -> F:
    """Like `jit`, and made part of its caller: every function of a hand but the outermost two.

    A call hands over seven words an array. Measured on MIX with flags: nothing inlined 372,000
    hands/s, what is small or called once 690,000, all 780,000; each compiles in about 20 s.
    """
    return _for_any_number(_njit(_nrt=False, error_model="numpy", forceinline=True)(function))


def _for_any_number(compiled: Any) -> Any:  # noqa: ANN401 - a dispatcher of numba's
    """Compile a function once for all integers, not again for each constant it is called with.

    numba's types have a constant in them: ten compilations of `log_event`, seven of `log_row`.
    """
    resolve = getattr(compiled, "get_call_template", None)
    if resolve is None:  # NUMBA_DISABLE_JIT: the plain function, for `railbird bots test`
        return compiled

    def get_call_template(args: Any, kws: Any) -> Any:  # noqa: ANN401
        return resolve(tuple(map(types.unliteral, args)), kws)

    compiled.get_call_template = get_call_template
    return compiled
