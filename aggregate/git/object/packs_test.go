package object

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dossier/aggregate/git"
)

// run runs git in a folder and returns its output without the last newline.
func run(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed; it makes the repository of this test")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "PATH=" + os.Getenv("PATH"), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// A multi-pack index gives access to any number of packs; without one, the error for an object names the limit.
func TestManyPacks(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "", "init", "-q", "--bare")
	contents := map[git.ID]string{}
	for i := range maxPacks + 5 {
		content := fmt.Sprintf("content %d", i)
		name := run(t, dir, content, "hash-object", "-w", "--stdin")
		run(t, dir, name+"\n", "pack-objects", "-q", "objects/pack/pack")
		id, ok := git.ParseID(name)
		if !ok {
			t.Fatalf("git hash-object printed %q", name)
		}
		contents[id] = content
	}
	run(t, dir, "", "prune-packed")
	unread := func() (n int) {
		t.Helper()
		s, err := OpenFolder(t.Context(), dir, git.SHA1)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for id, want := range contents {
			got, err := s.Read(id, BlobKind)
			switch {
			case errors.Is(err, ErrMissing) && strings.Contains(err.Error(), "more than 200 packs, and git gc joins them"):
				n++
			case err != nil || string(got) != want:
				t.Fatalf("%s: %q, %v; want %q", id, got, err, want)
			}
		}
		return n
	}
	if n := unread(); n != 5 {
		t.Errorf("without a multi-pack index, %d objects are not read, want 5", n)
	}
	run(t, dir, "", "multi-pack-index", "write")
	if n := unread(); n != 0 {
		t.Errorf("with a multi-pack index, %d objects are not read", n)
	}
	// A pack that was added later is not in the index.
	name := run(t, dir, "later", "hash-object", "-w", "--stdin")
	run(t, dir, name+"\n", "pack-objects", "-q", "objects/pack/pack")
	run(t, dir, "", "prune-packed")
	id, _ := git.ParseID(name)
	contents[id] = "later"
	if n := unread(); n != 0 {
		t.Errorf("with a pack beyond the multi-pack index, %d objects are not read", n)
	}
}

// In a thin pack that git completed, deltas name their bases by ID, and a multi-pack index may list
// another pack for a base.
func TestDeltasOfAMultiPackIndex(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "", "init", "-q")
	lines := strings.Repeat("a line of some length that repeats\n", 100) + strings.Repeat("others\n", 100)
	write := func(content string) string { return run(t, dir, content, "hash-object", "-w", "--stdin") }
	base, changed := write(lines), write(lines+"one more\n")
	run(t, dir, base+"\n", "pack-objects", "-q", ".git/objects/pack/pack")
	run(t, dir, base+"\n"+changed+"\n", "pack-objects", "-q", "--no-reuse-delta", ".git/objects/pack/pack") // offset deltas are the default of repack only
	run(t, dir, "", "prune-packed")
	run(t, dir, "", "multi-pack-index", "write")
	s, err := OpenFolder(t.Context(), filepath.Join(dir, ".git"), git.SHA1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, want := range map[string]string{base: lines, changed: lines + "one more\n"} {
		id, _ := git.ParseID(name)
		if got, err := s.Read(id, BlobKind); err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, %v; want %d", name, len(got), err, len(want))
		}
	}
}
