//go:build linux

package tree

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unreadableEnv names the project that a child without permissions shall scan.
const unreadableEnv = "TREE_TEST_UNREADABLE"

// An unreadable folder is an entry with an error, and the rest is listed. Permissions do not
// apply to root, so a child without rights scans.
func TestUnreadableFolder(t *testing.T) {
	if dir := os.Getenv(unreadableEnv); dir != "" {
		scanWithoutRights(t, dir)
		return
	}
	top, err := os.MkdirTemp("/tmp", "tree-unreadable-")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, top, "project/open/a", "")
	write(t, top, "project/closed/b", "")
	write(t, top, "project/secret", "")
	for _, name := range []string{"project/closed", "project/secret"} {
		if err := os.Chmod(filepath.Join(top, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() != 0 {
		scanWithoutRights(t, filepath.Join(top, "project"))
		return
	}
	// The test binary is in a folder that other users cannot access.
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	child := filepath.Join(top, "child.test")
	if err := os.WriteFile(child, data, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), child, "-test.run=^TestUnreadableFolder$", "-test.v")
	cmd.Dir = top
	cmd.Env = append(os.Environ(), unreadableEnv+"="+filepath.Join(top, "project"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
		t.Skipf("no other user can be had here: %v", err)
	}
	if err != nil || !bytes.Contains(out, []byte("PASS")) {
		t.Errorf("the child: %v\n%s", err, out)
	}
}

func scanWithoutRights(t *testing.T, dir string) {
	tree := mustScan(t, options(t, dir))
	want := "closed/ [folder cannot be read]\nopen/\nopen/a\nsecret\n"
	if diff := cmp.Diff(want, dump(tree)); diff != "" {
		t.Errorf("wrong tree (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"the folder closed cannot be read: permission denied, or the disk failed"}, tree.Notes()); diff != "" {
		t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
	if e := tree.Explain("closed/b"); e.Listed || e.Reason != Unreadable.String() {
		t.Errorf("a file in a folder that cannot be read is explained as %+v", e)
	}
	tree, err := Rescan(t.Context(), tree, []string{"closed"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, dump(tree)); diff != "" {
		t.Errorf("wrong tree after a rescan (-want +got):\n%s", diff)
	}
}
