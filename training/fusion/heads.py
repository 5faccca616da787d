"""The sound head and the fusion of sound and words, fitted so that no call judges itself.

The fit is nested. For each held-out call the heads are fitted on the other calls. The fusion is fitted on scores of
heads that are held out in turn, and the set of features is chosen among those other calls alone.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression


class Linear:
    """Standardised logistic regression. Inputs are cut to the range seen in the fit."""

    def __init__(self, strength):
        self.strength = strength

    def fit(self, x, y, weight=None, balanced=True):
        weight = np.ones(len(x)) if weight is None else weight
        if balanced:
            share = np.average(y, weights=weight)
            weight = weight * np.where(y, 0.5 / share, 0.5 / (1 - share))
        self.low, self.high = x.min(0), x.max(0)
        self.mean, self.deviation = x.mean(0), x.std(0) + 1e-6
        model = LogisticRegression(C=self.strength, max_iter=1000).fit((x - self.mean) / self.deviation, y, weight)
        self.weights, self.bias = model.coef_[0], float(model.intercept_[0])
        return self

    def without_last(self):
        """This regression with its last input at zero."""
        self.bias -= float(self.mean[-1] / self.deviation[-1] * self.weights[-1])
        self.low, self.high, self.mean, self.deviation, self.weights = (
            v[:-1] for v in (self.low, self.high, self.mean, self.deviation, self.weights)
        )
        return self

    def __call__(self, x):
        return (np.clip(x, self.low, self.high) - self.mean) / self.deviation @ self.weights + self.bias


class Pauses:
    """Labelled pauses of calls, with the varied copies of calls/augment.py after them in every array."""

    def __init__(self, rows, copies=()):
        self.rows = list(rows) + list(copies)
        self.original = np.array([True] * len(rows) + [False] * len(copies))
        self.y = np.array([r["label"] == "eot" for r in self.rows])
        self.group = np.array([r.get("group", "") for r in self.rows])
        self.asked = np.array([bool(r["context"]) for r in self.rows])
        """Whether anybody spoke before the turn, so that its words may answer something."""
        per_row = max(1, len(copies) / max(1, len(rows)))
        self.weight = np.where(self.original, 1.0, 1 / per_row if copies else 1.0)
        self.arrays = {"sound": np.stack([r["listened"] for r in self.rows])}
        self.numbers = {n: np.array([r["numbers"][n] for r in self.rows]) for n in self.rows[0]["numbers"]}
        self.heads = {}  # by name and training part, shared by the fusions

    def groups(self, within=None):
        return np.unique(self.group if within is None else self.group[within])


class Fusion:
    """Logistic regression on numbers and heads. heads: {name: () -> Linear}; features: names of numbers and heads."""

    def __init__(self, heads, features, strength):
        self.heads, self.features, self.strength = heads, features, strength

    def needed(self):
        return [h for h in self.heads if h in self.features]

    def head(self, name, pauses, train):
        key = (name, train.tobytes())
        if key not in pauses.heads:
            pauses.heads[key] = self.heads[name]().fit(
                pauses.arrays[name][train], pauses.y[train], pauses.weight[train]
            )
        return pauses.heads[key]

    def table(self, pauses, scores):
        return np.stack([scores[f] if f in scores else pauses.numbers[f] for f in self.features], 1)

    def inner_scores(self, pauses, train):
        """Scores of the heads on the training part, each call's by heads that never saw it."""
        scores = {}
        for name in self.needed():
            scores[name] = np.zeros(len(pauses.y))
            for g in pauses.groups(train):
                test = pauses.group == g
                scores[name][test] = self.head(name, pauses, train & ~test)(pauses.arrays[name][test])
        return scores

    def fit(self, pauses, train, scores=None):
        scores = self.inner_scores(pauses, train) if scores is None else scores
        self.fitted = {name: self.head(name, pauses, train) for name in self.needed()}
        self.linear = self.weighed(self.table(pauses, scores)[train], pauses.y[train], pauses.weight[train])
        return self

    def weighed(self, table, y, weight):
        return Linear(self.strength).fit(table, y, weight, balanced=False)

    def __call__(self, pauses):
        return self.linear(self.table(pauses, {name: head(pauses.arrays[name]) for name, head in self.fitted.items()}))


class WithRead(Fusion):
    """A fusion that also learns from read speech. The heads learn nothing from it.

    All pauses of read speech together weigh `share` of those of the calls, with ends as frequent. They have a bias of
    their own, which is left out after the fit.
    """

    def __init__(self, heads, features, strength, read, share):
        super().__init__(heads, features, strength)
        self.read, self.share = read, share

    def weighed(self, table, y, weight):
        read = self.read
        read_table = self.table(read, {name: head(read.arrays[name]) for name, head in self.fitted.items()})
        ends = np.average(y, weights=weight)
        read_weight = np.where(read.y, ends / read.y.mean(), (1 - ends) / (1 - read.y.mean()))
        read_weight *= self.share * weight.sum() / read_weight.sum()
        own = np.repeat([0.0, 1.0], [len(y), len(read.y)])
        whole = np.column_stack([np.concatenate([table, read_table]), own])
        return super().weighed(whole, np.concatenate([y, read.y]), np.concatenate([weight, read_weight])).without_last()


class ByContext:
    """Two fusions: one for turns with a turn before them, one for turns before which nobody is known to have spoken."""

    def __init__(self, asked, alone):
        self.asked, self.alone = asked, alone
        self.features, self.strength = asked.features, asked.strength

    def __call__(self, pauses):
        return np.where(pauses.asked, self.asked(pauses), self.alone(pauses))


def log_loss(logits, y):
    return float(np.mean(np.log1p(np.exp(np.where(y, -logits, logits)))))


def inner_loss(fusion, pauses, train, scores):
    """Log loss of the fusion with each training call held out in turn."""
    losses = []
    table = fusion.table(pauses, scores)
    for g in pauses.groups(train):
        test = train & pauses.original & (pauses.group == g)
        rest = train & (pauses.group != g)
        linear = Linear(fusion.strength).fit(table[rest], pauses.y[rest], pauses.weight[rest], balanced=False)
        losses += [log_loss(linear(table[test]), pauses.y[test])] * int(test.sum())
    return float(np.mean(losses))


def chosen(heads, candidates, strengths, pauses, train):
    """The candidate set of features with the least inner loss, fitted on the training part."""
    scores = Fusion(heads, sorted({f for c in candidates for f in c}), 1.0).inner_scores(pauses, train)
    fusions = [Fusion(heads, features, strength) for features in candidates for strength in strengths]
    best = min(fusions, key=lambda fusion: inner_loss(fusion, pauses, train, scores))
    return best.fit(pauses, train, scores)


def cross_fitted(make, pauses, others=None):
    """(score of every pause by a fusion that saw nothing of its call, the same for `others`, what was chosen).

    others: {name: Pauses}. What was chosen: {group of calls: (features, strength)}.
    """
    others = others or {}
    out, features = np.zeros(len(pauses.y)), {}
    scored = {name: np.zeros(len(other.y)) for name, other in others.items()}
    for g in pauses.groups():
        test = pauses.group == g
        fusion = make(pauses, ~test)
        out[test] = fusion(pauses)[test]
        for name, other in others.items():
            scored[name][other.group == g] = fusion(other)[other.group == g]
        features[str(g)] = (" ".join(fusion.features), fusion.strength)
    return out, scored, features
