package change

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// patchOf returns the patch of a set, and the files that have none with the reason.
func (w *world) patchOf(s *Set) (patch string, named []string) {
	w.t.Helper()
	for _, f := range s.Files {
		var old, new string
		if f.Content == Text || f.Content == Generated {
			var err error
			if old, new, err = s.Texts(w.t.Context(), f); err != nil {
				w.t.Fatalf("%s: %v", f.Path, err)
			}
		}
		if text := s.Patch(f, old, new); text != "" {
			patch += text
		} else {
			named = append(named, fmt.Sprintf("%c %s (%s)", f.State, f.Path, f.Why))
		}
	}
	return patch, named
}

// Git apply rejects a patch with a header that changes nothing, so a file in conflict has a patch only if
// it differs from the commit.
func TestPatchesDuringConflicts(t *testing.T) {
	for _, tt := range []struct {
		name         string
		ours, theirs func(w *world)
		after        func(w *world) // in the work tree; nil means nothing
		rng          string
		named        []string
		patched      []string // files with a patch
	}{
		{
			name: "markers in the work tree", rng: "uncommitted", patched: []string{"f"},
			ours: func(w *world) { w.write("f", "ours\n") }, theirs: func(w *world) { w.write("f", "theirs\n") },
		},
		{
			name: "our text in the work tree", rng: "uncommitted", named: []string{"U f (its text is as before)"},
			ours: func(w *world) { w.write("f", "ours\n") }, theirs: func(w *world) { w.write("f", "theirs\n") },
			after: func(w *world) { w.write("f", "ours\n") },
		},
		{
			name: "the index has our text", rng: "staged", named: []string{"U f (its text is as before)"},
			ours: func(w *world) { w.write("f", "ours\n") }, theirs: func(w *world) { w.write("f", "theirs\n") },
		},
		{
			name: "deleted by them", rng: "uncommitted", named: []string{"U f (its text is as before)"},
			ours: func(w *world) { w.write("f", "ours\n") }, theirs: func(w *world) { _ = os.Remove(filepath.Join(w.dir, "f")) },
		},
		{
			name: "renamed in two ways", rng: "uncommitted", named: []string{"U a (its text is as before)", "U f (there is no such file on either side)"}, patched: []string{"b"},
			ours: func(w *world) { w.move("f", "a") }, theirs: func(w *world) { w.move("f", "b") },
		},
		{
			name: "renamed in two ways, in the index", rng: "staged", named: []string{"U a (its text is as before)", "U b (there is no such file on either side)", "U f (there is no such file on either side)"},
			ours: func(w *world) { w.move("f", "a") }, theirs: func(w *world) { w.move("f", "b") },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write("f", strings.Repeat("a line of a file\n", 9))
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			w.git("checkout", "-q", "-b", "side")
			tt.theirs(w)
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "theirs")
			w.git("checkout", "-q", "main")
			tt.ours(w)
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "ours")
			if out, ok := w.try("", nil, "merge", "-q", "--no-edit", "side"); ok {
				t.Fatalf("there is no conflict: %s", out)
			}
			if tt.after != nil {
				tt.after(w)
			}
			s := w.changes(w.open(), tt.rng)
			patch, named := w.patchOf(s)
			if diff := cmp.Diff(tt.named, named); diff != "" {
				t.Errorf("files without a patch (-want +got):\n%s", diff)
			}
			var patched []string
			for line := range strings.Lines(patch) {
				if _, name, ok := strings.Cut(line, " b/"); ok && strings.HasPrefix(line, "diff --git ") {
					patched = append(patched, strings.TrimSpace(name))
				}
			}
			slices.Sort(patched)
			if diff := cmp.Diff(tt.patched, patched); diff != "" {
				t.Errorf("files with a patch (-want +got):\n%s", diff)
			}
			if patch == "" {
				return
			}
			index := []string{"GIT_INDEX_FILE=" + filepath.Join(t.TempDir(), "index")}
			w.try("", index, "read-tree", "HEAD")
			if out, ok := w.try(patch, index, "apply", "--cached", "-"); !ok {
				t.Errorf("git rejects the patch: %s\n%s", out, patch)
			}
		})
	}
}

// The work tree is compared with our side of a conflict, as git diff --ours does.
func TestUnstagedDuringConflict(t *testing.T) {
	for _, tt := range []struct {
		name string
		now  string // in the work tree; empty means the markers
		want string // the old text
	}{
		{name: "the markers", want: "ours\n"},
		{name: "our text", now: "ours\n", want: "ours\n"},
		{name: "their text", now: "theirs\n", want: "ours\n"},
		{name: "the text of the base", now: "base\n", want: "ours\n"},
		{name: "our text with other line ends", now: "ours\r\n", want: "ours\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write("f", "base\n")
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "base")
			for branch, text := range map[string]string{"side": "theirs\n", "ours": "ours\n"} {
				w.git("checkout", "-q", "-b", branch, "main")
				w.write("f", text)
				w.git("commit", "-q", "-a", "-m", branch)
			}
			w.git("checkout", "-q", "ours")
			w.try("", nil, "merge", "-q", "side")
			w.git("config", "core.autocrlf", "input")
			if tt.now != "" {
				w.write("f", tt.now)
			}
			r := w.open()
			s := w.changes(r, "unstaged")
			if len(s.Files) != 1 || s.Files[0].State != Conflicted {
				t.Fatalf("%+v", s.Files)
			}
			old, now, err := s.Texts(t.Context(), s.Files[0])
			if old != tt.want || err != nil {
				t.Errorf("the old text is %q, %v", old, err)
			}
			if same := s.Files[0].Content == Unchanged; same != (old == now) {
				t.Errorf("%q and %q are the same: %t", old, now, same)
			}
			patch, _ := w.patchOf(s)
			want := w.git("diff", "--abbrev=10", "--ours")
			want = strings.TrimPrefix(want, "* Unmerged path f\n")
			if patch != want {
				t.Errorf("patch (-git +got):\n%s", cmp.Diff(want, patch))
			}
		})
	}
}
