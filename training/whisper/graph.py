"""A small builder of ONNX graphs: nodes are added in order, values are named after what they are."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

OPSET = 17
TYPES = {"float": TensorProto.FLOAT, "int64": TensorProto.INT64}
# Operators of onnxruntime beside the standard ones.
ORT = {"MultiHeadAttention", "MatMulNBits", "Gelu"}


class Builder:
    def __init__(self, name):
        self.name, self.nodes, self.constants, self.inputs, self.outputs = name, [], {}, [], []

    def constant(self, name, value):
        """Adds a constant once; returns its name."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def ints(self, *values):
        return self.constant("ints_" + "_".join(str(v).replace("-", "m") for v in values), np.array(values, np.int64))

    def float(self, value):
        return self.constant(f"float_{value}".replace("-", "m"), np.array(value, np.float32))

    def add(self, kind, inputs, *outputs, **attributes):
        """Adds a node; returns its first output."""
        domain = "com.microsoft" if kind in ORT else ""
        self.nodes.append(
            helper.make_node(
                kind, list(inputs), list(outputs), name=f"{outputs[0]}/{kind}", domain=domain, **attributes
            )
        )
        return outputs[0]

    def input(self, name, kind, shape):
        self.inputs.append(helper.make_tensor_value_info(name, TYPES[kind], shape))
        return name

    def output(self, name, kind, shape):
        self.outputs.append(helper.make_tensor_value_info(name, TYPES[kind], shape))

    def graph(self):
        return helper.make_graph(self.nodes, self.name, self.inputs, self.outputs, list(self.constants.values()))

    def model(self):
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(self.graph(), opset_imports=opsets, ir_version=8, producer_name="turnwire")


def layer_norm(g, x, weights, name):
    """The layer normalisation `name` (its gamma and beta) of x."""
    gamma, beta = (g.constant(f"{name}/{part}", weights[f"{name}/{part}"]) for part in ("gamma", "beta"))
    return g.add("LayerNormalization", [x, gamma, beta], f"{name}/out", axis=-1, epsilon=1e-5)


def split_heads(g, x, heads, size, out):
    """`[1, n, heads * size]` to `[1, heads, n, size]`."""
    parts = g.add("Reshape", [x, g.ints(0, 0, heads, size)], f"{out}/parts")
    return g.add("Transpose", [parts], out, perm=[0, 2, 1, 3])


def join_heads(g, x, out):
    """`[1, heads, n, size]` to `[1, n, heads * size]`."""
    rows = g.add("Transpose", [x], f"{out}/rows", perm=[0, 2, 1, 3])
    return g.add("Reshape", [rows, g.ints(0, 0, -1)], out)
