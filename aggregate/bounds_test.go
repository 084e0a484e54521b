package aggregate

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

// No limit in a project file makes the program read more than fits into memory.
func TestHugeFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("small\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "huge.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "huge.txt"), 1<<40); err != nil {
		t.Skip(err)
	}
	in := inputOf("huge.txt", "a.txt")
	in.Composition.Files[0].MaxBytes = 1 << 50
	doc, err := newBuilder(t, dir, []string{"a.txt", "huge.txt"}).Build(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !errors.As(doc.Items[0].Err, new(*HugeError)) || doc.Items[1].Err != nil {
		t.Errorf("the rows have %v and %v", doc.Items[0].Err, doc.Items[1].Err)
	}
	if text := doc.Text(); !strings.Contains(text, "ERROR: too large (1099511627776 bytes): huge.txt") || !strings.Contains(text, "small") {
		t.Errorf("the document is\n%s", text)
	}
	want := []Warning{{Path: "huge.txt", Message: "is too large (1099511627776 bytes): no file over 268435456 bytes is read, whatever its limit; exclude or split it"}}
	if diff := cmp.Diff(want, doc.Warnings); diff != "" {
		t.Errorf("wrong warnings (-want +got):\n%s", diff)
	}
}

// If the total turns out to be too large while reading, the build restarts without the rejected
// files; the result is the same as if that had been known before.
func TestTotalIsFoundWhileReading(t *testing.T) {
	dir := t.TempDir()
	paths := []string{"a", "binary", "b", "c", "d"}
	for i, p := range paths {
		data := []byte(strings.Repeat(p[:1], 10*(i+1)))
		if p == "binary" {
			data[3] = 0
		}
		if err := os.WriteFile(filepath.Join(dir, p), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	in := inputOf(paths...)
	build := func(total int64) ([]Item, []*rendered) {
		b := newBuilder(t, dir, paths)
		resolve := func() Rows { return b.resolver(t.Context(), in, in.FilesBase, nil, nil).Rows(in.Composition.Files) }
		rows, blocks, err := b.renderAll(t.Context(), in, b.guard(t.Context(), in.Secrets), resolve, nil, total, nil)
		if err != nil {
			t.Fatal(err)
		}
		return rows.Items, blocks
	}
	all, whole := build(MaxTotalBytes)
	got, blocks := build(110) // all but the last
	for i := range got {
		if paths[i] == "d" {
			if !errors.As(got[i].Err, new(*TotalError)) || !strings.Contains(blocks[i].body+blocks[i].head, "ERROR") {
				t.Errorf("%s is not refused: %v", paths[i], got[i].Err)
			}
			continue
		}
		if got[i].Size != all[i].Size || got[i].Hash() != all[i].Hash() || (got[i].Err == nil) != (all[i].Err == nil) || blocks[i].body != whole[i].body {
			t.Errorf("%s is another: %+v, want %+v", paths[i], got[i], all[i])
		}
	}
}

// If the total is too large, files are read in document order while they fit: the result is the
// same on every machine.
func TestTotal(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{"a": 60, "b": 50, "c": 30, "d": 20, "large": 101} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Repeat("x", size)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name  string
		paths []string
		want  string // the rejected ones
	}{
		{"what fits", []string{"a", "c"}, ""},
		{"the one that is too much, and not those behind it that fit", []string{"a", "b", "c"}, "b"},
		{"to the last byte", []string{"b", "c", "d"}, ""},
		{"one byte more", []string{"a", "c", "d"}, "d"},
		{"a file that is named twice is read once", []string{"a", "a", "c"}, ""},
		{"what is over its own limit takes no room", []string{"large", "a", "c"}, ""},
		{"what is not there takes none", []string{"gone", "a", "c"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBuilder(t, dir, nil)
			var items []Item
			for _, p := range tt.paths {
				items = append(items, Item{FileItem: models.NewFileItem(p)})
			}
			if err := b.admit(t.Context(), Input{MaxBytes: 100}, items, nil, 100); err != nil {
				t.Fatal(err)
			}
			var refused []string
			for _, item := range items {
				if errors.As(item.Err, new(*TotalError)) {
					refused = append(refused, item.Path)
				}
			}
			if got := strings.Join(refused, " "); got != tt.want {
				t.Errorf("refused are %q, want %q", got, tt.want)
			}
		})
	}
}
