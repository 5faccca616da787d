"""How far a model agrees with the readers who judged the written calls."""

import numpy as np
from scipy.special import logit


def agreement(logits, p):
    """Returns a text: correlation of the log-odds with the reader's, nats lost against the reader's own probabilities.

    logits, p: [pauses], 0 < p < 1.
    """
    lost = np.logaddexp(0, logits) - p * logits + p * np.log(p) + (1 - p) * np.log(1 - p)
    return f"r {np.corrcoef(logits, logit(p))[0, 1]:.3f}, {lost.mean():.4f} nats lost"
