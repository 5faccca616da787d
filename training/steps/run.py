"""Runs the commands of a step, one after the other, from the root of the repository."""

import os
import shlex
import subprocess
import sys

from .workspace import REPO, Command, Step, Workspace


def run(step: Step, work: Workspace, dry: bool = False) -> None:
    """Stops at the first command that fails. `dry` prints the commands and runs none."""
    for command in step.commands(work):
        print("+", shown(command), flush=True)
        if dry:
            continue
        program = sys.executable if command.program == "python" else command.program
        environment = os.environ | command.environment
        done = subprocess.run([program, *command.arguments], cwd=REPO, env=environment, check=False)
        if done.returncode and not command.may_fail:
            sys.exit(f"{step.name} stops: {command.program} ended with {done.returncode}")


def shown(command: Command) -> str:
    """The command as a person would type it."""
    settings = [f"{name}={shlex.quote(value)}" for name, value in command.environment.items()]
    return " ".join([*settings, command.program, *map(shlex.quote, command.arguments)])
