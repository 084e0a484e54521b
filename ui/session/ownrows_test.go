package session

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The folder where dossiers are written is no row, so that none comes with the first one.
func TestTheFolderOfDossiersIsNoRow(t *testing.T) {
	t.Parallel()
	const own = "[output]\ndir = \"docs/sent\"\n"
	tests := []struct {
		name  string
		files map[string]string
		want  []string // before and after
	}{
		{"by default", map[string]string{"a.txt": "a"}, []string{"a.txt"}},
		{"left out by the project", map[string]string{"a.txt": "a", ".gitignore": ".dossier/\n"}, []string{".gitignore", "a.txt"}},
		{"beside what is the person's", map[string]string{"a.txt": "a", ".dossier/shots/b.txt": "b"}, []string{".dossier", ".dossier/shots", ".dossier/shots/b.txt", "a.txt"}},
		{"a folder that the project names", map[string]string{"dossier.toml": own, "a.txt": "a", "docs/a.md": "a"}, []string{"a.txt", "docs", "docs/a.md", "dossier.toml"}},
		{"where the person keeps something too", map[string]string{"dossier.toml": own, "a.txt": "a", "docs/sent/mine.md": "a"}, []string{"a.txt", "docs", "docs/sent", "docs/sent/mine.md", "dossier.toml"}},
	}
	for _, tt := range tests {
		for _, ignored := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				d := newDesk(t, tt.files)
				d.Settings().SetShowIgnored(ignored)
				d.Add([]string{"a.txt"})
				rows := func() []string {
					d.Tree().OpenAll(true)
					d.settle()
					var out []string
					for i := range d.Tree().Model().Len() {
						out = append(out, d.Tree().Model().Path(i))
					}
					slices.Sort(out)
					return out
				}
				if diff := cmp.Diff(tt.want, rows()); diff != "" {
					t.Errorf("wrong rows before (-want +got):\n%s", diff)
				}
				d.Snapshots().Write()
				d.until("it is written", func() bool { return d.Snapshots().Written() != "" })
				d.Tree().Rescan()
				d.settle()
				if diff := cmp.Diff(tt.want, rows()); diff != "" {
					t.Errorf("wrong rows after a dossier was written (-want +got):\n%s", diff)
				}
			})
		}
	}
}
