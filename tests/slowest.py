#!/usr/bin/env python3
"""The ten tests that took longest, of a JUnit file as ctest writes it.

usage: slowest.py FILE
"""

import sys
import xml.etree.ElementTree


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    cases = xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase")
    times = sorted(((float(case.get("time", 0)), case.get("name")) for case in cases), reverse=True)
    print("the slowest:")
    for seconds, name in times[:10]:
        print(f"  {seconds:7.1f} s  {name}")


if __name__ == "__main__":
    main()
