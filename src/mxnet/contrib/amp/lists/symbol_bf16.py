"""Which operators run in bfloat16, by name, as MXNet 1.9.1 sorts them."""

from .names import conditional, full_inputs, names, scaled

#: These gain from bfloat16 and are safe in it: their inputs are cast to it.
BF16_FUNCS = names("low", "bfloat16")
#: These run in whatever type their inputs have.
BF16_FP32_FUNCS = names("any", "bfloat16")
#: These keep some inputs in float32 beside data in bfloat16: the names of the inputs, "" for those that do not.
BF16_USE_FP32_PARAMS = {name: full_inputs("BatchNorm") for name in ("BatchNorm", "BatchNormWithReLU")}
#: These need float32: their inputs are cast to it.
FP32_FUNCS = names("full", "bfloat16")
#: These need float32 for some values of an attribute: ``(operator, attribute, values)``.
CONDITIONAL_FP32_FUNCS = conditional()
#: These need inputs of one type: all are cast to the widest among them.
WIDEST_TYPE_CASTS = names("widest", "bfloat16")
#: These make their own gradient.
LOSS_OUTPUT_FUNCTIONS = scaled()
