"""Which operators run in float16, by name, as MXNet 1.9.1 sorts them."""

from .names import conditional, names, scaled

#: These gain from float16 and are safe in it: their inputs are cast to it.
FP16_FUNCS = names("low", "float16")
#: These run in whatever type their inputs have.
FP16_FP32_FUNCS = names("any", "float16")
#: These need float32: their inputs are cast to it.
FP32_FUNCS = names("full", "float16")
#: These need float32 for some values of an attribute: ``(operator, attribute, values)``.
CONDITIONAL_FP32_FUNCS = conditional()
#: These need inputs of one type: all are cast to the widest among them.
WIDEST_TYPE_CASTS = names("widest", "float16")
#: These make their own gradient.
LOSS_OUTPUT_FUNCTIONS = scaled()
