"""Moves the int8 weights of a model's integer products to uint8. The products stay equal to the bit.

On processors without int8 dot products (AVX2 alone) a product of uint8 activations with int8 weights can saturate;
one with uint8 weights cannot. If int8 is exact and faster, src/inference/onnx/signed-weights.ts moves the weights back
when it loads the model.
"""

import numpy as np
from onnx import numpy_helper


def unsigned(model):
    """The model, changed in place."""
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    names = {
        name for node in model.graph.node if node.op_type == "MatMulInteger" for name in (node.input[1], node.input[3])
    }
    for name in names & constants.keys():
        value = numpy_helper.to_array(constants[name])
        if value.dtype == np.int8:
            constants[name].CopyFrom(numpy_helper.from_array((value.astype(np.int16) + 128).astype(np.uint8), name))
    return model
