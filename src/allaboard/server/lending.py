"""Arrays that compiled code uses without counting references to them."""

from typing import TypeVar

import numpy as np

from allaboard.internals import Untyped, numba_module
from allaboard.record import INTERPRETED

A = TypeVar("A", bound=np.ndarray)


def uncounted(array: A) -> A:
    """The same array. The caller keeps it until the compiled function has returned.

    Compiled code counts the references to an array each time that it passes the array on, with a locked instruction of
    5 ns. It does not count references to memory without an owner.
    """
    return array


def _compiled(_: Untyped, array: Untyped) -> tuple[Untyped, Untyped]:
    def without_owner(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
        made = context.make_array(signature.return_type)(context, builder, value=args[0])
        made.meminfo, made.parent = made.meminfo.type(None), made.parent.type(None)
        return made._getvalue()

    return array(array), without_owner


if not INTERPRETED:
    uncounted = numba_module("extending").intrinsic(_compiled)
