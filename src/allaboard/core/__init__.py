"""A game's core as WebAssembly: the same compiled rules, events and bots, for browsers and phones.

`build` makes one file of a game. It goes this way:

    entries       the functions of a game that are exported, with plain numbers and addresses as arguments
    compiling     Numba's code for them, before it is optimised for any processor, becomes code for wasm32
    linking       the object file that LLVM writes becomes a module that needs nothing from outside
    description   what a program must know to use it, as JSON in a section of the module
    knowledge     what the bots have learned, as files of their own

    python -m allaboard.core FOLDER [GAME ...]
"""
