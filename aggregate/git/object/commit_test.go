package object

import (
	"path/filepath"
	"strings"
	"testing"

	"dossier/aggregate/git"
)

// commitOf stores a commit in a repository and reads it.
func commitOf(t *testing.T, dir, content string) (Commit, error) {
	t.Helper()
	name := run(t, dir, content, "hash-object", "-w", "--literally", "-t", "commit", "--stdin")
	s, err := OpenFolder(t.Context(), filepath.Join(dir, ".git"), git.SHA1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	id, _ := git.ParseID(name)
	return s.Commit(id)
}

func TestParents(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "", "init", "-q")
	const id = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	for _, tt := range []struct {
		parents int
		err     string
	}{
		{0, ""}, {2, ""}, {70, ""}, {maxParents, ""}, {maxParents + 1, "more than 4096 parents"},
	} {
		c, err := commitOf(t, dir, "tree "+id+"\n"+strings.Repeat("parent "+id+"\n", tt.parents)+"author a <a> 1 +0000\ncommitter a <a> 1 +0000\n\nmessage\n")
		switch {
		case tt.err == "" && (err != nil || len(c.Parents) != tt.parents):
			t.Errorf("of %d parents, %d are read, %v", tt.parents, len(c.Parents), err)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("of %d parents, the error is %v, want %q", tt.parents, err, tt.err)
		}
	}
}
