"""A game's core as WebAssembly: the same compiled rules, events and bots, for browsers and phones.

`build` compiles a game in these steps:

    entries       the functions of a game that are exported, with plain numbers and addresses as arguments
    compiling     Numba's code for them, taken before it is optimised for a processor, becomes code for wasm32
    linking       the object file that LLVM writes becomes a module without imports
    description   what a program must know to use the module, as JSON in one of its sections
    learned       what the bots have learned, as separate files

    python -m allaboard.core FOLDER [GAME ...]
"""
