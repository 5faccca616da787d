"""Steps of a smoke run: each script of a package as a process of its own, as a person would call it."""

import subprocess
import sys


def steps_of(package):
    """-> run(script, *arguments): prints the call and the end of what the script says, gives what it says; stops where it fails."""

    def run(script, *arguments):
        print("+", script, *arguments, flush=True)
        call = [sys.executable, "-m", f"training.{package}.{script}", *map(str, arguments)]
        done = subprocess.run(call, capture_output=True, text=True)
        print(done.stdout[-1500:], flush=True)
        if done.returncode:
            sys.exit(done.stderr)
        return done.stdout

    return run
