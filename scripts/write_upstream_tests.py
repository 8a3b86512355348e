"""Write how many of MXNet's own tests pass, for the site: ``python scripts/write_upstream_tests.py REPORT.xml...``.

A report is what pytest writes with ``--junitxml`` for one file of MXNet 1.9.1's ``tests/python/unittest``, and is named
``test_x.py.xml``; the newest of each name counts. ``--baseline`` names a JSON file whose ``passes`` lists the tests
that 1.9.1 itself passes, by file (``{"test_x.py": ["test_x::test_y"]}``): those alone count then. Files that no report
speaks of keep what is written already.
"""

from __future__ import annotations

import argparse
import datetime
import json
import xml.etree.ElementTree as ET
from pathlib import Path

OUT = Path(__file__).parents[1] / "docs" / "site" / "upstream_tests.json"


def read(report: Path) -> dict[str, str]:
    """Return the outcome of each test of a report: passed, failed or skipped."""
    found = {}
    for case in ET.parse(report).getroot().iter("testcase"):
        bad = {child.tag for child in case} & {"failure", "error", "skipped"}
        found[str(case.get("name"))] = "passed" if not bad else "skipped" if bad == {"skipped"} else "failed"
    return found


def main() -> None:
    """Read the reports and write the table."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("reports", nargs="+", type=Path)
    command.add_argument("--baseline", type=Path)
    args = command.parse_args()
    listed = json.loads(args.baseline.read_text())["passes"] if args.baseline else None
    files = json.loads(OUT.read_text())["files"] if OUT.exists() else {}
    for report in sorted(args.reports, key=lambda path: path.stat().st_mtime):
        name = report.name.removesuffix(".xml")
        try:
            outcomes = read(report)
        except ET.ParseError:
            print(f"{report}: not finished, left out")
            continue
        if listed is not None:
            counted = [test.split("::", 1)[-1] for test in listed.get(name, ())]
        else:
            counted = [test for test, outcome in outcomes.items() if outcome != "skipped"]
        if counted:
            files[name] = {"passed": sum(outcomes.get(test) == "passed" for test in counted), "of": len(counted)}
    text = json.dumps({"date": datetime.date.today().isoformat(), "files": dict(sorted(files.items()))}, indent=1)
    OUT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
