"""The C source that carries the demo's files inside the program."""

from pathlib import Path

HEADER = '''\
// Made by Demo/gifts/source/make-gifts. Do not edit.
#include "DemoFiles.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"
'''

FOOTER = '''
const unsigned long demo_file_count = sizeof files / sizeof files[0];

const demo_file *demo_file_at(unsigned long index) {
    return index < demo_file_count ? &files[index] : NULL;
}
'''


def embedded_files(demo: Path) -> list[str]:
    """Names, relative to Demo, of all that the program carries: the room, the tour, the catalogue, gifts, scenarios, transitions."""
    kinds = ["gifts/*.yaml", "gifts/*.json", "scenarios/*.yaml", "transitions/*.json"]
    found = [demo / "room.yaml", demo / "tour.yaml", *(path for kind in kinds for path in demo.glob(kind))]
    return sorted(path.relative_to(demo).as_posix() for path in found if path.is_file())


def embedding_source(names: list[str]) -> str:
    """One array a file, then the table of them all."""
    arrays = "".join(
        f'\nstatic const unsigned char file_{number}[] = {{\n#embed "../{name}"\n}};\n' for number, name in enumerate(names)
    )
    rows = "".join(f'    {{"{name}", file_{number}, sizeof file_{number}}},\n' for number, name in enumerate(names))
    return f"{HEADER}{arrays}\nstatic const demo_file files[] = {{\n{rows}}};\n{FOOTER}"
