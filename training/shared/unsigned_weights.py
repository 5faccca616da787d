"""Moves int8 weights of an ONNX model's integer products to uint8, the zero points with them: the same products, to the bit.

Products of uint8 activations and int8 weights saturate on processors without int8 dot products (AVX2); those of uint8 weights never do. Where
int8 is exact and faster, src/inference/signed-weights.ts moves them back when it loads the model.
"""

import numpy as np
from onnx import numpy_helper


def unsigned(model):
    """The model, in place."""
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    names = {name for node in model.graph.node if node.op_type == "MatMulInteger" for name in (node.input[1], node.input[3])}
    for name in names & constants.keys():
        value = numpy_helper.to_array(constants[name])
        if value.dtype == np.int8:
            constants[name].CopyFrom(numpy_helper.from_array((value.astype(np.int16) + 128).astype(np.uint8), name))
    return model
