"""Steps after the models: hashes in the catalogue, and vectors that hold TypeScript and Python together."""

from collections.abc import Iterator

from .workspace import MOONSHINE_ENCODER, REPO, Command, Step, Workspace


def hashes(work: Workspace) -> Iterator[Command]:
    yield work.python("shared.catalogue_hashes")


def test_vectors(work: Workspace) -> Iterator[Command]:
    tests = REPO / "test"
    yield work.python("text.word_test_vectors", tests / "eot/text-words.json")
    yield work.python("fusion.phrase_test_vectors", tests / "eot/phrases.json")
    yield work.python("bargein.word_test_vectors", tests / "bargein/backchannel-words.json")
    yield work.python("sound.test_vectors", "--encoder", MOONSHINE_ENCODER)
    yield work.python("phones.test_vectors")


STEPS = [
    Step("hashes", "the models' sha256", "models", "src/inference/model-list.ts", hashes),
    Step(
        "test-vectors",
        "expected values of the TypeScript tests",
        "models/eot-*",
        "test/eot/*.json, test/bargein/*.json",
        test_vectors,
    ),
]
