package answer

import (
	"strings"
	"testing"
)

// The work is proportional to the length of the answer, also if each of its lines begins an element or a patch that ends
// with the last one, or never.
func TestParseInspectsLinesAFewTimes(t *testing.T) {
	const n = 20_000
	p := parse(strings.Repeat("<file>\n", n) + "</file>\n")
	if most := maxScanned*len(p.lines) + n; p.scanned > most {
		t.Errorf("%d lines are inspected, want %d at most", p.scanned, most)
	}
	p = parse("*** Begin Patch\n" + strings.Repeat("*** Update File: a\n```\n", n))
	if p.closedPatch(2, len(p.lines)) || p.patchTo != len(p.lines) {
		t.Error("it is not stored that the patch has no last line")
	}
	p.lines[len(p.lines)-1] = endPatch
	if p.closedPatch(2, len(p.lines)) {
		t.Error("the lines of the patch are inspected again")
	}
}
