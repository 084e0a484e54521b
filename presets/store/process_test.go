//go:build linux

package store

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dossier/presets/killtest"
)

func TestMain(m *testing.M) {
	role := func(run func(s Store, root *os.Root, arg string) error) func([]string) error {
		return func(args []string) error {
			root, err := os.OpenRoot(filepath.Join(args[0], "project"))
			if err != nil {
				return err
			}
			return run(New(filepath.Join(args[0], "state")), root, args[1])
		}
	}
	killtest.Main(m, map[string]func([]string) error{
		"save": role(saveForEver), "count": role(count), "number": role(number), "stranger": role(saveAsStranger),
	})
}

// saveForEver prints when it starts, and each completed save.
func saveForEver(s Store, root *os.Root, first string) error {
	fmt.Println("begin")
	for n, _ := strconv.Atoi(first); ; n++ {
		if err := s.Update(context.Background(), root, "f", limit, 0o644, func([]byte) ([]byte, error) { return generation(n), nil }); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// The functions of the concurrent processes.
const (
	processes = 4
	eachDoes  = 100
)

// count increments the line of a key.
func count(s Store, root *os.Root, key string) error {
	for range eachDoes {
		if err := s.Update(context.Background(), root, "f", limit, 0o644, func(old []byte) ([]byte, error) { return increment(old, key), nil }); err != nil {
			return err
		}
	}
	return nil
}

// number writes documents.
func number(_ Store, root *os.Root, writer string) error {
	for range eachDoes {
		number, err := CreatePair(root, "out", pairOf("record "+writer, writer))
		if err != nil {
			return err
		}
		fmt.Println(Pair{Namespace: "ns"}.Name(number, ".md"))
	}
	return nil
}

// saveAsStranger saves as another user.
func saveAsStranger(s Store, root *os.Root, _ string) error {
	if err := errors.Join(syscall.Setgid(65534), syscall.Setuid(65534)); err != nil {
		return err
	}
	return s.Update(context.Background(), root, "f", limit, 0o644, to("theirs"))
}

// generation returns a content whose completeness can be checked.
func generation(n int) []byte {
	body := strings.Repeat(fmt.Sprintf("generation %d\n", n), 50+n%200)
	return fmt.Appendf(nil, "%d\n%s%x\n", n, body, sha256.Sum256([]byte(body)))
}

// A process that saves in a loop is killed at random moments. The file is always complete, and
// never older than what was reported as saved.
func TestKill(t *testing.T) {
	kills := killtest.Kills(t, 300)
	dir := t.TempDir()
	mkdir(t, filepath.Join(dir, "project"))
	name := filepath.Join(dir, "project", "f")
	next, saves := 0, 0
	for range kills {
		child := killtest.Start(t, "save", dir, strconv.Itoa(next))
		child.Line() // it has started
		acknowledged := -1
		for _, line := range child.Kill(8 * time.Millisecond) {
			n, err := strconv.Atoi(line)
			if err != nil {
				t.Fatalf("the child says %q", line)
			}
			acknowledged = n
			saves++
		}
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) && next == 0 && acknowledged < 0 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := bytes.Cut(data, []byte("\n"))
		n, err := strconv.Atoi(string(first))
		if err != nil || !bytes.Equal(data, generation(n)) {
			t.Fatalf("the file is garbled: %.80q…", data)
		}
		if n < acknowledged {
			t.Fatalf("the file holds generation %d, %d was reported as saved", n, acknowledged)
		}
		next = n + 1
	}
	t.Logf("%d kills, %d saves reported, 0 garbled, 0 lost", kills, saves)
}

// increment adds one to the line of key.
func increment(old []byte, key string) []byte {
	var out bytes.Buffer
	found := false
	for scan := bufio.NewScanner(bytes.NewReader(old)); scan.Scan(); {
		name, value, _ := strings.Cut(scan.Text(), "=")
		n, _ := strconv.Atoi(value)
		if name == key {
			n++
			found = true
		}
		fmt.Fprintf(&out, "%s=%d\n", name, n)
	}
	if !found {
		fmt.Fprintf(&out, "%s=1\n", key)
	}
	return out.Bytes()
}

func TestProcessesLoseNoUpdate(t *testing.T) {
	dir := t.TempDir()
	mkdir(t, filepath.Join(dir, "project"))
	killtest.Concurrently(t, processes, "count", dir)
	for key := range processes {
		if want := fmt.Sprintf("%d=%d\n", key, eachDoes); !strings.Contains("\n"+read(t, filepath.Join(dir, "project", "f")), "\n"+want) {
			t.Errorf("updates are lost, want %s in\n%s", want, read(t, filepath.Join(dir, "project", "f")))
		}
	}
}

func TestProcessesShareNoNumber(t *testing.T) {
	dir := t.TempDir()
	mkdir(t, filepath.Join(dir, "project"))
	seen := map[string]int{}
	for writer, names := range killtest.Concurrently(t, processes, "number", dir) {
		for _, name := range names {
			if other, twice := seen[name]; twice {
				t.Errorf("%s was written by %d and %d", name, other, writer)
			}
			seen[name] = writer
			record := strings.TrimSuffix(name, ".md") + ".toml"
			got := []string{read(t, filepath.Join(dir, "project", "out", name)), read(t, filepath.Join(dir, "project", "out", record))}
			if want := []string{fmt.Sprint(writer), fmt.Sprint("record ", writer)}; !slices.Equal(got, want) {
				t.Errorf("%s and its record hold %q, want %q", name, got, want)
			}
		}
	}
	names, err := os.ReadDir(filepath.Join(dir, "project", "out"))
	if err != nil || len(seen) != processes*eachDoes || len(names) != 2*len(seen) {
		t.Errorf("%d pairs of %d were reported and %d files are there (%v)", len(seen), processes*eachDoes, len(names), err)
	}
}

func TestFolderOfAnotherUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can become another user")
	}
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for _, folder := range []string{dir, filepath.Join(dir, "project"), filepath.Join(dir, "state")} {
		mkdir(t, folder)
	}
	for folder, perm := range map[string]fs.FileMode{dir: 0o755, filepath.Join(dir, "state"): 0o777} {
		if err := os.Chmod(folder, perm); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "project", "f"), "mine")
	said, err := killtest.Start(t, "stranger", dir, "").Wait()
	if err == nil {
		t.Error("the save succeeded")
	}
	want := fmt.Sprintf("%s/project/f was not saved: no permission to write in %[1]s/project; the previous version is intact and your changes are still here, make the folder writable and try again", dir)
	if len(said) == 0 || said[0] != want { // a binary with coverage prints a warning too
		t.Errorf("got %q, want %s", said, want)
	}
	if got := read(t, filepath.Join(dir, "project", "f")); got != "mine" {
		t.Errorf("the file holds %q", got)
	}
	if err := os.Remove(filepath.Join(dir, "project", "f")); err != nil {
		t.Fatal(err)
	}
	said, _ = killtest.Start(t, "stranger", dir, "").Wait()
	want = fmt.Sprintf("%s/project/f was not saved: no permission to write in %[1]s/project; no file was made and nothing is lost, make the folder writable and try again", dir)
	if len(said) == 0 || said[0] != want {
		t.Errorf("got %q, want %s", said, want)
	}
}

// A read-only file stays unchanged, also for root.
func TestProtectedFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, "old")
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	s := New(t.TempDir())
	err := s.Update(context.Background(), open(t, dir), "f", limit, 0o644, to("new"))
	if !errors.Is(err, ErrProtected) || read(t, name) != "old" {
		t.Errorf("%v, and the file holds %q", err, read(t, name))
	}
	if err := s.Update(context.Background(), open(t, dir), "f", limit, 0o644, to("old")); err != nil {
		t.Errorf("a save that changes nothing: %v", err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Update(context.Background(), open(t, dir), "f", limit, 0o644, to("new")); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// A file retains its owner and its group, if possible; a user who may only write to the folder
// does not take over another's file.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the administrator gives files away")
	}
	dir := t.TempDir()
	project, name := filepath.Join(dir, "project"), filepath.Join(dir, "project", "f")
	mkdir(t, project)
	for _, folder := range []string{filepath.Dir(dir), dir, project} {
		if err := os.Chmod(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, name, "old")
	owner := func(uid, gid int, perm fs.FileMode) {
		t.Helper()
		if err := errors.Join(os.Chown(name, uid, gid), os.Chmod(name, perm)); err != nil {
			t.Fatal(err)
		}
	}
	want := func(text string, uid, gid int, perm fs.FileMode) {
		t.Helper()
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		stat := info.Sys().(*syscall.Stat_t)
		if got := read(t, name); got != text || int(stat.Uid) != uid || int(stat.Gid) != gid || info.Mode().Perm() != perm {
			t.Errorf("%q of %d:%d, %v, want %q of %d:%d, %v", got, stat.Uid, stat.Gid, info.Mode().Perm(), text, uid, gid, perm)
		}
		if entries, _ := os.ReadDir(project); len(entries) != 1 {
			t.Errorf("left behind: %v", entries)
		}
	}
	stranger := func(ends string) {
		t.Helper()
		said, err := killtest.Start(t, "stranger", dir, "").Wait()
		if (err == nil) != (ends == "") || !strings.Contains(strings.Join(said, "\n"), ends) {
			t.Errorf("it ended with %v and said %q", err, said)
		}
	}

	owner(1234, 4321, 0o660)
	if err := New(t.TempDir()).Update(context.Background(), open(t, project), "f", limit, 0o644, to("of the administrator")); err != nil {
		t.Fatal(err)
	}
	want("of the administrator", 1234, 4321, 0o660)
	stranger("/f was not saved: ") // it may not even be readable
	want("of the administrator", 1234, 4321, 0o660)
	owner(1234, 4321, 0o666)
	stranger("it belongs to another user")
	want("of the administrator", 1234, 4321, 0o666)
	owner(65534, 65534, 0o640)
	stranger("")
	want("theirs", 65534, 65534, 0o640)
	// A group that the owner is no longer in gets the permissions of others.
	write(t, name, "old")
	owner(65534, 4321, 0o664)
	stranger("")
	want("theirs", 65534, 65534, 0o644)
}

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("a small disk cannot be mounted: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := New(t.TempDir())
	old := strings.Repeat("o", 20_000)
	write(t, filepath.Join(dir, "f"), old)
	err = s.Update(context.Background(), root, "f", limit, 0o644, to(strings.Repeat("n", 100_000)))
	want := fmt.Sprintf("%s/f was not saved: no space left on %[1]s (need 100 KB); the previous version is intact and your changes are still here, free some space and try again", dir)
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if read(t, filepath.Join(dir, "f")) != old {
		t.Error("the previous version is damaged")
	}
	if _, err := CreatePair(root, "out", pairOf("record", strings.Repeat("b", 100_000))); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a pair on a full disk gives %v", err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 2 {
		t.Errorf("temporary files are left: %v", names)
	}
	if err := s.Update(context.Background(), root, "f", limit, 0o644, to("small")); err != nil {
		t.Errorf("a save that fits: %v", err)
	}
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func makePipe(t *testing.T, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o644); err != nil {
		t.Skip(err)
	}
}

const intact = "the previous version is intact and your changes are still here"

var messages = []struct {
	name     string
	err      error
	replaced bool
	want     string
}{
	{"busy", ErrBusy, false, "/p/dossier.toml was not saved: another window has been saving to this file for 5 s; your changes are still here, try again"},
	{"disk full", syscall.ENOSPC, false, "/p/dossier.toml was not saved: no space left on /p (need 41 KB); " + intact + ", free some space and try again"},
	{"quota", syscall.EDQUOT, false, "/p/dossier.toml was not saved: no space left on /p (need 41 KB); " + intact + ", free some space and try again"},
	{"read-only disk", syscall.EROFS, false, "/p/dossier.toml was not saved: /p is on a read-only disk; " + intact + ", make the disk writable and try again"},
	{"the folder is gone", syscall.ENOENT, false, "/p/dossier.toml was not saved: the folder /p is not there, it was moved or deleted; your changes are still here, put it back and try again"},
	{"no permission", syscall.EACCES, false, "/p/dossier.toml was not saved: no permission to write in /p; " + intact + ", make the folder writable and try again"},
	{"read-only file", ErrProtected, false, "/p/dossier.toml was not saved: it is read-only; make it writable and save again; your changes are still here"},
	{"another's file", ErrOwner, false, "/p/dossier.toml was not saved: it belongs to another user and would become yours; have its owner save, or replace it by your own copy; your changes are still here"},
	{"no state", &StateError{}, false, "/p/dossier.toml was not saved: there is no folder for the state of this program; set HOME or XDG_STATE_HOME to an absolute path"},
	{"state that may not be written", &StateError{"/s", syscall.EACCES}, false, "/p/dossier.toml was not saved: no permission to write in /s; make it writable, or set HOME or XDG_STATE_HOME to another folder"},
	{"broken disk", syscall.EIO, false, "/p/dossier.toml was not saved: the disk reported a read or write error on /p; " + intact + ", check the drive before trying again"},
	{"after the rename", syscall.EIO, true, "/p/dossier.toml holds the new version, but the disk did not confirm the write (input/output error); save again when the disk works"},
	{"anything else", errors.New("odd"), false, "/p/dossier.toml was not saved: odd; " + intact},
}
