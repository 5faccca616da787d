"""Three forms of a linear layer in a graph: float32, 8-bit integers a channel, 8-bit blocks.

A form is called as `form(g, x, weight, bias, name)` with weight `[out, in]` and bias `[out]` or None; it returns the
value's name.
"""

import numpy as np

BLOCK = 128


def exact(g, x, weight, bias, name):
    """float32."""
    product = g.add("MatMul", [x, g.constant(f"{name}/weight", weight.T)], f"{name}/product")
    return with_bias(g, product, bias, name)


def integers(g, x, weight, bias, name):
    """Whole tensor of activations as uint8 at run time, weights as uint8 with one scale a channel.

    Weights are unsigned: products of unsigned activations and signed weights saturate on processors without int8 dot
    products (AVX2). The product moves them to int8 if that is exact and faster
    (src/inference/onnx/signed-weights.ts). onnxruntime fuses these nodes to one.
    """
    scale = np.maximum(np.abs(weight).max(axis=1), 1e-12) / 127
    whole = np.round(weight / scale[:, None]) + 128
    quantised = f"{x}/q"
    if not any(quantised in node.output for node in g.nodes):
        g.add("DynamicQuantizeLinear", [x], quantised, f"{x}/scale", f"{x}/zero")
    table = g.constant(f"{name}/weight", whole.T.astype(np.uint8))
    middle = g.constant("middle", np.array(128, np.uint8))
    product = g.add("MatMulInteger", [quantised, table, f"{x}/zero", middle], f"{name}/integers")
    unscaled = g.add("Cast", [product], f"{name}/unscaled", to=1)
    scales = g.add("Mul", [f"{x}/scale", g.constant(f"{name}/scale", scale.astype(np.float32))], f"{name}/scales")
    return with_bias(g, g.add("Mul", [unscaled, scales], f"{name}/product"), bias, name)


def blocks(g, x, weight, bias, name):
    """Weights as uint8 with one scale for BLOCK inputs of a channel, activations as int8 a row."""
    table, scales = block_table(weight)
    inputs = [x, g.constant(f"{name}/weight", table), g.constant(f"{name}/scale", scales.reshape(-1))]
    product = f"{name}/product"
    g.add(
        "MatMulNBits", inputs, product, K=weight.shape[1], N=weight.shape[0], bits=8, block_size=BLOCK, accuracy_level=4
    )
    return with_bias(g, product, bias, name)


def block_table(weight):
    """`[out, in]` to uint8 `[out, in / BLOCK, BLOCK]` around 128 and scales `[out, in / BLOCK]`."""
    parts = weight.reshape(weight.shape[0], -1, BLOCK)
    # The value furthest from zero becomes exactly -128, as onnxruntime's own quantizer has it.
    furthest = np.take_along_axis(parts, np.abs(parts).argmax(axis=2)[:, :, None], axis=2)
    scales = furthest / -128
    safe = np.where(scales == 0, 1, scales)
    whole = np.clip(np.round(parts / safe) + 128, 0, 255)
    return whole.astype(np.uint8), scales[:, :, 0].astype(np.float32)


def with_bias(g, product, bias, name):
    if bias is None:
        return product
    return g.add("Add", [product, g.constant(f"{name}/bias", bias)], f"{name}/out")
