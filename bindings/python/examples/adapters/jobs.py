"""jobs.py - the jobs of a build server that is not there: what textual_jobs.py and tk_jobs.py show."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import iqlist

STATES = ("running", "done", "waiting")
PROJECTS = ("compiler", "editor", "kernel", "library", "manual", "parser", "server", "shell", "site", "tools")
STEPS = ("build", "check", "package", "publish", "test")


@dataclass(frozen=True)
class Job:
    """A job: its key is its number, its content is made of all fields."""

    number: int
    name: str
    state: str = "waiting"
    percent: int = 0


def some(count: int) -> list[Job]:
    """So many, of which a few have begun or ended."""
    names = [f"{project}-{step}" for project in PROJECTS for step in STEPS]
    jobs = [Job(number, names[number * 7 % len(names)]) for number in range(1, count + 1)]
    generator = random.Random(0)
    for _ in range(12):
        jobs = gone_on(jobs, generator)
    return jobs


def gone_on(jobs: list[Job], generator: random.Random) -> list[Job]:
    """The jobs a moment later: some have gone on, one or two have begun."""
    found = [*jobs]
    for at, job in enumerate(jobs):
        if job.state == "running":
            percent = min(100, job.percent + generator.randrange(30))
            found[at] = replace(job, percent=percent, state="done" if percent == 100 else "running")
    waiting = [at for at, job in enumerate(found) if job.state == "waiting"]
    if sum(job.state == "running" for job in found) < 6:
        for at in generator.sample(waiting, min(2, len(waiting))):
            found[at] = replace(found[at], state="running")
    return found


def snapshot(jobs: list[Job]) -> iqlist.Snapshot[Job]:
    """What is to be shown: a section for each state."""
    sections = {state: [job for job in jobs if job.state == state] for state in STATES}
    return iqlist.Snapshot.of_sections(sections, key="number")
