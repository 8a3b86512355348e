"""Programs of Python 2 with Python 2's meaning: what they are known by, their syntax, operators, names, modules.

fissix (lib2to3's continuation) reads the syntax; a few operators become calls of :mod:`.operators`; and the program's
modules get builtins of their own, :mod:`.builtins`, so that nothing else in the process changes.
"""
