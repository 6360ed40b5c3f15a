"""The parts of Numba that `compiled` uses and that have no type declarations.

They are internals of Numba and llvmlite. Only what is used here is declared.
"""

import importlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

Untyped: TypeAlias = Any  # Any: these parts of Numba have no type declarations
"""A module of Numba, or an object that is only passed on to Numba."""


class Kind(Protocol):
    """A type of an argument."""

    _code: int


Kinds: TypeAlias = tuple[Kind, ...]
Steps: TypeAlias = tuple[Callable[[], None], ...]


class Named(Protocol):
    """A function or a variable in a module of LLVM."""

    name: str
    is_declaration: bool
    linkage: object


class Module(Protocol):
    """A module of LLVM."""

    functions: Iterable[Named]
    global_variables: Iterable[Named]
    data_layout: str

    def clone(self) -> "Module":
        """Copy the module."""

    def link_in(self, other: "Module", preserve: bool = False) -> None:
        """Add the content of another module."""

    def as_bitcode(self) -> bytes:
        """The module as bytes."""


class Environment(Protocol):
    """The constants of a function that are Python objects."""

    env_name: str
    consts: list[object]


class Description(Protocol):
    """What Numba knows about a compiled function."""

    qualname: str
    llvm_func_name: str
    llvm_cpython_wrapper_name: str
    typemap: object
    calltypes: object


class Library(Protocol):
    """The code of a function, and the libraries that it needs."""

    name: str
    codegen: "Codegen"
    bottom_up: bool
    kept: tuple[str, str]
    _final_module: Module
    _linking_libraries: "list[Library]"
    _reload_init: set[Callable[[], None]]

    def use(self, code: Module) -> None:
        """Take this module as the library's code."""

    def own(self) -> Module:
        """The code of this library alone."""

    def add_linking_library(self, library: "Library") -> None:
        """Link another library, too."""

    def enable_object_caching(self) -> None:
        """Keep the machine code."""

    def _get_module_for_linking(self) -> Module: ...
    def _get_compiled_object(self) -> bytes: ...
    def _set_compiled_object(self, code: bytes) -> None: ...
    def _finalize_final_module(self) -> None: ...


class Codegen(Protocol):
    """What makes libraries."""

    _library_class: type
    _engine: Untyped

    def create_library(self, name: str) -> Library:
        """Make an empty library."""

    def set_env(self, name: str, environment: Environment) -> None:
        """Tell compiled code where its constants are."""

    def magic_tuple(self) -> tuple[object, ...]:
        """What machine code depends on."""


class Target(Protocol):
    """The machine that code is compiled for."""

    typing_context: object

    def __hash__(self) -> int: ...

    def codegen(self) -> Codegen:
        """What makes libraries."""

    def refresh(self) -> None:
        """Load everything that compiled code may need."""

    def insert_user_function(self, key: object, description: Description, libraries: list[Library]) -> None:
        """Make a function known to its callers."""

    def push_code_library(self, library: Library) -> AbstractContextManager[object]:
        """Generate code into this library."""

    def subtarget(self, *, enable_nrt: bool) -> "Target":
        """The same target with other settings."""

    def create_cpython_wrapper(
        self, library: Library, description: Description, environment: Environment, helper: None, *, release_gil: bool
    ) -> None:
        """Generate the function that Python calls."""

    def get_executable(self, library: Library, description: Description, environment: Environment) -> object:
        """The compiled function as a Python object."""


class Result(Protocol):
    """A compiled function."""

    library: Library
    fndesc: Description
    environment: Environment
    signature: object
    entry_point: object

    def _replace(self, *, entry_point: object) -> "Result": ...


def numba_module(name: str) -> Untyped:
    """Import a module of Numba."""
    return importlib.import_module(f"numba.{name}")
