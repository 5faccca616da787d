"""Runs the scripts of a package for its smoke run, each as a process of its own, as a person would call it."""

import subprocess
import sys


def steps_of(package):
    """-> run(script, *arguments), which prints the call and the end of its output and returns that output.

    If a script fails, the smoke run stops with what the script wrote to stderr.
    """

    def run(script, *arguments):
        print("+", script, *arguments, flush=True)
        call = [sys.executable, "-m", f"training.{package}.{script}", *map(str, arguments)]
        done = subprocess.run(call, capture_output=True, text=True)
        print(done.stdout[-1500:], flush=True)
        if done.returncode:
            sys.exit(done.stderr)
        return done.stdout

    return run
