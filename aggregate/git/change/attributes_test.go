package change

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Git calls a file binary by its attribute diff, and by its bytes unless the attribute is set.
func TestBinaryByAttribute(t *testing.T) {
	for _, attribute := range []string{"", "diff", "-diff", "!diff", "diff=astextplain", "diff=golang", "binary"} {
		t.Run(attribute, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write(".gitattributes", "*.x "+attribute+"\n")
			w.write("bytes.x", "a\x00b\n")
			w.write("text.x", "a\n")
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			w.write("bytes.x", "a\x00c\n")
			w.write("text.x", "b\n")
			var want, got []string
			for line := range strings.Lines(w.git("diff", "--numstat")) {
				part := strings.Fields(line)
				want = append(want, fmt.Sprint(part[2], " ", part[0] == "-"))
			}
			for _, f := range w.changes(w.open(), "uncommitted").Files {
				got = append(got, fmt.Sprint(f.Path, " ", f.Content == Binary))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("binary files (-git +got):\n%s", diff)
			}
		})
	}
}
