"""Numba's code for a game's entries, as an object file for wasm32.

Numba generates LLVM code for the machine that it runs on. Before optimisation, only two lines of that code depend on
the machine, the triple and the data layout, because pointer sizes and offsets in structures are not numbers yet.
Therefore Numba's own optimisation must be off (`SETTINGS`), and LLVM optimises for wasm32 afterwards.
"""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, Final

import llvmlite.binding as llvm
import numba
from numba.core import types

from allaboard.core.entries import WIDE, Entry
from allaboard.registry import GameError

SETTINGS: Final[Mapping[str, str]] = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",  # not for a particular processor, so that every machine gives the same bytes
    "NUMBA_CPU_FEATURES": "",
}
"""The environment in which the core is compiled: Numba reads it when it is imported."""
TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+bulk-memory-opt,+nontrapping-fptoint,+sign-ext,+mutable-globals,+simd128"
"""Features that browsers have had since 2023. Relaxed SIMD and fused multiply-add would give different sums."""


def compile_entries(entries: Iterable[Entry]) -> bytes:
    """An object file with these functions exported."""
    machine = _machine()
    whole = _parsed(_runtime(machine))
    exports = {"reserve"}
    for entry in entries:
        module = _parsed(_retargeted(_entry(entry), machine))
        whole.link_in(module)
        exports.add(_exported(entry.name))
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in exports:
            value.linkage = llvm.Linkage.internal
    _optimise(whole, machine)
    return bytes(machine.emit_object(whole))


def _machine() -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError:
        raise GameError(
            "this llvmlite was built without WebAssembly, so games cannot be compiled for browsers; the wheels on PyPI "
            "have it"
        ) from None
    return target.create_target_machine(opt=3, features=FEATURES)


def _parsed(text: str) -> llvm.ModuleRef:
    module = llvm.parse_assembly(text)
    module.verify()
    return module


def _runtime(machine: llvm.TargetMachine) -> str:
    text = files(__package__).joinpath("runtime.ll").read_text(encoding="utf-8")
    return f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n{text}'


# ---- one entry


def _entry(entry: Entry) -> str:
    """Numba's code for an entry, and a wrapper that takes 32-bit numbers."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
    njit: Any = numba.njit  # Any: Numba's types declare neither these options nor the dispatcher
    compiled = njit(types.int64(*entry.takes), **options)(entry.does)
    (signature,) = compiled.signatures
    text: str = compiled.inspect_llvm(signature)
    inner = compiled.overloads[signature].fndesc.llvm_func_name
    return _adapted(text) + _front(entry, inner)


def _exported(name: str) -> str:
    return f"core.{name}"


def _front(entry: Entry, inner: str) -> str:
    """The exported function. It frees the arrays of the previous call, and turns errors of Numba into traps."""
    takes, widened, given = [], [], []
    for k, kind in enumerate(entry.takes):
        if isinstance(kind, types.CPointer):
            takes.append(f"ptr %a{k}")
            given.append(f"ptr %a{k}")
        elif kind is WIDE:
            takes.append(f"i64 %a{k}")
            given.append(f"i64 %a{k}")
        else:
            takes.append(f"i32 %a{k}")
            widened.append(f"  %w{k} = sext i32 %a{k} to i64")
            given.append(f"i64 %w{k}")
    return f"""
declare void @llvm.trap()
declare void @reset()
define i32 @"{_exported(entry.name)}"({", ".join(takes)}) "wasm-export-name"="{entry.name}" {{
  call void @reset()
  %result = alloca i64
  %error = alloca ptr
{chr(10).join(widened)}
  %status = call i32 @"{inner}"(ptr %result, ptr %error, {", ".join(given)})
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %done, label %fault
fault:
  call void @llvm.trap()
  unreachable
done:
  %wide = load i64, ptr %result
  %narrow = trunc i64 %wide to i32
  ret i32 %narrow
}}
"""


def _retargeted(text: str, machine: llvm.TargetMachine) -> str:
    text = re.sub(r'^target triple = ".*"', f'target triple = "{TRIPLE}"', text, flags=re.MULTILINE)
    text = re.sub(
        r'^target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text, flags=re.MULTILINE
    )
    return text.replace("= common global", "= weak global")  # wasm has no common symbols


def _adapted(text: str) -> str:
    """Numba's code without the parts that a browser cannot use.

    References are counted by our runtime, because Numba counts them with atomic instructions. Functions that only make
    error messages, by calling Python, become traps.
    """
    text = _COUNTING.sub(r"declare void @\1(ptr)\n", text)
    return _WORDING.sub(r"\1\n  call void @llvm.trap()\n  unreachable\n}\n", text)


_COUNTING = re.compile(r"^define linkonce_odr void @(NRT_incref|NRT_decref)\(.*?^}\n", re.DOTALL | re.MULTILINE)
_WORDING = re.compile(
    r"^(define linkonce_odr [^\n]*@(?:__excinfo_unwrap_args|[^\n(]*raise_with_shape_context)[^\n]*{)\n.*?^}\n",
    re.DOTALL | re.MULTILINE,
)


# ---- the whole


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Optimise as Numba does: inline, remove pairs of reference counts that cancel out, then LLVM's full pipeline."""
    for level, vectors in ((1, False), (3, True)):
        tuning = llvm.create_pipeline_tuning_options(speed_level=level)
        tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_interleaving = vectors
        builder = llvm.create_pass_builder(machine, tuning)
        passes = builder.getModulePassManager()
        if level == 1:
            passes.add_refprune_pass()
        passes.run(module, builder)
