#!/usr/bin/env python3
"""Reports on failed logins, from the JSON lines that acme-api logs."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Iterator


@dataclass
class Config:
    """What to count, and when to raise an alarm."""

    top: int = 5
    ignore: frozenset[str] = frozenset()
    share: float = 0.25
    minimum: int = 4

    @classmethod
    def load(cls, path: Path) -> Config:
        """Reads a TOML file; a key that is not there keeps its default."""
        with path.open("rb") as f:
            data = tomllib.load(f)
        report, alarm = data.get("report", {}), data.get("alarm", {})
        return cls(
            top=report.get("top", cls.top),
            ignore=frozenset(report.get("ignore", ())),
            share=alarm.get("share", cls.share),
            minimum=alarm.get("minimum", cls.minimum),
        )


@dataclass
class Report:
    """Refused logins by reason, and by address within each reason."""

    reasons: dict[str, Counter[str]] = field(default_factory=dict)
    bad_lines: int = 0

    @property
    def total(self) -> int:
        return sum(sum(c.values()) for c in self.reasons.values())

    def add(self, reason: str, email: str) -> None:
        self.reasons.setdefault(reason, Counter())[email] += 1

    def alarming(self, config: Config) -> bool:
        """Whether people with an account are told that they have none."""
        unknown = sum(self.reasons.get("no such account", Counter()).values())
        return self.total >= config.minimum and unknown / self.total > config.share

    def lines(self, config: Config) -> Iterator[str]:
        yield f"{self.total} refused logins"
        for reason, emails in sorted(self.reasons.items()):
            yield f"  {reason}: {sum(emails.values())}"
            for email, count in emails.most_common(config.top):
                yield f"    {count:4d}  {email}"
        if self.bad_lines:
            yield f"  {self.bad_lines} lines could not be read"
        if self.alarming(config):
            yield "ALARM: too many logins fail for want of an account"


def read(lines: Iterable[str], config: Config) -> Report:
    """Counts the refused logins in a log. A line that is not JSON is only counted."""
    report = Report()
    for line in lines:
        if not line.strip():
            continue
        try:
            event = json.loads(line)
        except json.JSONDecodeError:
            report.bad_lines += 1
            continue
        if event.get("msg") == "login refused" and event.get("email") not in config.ignore:
            report.add(event.get("reason", "unknown"), event.get("email", ""))
    return report


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("--config", type=Path)
    args = parser.parse_args(argv)

    config = Config.load(args.config) if args.config else Config()
    with args.log.open(encoding="utf-8") as f:
        report = read(f, config)
    print("\n".join(report.lines(config)))
    return 1 if report.alarming(config) else 0


if __name__ == "__main__":
    sys.exit(main())
