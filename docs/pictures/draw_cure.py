"""Draws cure.svg: the load on the partitions of an index, before and after sharding.

    docs/pictures/draw_cure.py > docs/pictures/cure.svg
"""

LIMIT = 100
BEFORE = [11, 9, 100, 10, 12, 8, 10, 9]
WANTED = [11, 9, 540, 10, 12, 8, 10, 9]
AFTER = [73, 66, 71, 69, 74, 67, 70, 69]
WIDTH, HEIGHT, BAR, GAP = 860, 300, 34, 10
BASE, SCALE = 232, 1.15


def colour(percent):
    if percent >= 95:
        return "#d6401f"
    return "#e8a33d" if percent >= 60 else "#3d7ea6"


def bars(left, loads, wanted):
    for i, load in enumerate(loads):
        x = left + i * (BAR + GAP)
        height = load * SCALE
        if wanted and wanted[i] > LIMIT:
            yield (f'<rect x="{x}" y="32" width="{BAR}" height="{BASE - 32 - height:.0f}" fill="none" '
                   'stroke="#d6401f" stroke-dasharray="4 3"/>')
            yield f'<text x="{x + BAR + 6}" y="46" class="note">rejected</text>'
        yield f'<rect x="{x}" y="{BASE - height:.0f}" width="{BAR}" height="{height:.0f}" rx="2" fill="{colour(load)}"/>'


def panel(left, title, note, loads, wanted=None):
    right = left + len(loads) * (BAR + GAP) - GAP
    limit = BASE - LIMIT * SCALE
    yield f'<text x="{left}" y="20" class="title">{title}</text>'
    yield from bars(left, loads, wanted)
    yield f'<line x1="{left - 6}" y1="{BASE}" x2="{right + 6}" y2="{BASE}" stroke="#888"/>'
    yield f'<line x1="{left - 6}" y1="{limit:.0f}" x2="{right + 6}" y2="{limit:.0f}" stroke="#888" stroke-dasharray="2 3"/>'
    yield f'<text x="{left}" y="{BASE + 22}" class="note">{note[0]}</text>'
    yield f'<text x="{left}" y="{BASE + 42}" class="note">{note[1]}</text>'


def main():
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
          'aria-label="Before: one of eight partitions is at its limit and rejects most of its writes. '
          'After: all eight carry about the same.">')
    print('<style>text{font-family:system-ui,sans-serif;fill:#777}.title{font-size:15px;font-weight:600}'
          '.note{font-size:13px}</style>')
    for line in panel(20, "a plain index: one channel, one partition",
                      ("1,000 writes a second get through; the rest is rejected,",
                       "and the base table's writes with it"), BEFORE, WANTED):
        print(line)
    print('<text x="398" y="150" style="font-size:28px">&#8594;</text>')
    for line in panel(460, "the same load through Isotherm's schema",
                      ("every write stored; a look-up is still one query,",
                       "on one shard; the application is unchanged"), AFTER):
        print(line)
    print(f'<text x="{WIDTH - 20}" y="{BASE - LIMIT * SCALE - 5:.0f}" class="note" text-anchor="end">limit of a partition</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
