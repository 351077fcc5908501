"""Money and counts as text, exactly: no float ever sees an amount.

Money is an integer in units of 10^exp of the currency (cents: exp -2). The engine and the files
know only the integer; text is turned into it here, once, and back.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal

from railbird.errors import InputError

_AMOUNT = re.compile(r"[+-]?(\d[\d_]*)?(\.\d+)?")
_COUNT = re.compile(r"(\d[\d_]*)?(\.\d+)?([kKmMgG]?)")
_FACTORS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_LARGEST = 2**63 - 1


def parse_amount(text: str, exp: int = -2) -> int:
    """Return an amount like '2.50' in units of 10^exp: 250 for exp -2.

    Raises:
        InputError: it is no number, finer than the unit, or too large for 64 bits.
    """
    plain = text.strip()
    if not _AMOUNT.fullmatch(plain) or not any(map(str.isdecimal, plain)) or not plain.isascii():
        raise InputError(f"amount {text!r}: not a number; write it as 2 or {_example(exp)}")
    exact = Context(prec=len(plain) + abs(exp))
    scaled = Decimal(plain.replace("_", "")).scaleb(-exp, exact)
    units = int(scaled)
    if units != scaled:
        raise InputError(
            f"amount {text!r}: finer than {format_amount(1, exp)}, the smallest unit; round it"
        )
    if abs(units) > _LARGEST:
        raise InputError(f"amount {text!r}: too large; the largest is {_LARGEST} units")
    return units


def format_amount(units: int, exp: int = -2) -> str:
    """Return an amount in units of 10^exp as text, with as many decimals as the unit has."""
    if exp >= 0:
        return str(units * 10**exp)
    whole, part = divmod(abs(units), 10**-exp)
    return f"{'-' if units < 0 else ''}{whole}.{part:0{-exp}d}"


def parse_count(text: str) -> int:
    """Return a count like '1M', '10k', '2.5M' or '1_000_000'.

    Raises:
        InputError: it is no count, or not a whole number.
    """
    match = _COUNT.fullmatch(text.strip())
    if not match or match[1] is None or not text.isascii():
        raise InputError(f"count {text!r}: write it as 1000000, 1_000_000, 10k, 2.5M or 1G")
    number = Decimal(match[1].replace("_", "") + (match[2] or ""))
    count = Context(prec=len(text) + 9).multiply(number, Decimal(_FACTORS[match[3].lower()]))
    if count != int(count):
        raise InputError(f"count {text!r}: not a whole number; leave out the fraction")
    if count > _LARGEST:
        raise InputError(f"count {text!r}: too large; the largest is {_LARGEST}")
    return int(count)


def _example(exp: int) -> str:
    return "2." + "50000000"[: max(-exp, 1)] if exp < 0 else "200"
