"""Functions that Numba compiles so that LLVM optimises each of them only where it is used from Python.

Numba itself generates machine code for every function together with copies of all functions that it calls, and repeats
all of this for each caller. Here a function that compiled code calls is a *part*: LLVM's code of this function alone,
and a list of the other parts that it needs. A function that Python calls becomes an *entry*: all parts that it needs
are linked, optimised and translated together. Both are kept on disk (`codecache`).
"""

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Protocol

from allaboard.codecache import Entry, EntryFiles, Part
from allaboard.compileerror import blaming, recording
from allaboard.internals import (
    Environment,
    Kind,
    Kinds,
    Library,
    Module,
    Result,
    Target,
    Untyped,
    numba_module,
)


class Dispatcher(Protocol):
    """A function that Numba compiles when it is called."""

    py_func: FunctionType
    overloads: dict[Kinds, Result]
    nopython_signatures: list[object]
    targetctx: Target
    compile: Callable[[Kinds], object]
    get_call_template: Callable[[list[Kind], dict[str, Kind]], object]
    _compiler: Untyped
    _cache_hits: Counter[Kinds]
    _cache_misses: Counter[Kinds]
    _insert: Callable[[list[int], object, bool], None]


def compiled(function: FunctionType, folder: Path | None, bottom_up: bool = False) -> Dispatcher:
    """Compile a function when it is called. Its code is kept in this folder, if there is one.

    An entry may be optimised bottom up, as Numba does it: each function with all functions that it calls, then its
    callers. This takes LLVM several times as long. Loops of random games are up to 40% faster then, bots are not.
    """
    import numba

    options: Untyped = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nogil": True, "error_model": "numpy"}
    made: Untyped = numba.njit(**options)(function)
    _prepare(made.targetctx)
    code = _Code(made, EntryFiles(folder, function) if folder else None, bottom_up)
    made.compile = code.entry
    made.get_call_template = code.template
    return made  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class Optimized:
    """The code of a library that was optimised already, and what must be done before it is used."""

    module: Module
    _reload_init: set[Callable[[], None]]

    def _get_module_for_linking(self) -> Module:
        return self.module


Linkable = Library | Optimized


class _Code:
    """The parts and entries of one function, by the types of its arguments."""

    def __init__(self, made: Dispatcher, files: EntryFiles | None, bottom_up: bool = False) -> None:
        self._made, self._files, self._bottom_up = made, files, bottom_up
        self._target = made.targetctx
        self._entries: dict[Kinds, object] = {}
        made._compiler._customize_flags = _without_machine_code

    def template(self, args: list[Kind], kws: dict[str, Kind]) -> tuple[object, ...]:
        """What the type inference of a caller asks for. The part is compiled if it is new.

        All integers become 64-bit integers first. Numba would compile the function again for each constant and for each
        width of a field.
        """
        made = self._made
        wide = [_widened(arg) for arg in args], {name: _widened(arg) for name, arg in kws.items()}
        signature, folded = made._compiler.fold_argument_types(*wide)
        self.part(tuple(folded))
        name = made.py_func.__name__
        template = numba_module("core.typing").make_concrete_template(
            f"CallTemplate({name})", name, made.nopython_signatures
        )
        return template, signature, folded, {}

    def entry(self, signature: object) -> object:
        """The function that Python calls with arguments of these types."""
        args: Kinds
        args, _ = numba_module("core.sigutils").normalize_signature(signature)
        with _compiling(), blaming():
            if args not in self._entries:
                found = self._kept_entry(args)
                (self._made._cache_hits if found else self._made._cache_misses)[args] += 1
                found = found or self._linked(args)
                self._made._insert([kind._code for kind in args], found, False)
                self._entries[args] = found
            return self._entries[args]

    def part(self, args: Kinds) -> Result:
        """The code of this function for compiled callers."""
        made = self._made
        with _compiling():
            if args not in made.overloads:
                found = self._kept_part(args)
                if not found:
                    with recording(made.py_func):
                        found = made._compiler.compile(args, None)
                    if self._files and not self._keep_part(args, found):
                        found = self._kept_part(args) or found
                found = found._replace(entry_point=object())  # callers find the function by this key
                self._target.insert_user_function(found.entry_point, found.fndesc, [found.library])
                made.overloads[args] = found
            return made.overloads[args]

    def _linked(self, args: Kinds) -> object:
        """A part, all parts that it needs, and a wrapper for Python, as machine code."""
        part, target = self.part(args), self._target
        library = target.codegen().create_library(f"entry.{part.library.name}")
        library.enable_object_caching()
        library.bottom_up = self._bottom_up
        library.add_linking_library(part.library)
        with target.push_code_library(library):
            counting = target.subtarget(enable_nrt=True)  # results may be arrays, which count their references
            counting.create_cpython_wrapper(library, part.fndesc, part.environment, None, release_gil=True)
        found = target.get_executable(library, part.fndesc, part.environment)
        environments = tuple(_environments(library))
        for environment in environments:
            library.codegen.set_env(environment.env_name, environment)
        if self._files and not _is_bound_to_process(library):
            part.fndesc.typemap = part.fndesc.calltypes = None
            machine_code, at_load = library._get_compiled_object(), tuple(library._reload_init)
            constants = tuple(part.environment.consts)
            entry = Entry(machine_code, part.fndesc, part.environment, constants, environments, at_load)
            self._files.write(self._files.entry(args, library.codegen), entry)
        return found

    def _kept_entry(self, args: Kinds) -> object:
        codegen = self._target.codegen()
        kept: Entry | None = self._files.read(self._files.entry(args, codegen)) if self._files else None
        if not kept:
            return None
        _start(self._target)
        for step in kept.at_load:
            step()
        library = codegen.create_library(f"entry.{kept.describes.qualname}")
        library.enable_object_caching()
        library._set_compiled_object(kept.machine_code)
        library._finalize_final_module()
        codegen._engine._defined_symbols.add(kept.describes.llvm_cpython_wrapper_name)
        found = self._target.get_executable(library, kept.describes, kept.environment)
        # The part may have been read before, and then its environment lacks the constants of the wrapper.
        kept.environment.consts.extend(kept.constants[len(kept.environment.consts) :])
        for environment in kept.environments:
            codegen.set_env(environment.env_name, environment)
        return found

    def _keep_part(self, args: Kinds, part: Result) -> bool:
        """Keep a new part; False if another process was faster."""
        assert self._files
        library = part.library
        if _is_bound_to_process(library):
            return True
        own, needs = library.own().clone(), []
        for one in _needed(library, stop=lambda other: hasattr(other, "kept")):
            if hasattr(one, "kept"):
                needs.append(one.kept)
            else:
                own.link_in(one._get_module_for_linking(), preserve=True)
        part.fndesc.typemap = part.fndesc.calltypes = None
        file = self._files.part(args, library.codegen)
        at_load = tuple(library._reload_init)
        told = part.fndesc, part.environment, part.signature
        kept = Part(library.name, own.as_bitcode(), tuple(needs), *told, at_load)
        library.kept = file, part.fndesc.llvm_func_name
        return self._files.write(file, kept)

    def _kept_part(self, args: Kinds) -> Result | None:
        if not self._files:
            return None
        _start(self._target)
        file = self._files.part(args, self._target.codegen())
        found = _parts.get(file) or _read_part(self._files, file, self._target)
        if not found:
            return None
        part, library = found
        return _result(self._target, part, library)


def _result(target: Target, part: Part, library: Library) -> Result:
    result = numba_module("core.compiler").CompileResult
    fields: dict[str, object] = dict.fromkeys(result._fields)
    fields |= {"typing_context": target.typing_context, "target_context": target, "library": library}
    fields |= {"fndesc": part.describes, "environment": part.environment, "signature": part.signature}
    found: Result = result(**{**fields, "objectmode": False, "lifted": (), "reload_init": part.at_load})
    return found


_parts: dict[str, tuple[Part, Library]] = {}
"""The parts that were read, by file."""


def _read_part(files: EntryFiles, file: str, target: Target) -> tuple[Part, Library] | None:
    """A part with its library and, in turn, those that it needs. None if one of them is missing or was replaced."""
    import llvmlite.binding as llvm

    if file in _parts:
        return _parts[file]
    part: Part | None = files.read(file)
    if not part:
        return None
    library = target.codegen().create_library(part.name)
    for name, function in part.needs:
        needed = _read_part(files, name, target)
        if not needed or needed[0].describes.llvm_func_name != function:
            files.drop(file)
            return None
        library.add_linking_library(needed[1])
    library.add_linking_library(numba_module("core.runtime").rtsys.library)
    library.use(llvm.parse_bitcode(part.code))
    library.kept = file, part.describes.llvm_func_name
    library._reload_init.update(part.at_load)
    for step in part.at_load:
        step()
    _parts[file] = part, library
    return _parts[file]


def _widened(kind: Kind) -> Kind:
    types = numba_module("core.types")
    plain = types.unliteral(kind)
    wide: Kind = types.int64 if isinstance(plain, types.Integer) and plain != types.uint64 else plain
    return wide


def _without_machine_code(flags: Untyped) -> Untyped:
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    return flags


def _environments(library: Library) -> Iterator[Environment]:
    """The Python objects that the linked functions use as constants."""
    known = numba_module("core.environment").lookup_environment
    for one in library._final_module.global_variables:
        if one.name.startswith("_ZN08NumbaEnv") and (found := known(one.name)) is not None:
            yield found


def _is_bound_to_process(library: Library) -> bool:
    """Whether code has addresses of this process in it, such as those of large global arrays."""
    modules = library._final_module, library.own()
    return any(one.name.startswith("numba.dynamic.globals") for module in modules for one in module.global_variables)


@contextmanager
def _compiling() -> Iterator[None]:
    """One thread compiles at a time, without garbage collections: Numba makes millions of objects, and most stay."""
    with numba_module("core.compiler_lock").global_compiler_lock:
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collecting:
                gc.enable()


# ---- changes to Numba's internals


@cache
def _start(target: Target) -> None:
    """Prepare Numba's runtime for code that was read from disk."""
    target.refresh()


@cache
def _prepare(target: Target) -> None:
    """Let Numba keep the code of each function unlinked until its address is asked for.

    This changes only when code is linked and optimised, so it does not affect other users of Numba.
    """
    target.codegen()._library_class = _library_class()
    template = numba_module("core.typing.templates")._OverloadFunctionTemplate
    decorator = template._get_jit_decorator

    def for_compiled_code_only(self: Untyped) -> Untyped:
        """Numba's own functions, such as `np.zeros`, are not called from Python here."""
        configure = decorator(self)

        def configured(**options: object) -> Untyped:
            def decorated(function: FunctionType) -> Untyped:
                made = configure(**options)(function)
                if made.targetctx is target:
                    made.compile = _Code(made, None).part
                return made

            return decorated

        return configured

    template._get_jit_decorator = for_compiled_code_only


@cache
def _library_class() -> type:
    base = numba_module("core.codegen").JITCodeLibrary

    class Lazy(base):  # type: ignore[misc, valid-type]
        """The code of one function, and the libraries that it needs. It is linked when an address is asked for."""

        bottom_up = False
        _own: Module | None = None
        _final_module: Module
        _linking_libraries: list[Linkable]

        def use(self, code: Module) -> None:
            self._own = code

        def own(self) -> Module:
            """The code of this library alone."""
            if self._own is None:
                self._own = _for_linking(self._shared_module or self._final_module)
            return self._own

        def add_linking_library(self, library: Library) -> None:
            self._linking_libraries.append(library)

        def finalize(self) -> None:
            self.own()  # before it is linked
            needed, everything = self._linking_libraries, _needed(self)
            known: dict[int, Linkable] = {}
            self._linking_libraries = list(everything)
            if self.bottom_up:
                self._linking_libraries = [self._optimized(one, known) for one in needed]
            super().finalize()
            self._linking_libraries = needed
            for one in everything:
                self._reload_init.update(one._reload_init)

        def _optimized(self, library: Linkable, known: dict[int, Linkable]) -> Linkable:
            """A library that was optimised together with everything that it needs."""
            if isinstance(library, Optimized) or not hasattr(library, "own"):
                return library
            if id(library) not in known:
                module = library.own().clone()
                names = [function.name for function in module.functions if not function.is_declaration]
                _link_as(module, names, "external")  # otherwise LLVM would leave them out
                for one in library._linking_libraries:
                    module.link_in(self._optimized(one, known)._get_module_for_linking(), preserve=True)
                mine, self._final_module = self._final_module, module
                self._optimize_final_module()
                module, self._final_module = self._final_module, mine
                _link_as(module, names, "linkonce_odr")
                known[id(library)] = Optimized(module, library._reload_init)
            return known[id(library)]

        def _get_module_for_linking(self) -> Module:
            return self.own()

        def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
            self._ensure_finalized()
            return self.name, "object", (self._get_compiled_object(), _for_linking(self._final_module).as_bitcode())

        def _optimize_functions(self, module: Module) -> None:
            module.data_layout = self._codegen._data_layout
            for function in module.functions:
                if not function.is_declaration:
                    passes, builder = self._codegen._function_pass_manager()
                    passes.run(function, builder)

    return Lazy


def _needed(root: Library, stop: Callable[[Library], bool] = lambda _: False) -> list[Library]:
    """All libraries that a library needs, callers first, because LLVM leaves out code that nothing has called yet."""
    order: list[Library] = []
    seen = {id(root)}

    def visit(library: Library) -> None:
        for one in getattr(library, "_linking_libraries", ()):
            if id(one) not in seen:
                seen.add(id(one))
                if not stop(one):
                    visit(one)
                order.append(one)

    visit(root)
    return order[::-1]


def _for_linking(module: Module) -> Module:
    """A copy in which functions may be defined more than once."""
    import llvmlite.binding as llvm

    copy = module.clone()
    functions = [function for function in copy.functions if not function.is_declaration]
    _link_as(copy, [one.name for one in functions if one.linkage == llvm.Linkage.external], "linkonce_odr")
    return copy


def _link_as(module: Module, names: Collection[str], linkage: str) -> None:
    for function in module.functions:
        if function.name in names:
            function.linkage = linkage
