//go:build linux

package disk

import (
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Reading any of these must not block; if one does, the time limit of the test binary shows
// where.
func TestSpecialFilesAreRows(t *testing.T) {
	root, dir := project(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	link(t, "pipe", filepath.Join(dir, "pipe-link"))
	listener, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	link(t, "/dev/zero", filepath.Join(dir, "zero"))
	link(t, "/dev/tty", filepath.Join(dir, "tty"))
	allowing := root.Allowing(Allow("/dev", "/proc/self/mem", "/proc/self/status"))
	tests := []struct {
		path string
		root *Root
		want error
		kind Kind
	}{
		{"pipe", root, ErrIrregular, Pipe},
		{"pipe-link", root, ErrIrregular, Pipe},
		{"socket", root, ErrIrregular, Socket},
		{"zero", root, ErrOutside, 0},
		{"zero", allowing, ErrIrregular, Device},
		{"/dev/null", allowing, ErrIrregular, Device},
		{"/dev", allowing, ErrIrregular, Folder},
		{"/proc/self/mem", allowing, ErrUnreadable, 0},
		{"/proc/self/status", allowing, nil, 0},
	}
	for _, tt := range tests {
		file, err := tt.root.Read(t.Context(), tt.path, 0)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v, want %v", tt.path, err, tt.want)
		}
		var irregular *IrregularError
		if errors.As(err, &irregular) && irregular.Kind != tt.kind {
			t.Errorf("%s is a %v, want a %v", tt.path, irregular.Kind, tt.kind)
		}
		if tt.want == nil && (len(file.Data) == 0 || file.Changed) {
			t.Errorf("%s: %d bytes, changed %t", tt.path, len(file.Data), file.Changed)
		}
		if _, _, err := tt.root.List(t.Context(), tt.path, 0); err == nil && tt.path != "/dev" {
			t.Errorf("%s can be listed", tt.path)
		}
	}
	// No terminal is needed here: any result is fine, as long as it returns.
	if _, err := allowing.Read(t.Context(), "tty", 0); err == nil {
		t.Error("a terminal was read")
	}
	names, _, _, err := root.Names(t.Context(), ".", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if info, err := root.Lstat(n.Name); err != nil || info.Kind != n.Kind {
			t.Errorf("%s is listed as a %v and is a %v", n.Name, n.Kind, info.Kind)
		}
	}
	for name, kind := range map[string]Kind{"pipe": Pipe, "socket": Socket, "zero": Symlink, "sub": Folder, "a.txt": Regular} {
		if info, err := root.Lstat(name); err != nil || info.Kind != kind {
			t.Errorf("%s is a %v, want a %v (error %v)", name, info.Kind, kind, err)
		}
	}
}

func TestSparseFileIsNotRead(t *testing.T) {
	root, dir := project(t)
	f, err := os.Create(filepath.Join(dir, "sparse"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const size = 10 << 30
	if err := f.Truncate(size); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	var large *TooLargeError
	if _, err := root.Read(t.Context(), "sparse", 0); !errors.As(err, &large) || large.Size != size || large.Limit != DefaultLimit {
		t.Errorf("error %v", err)
	}
}

// busy is a file that is modified after each read.
type busy struct {
	systemFile
	then func()
}

func (b busy) Read(p []byte) (int, error) {
	n, err := b.File.Read(p)
	b.then()
	return n, err
}

// The limit applies to the bytes read, not to the reported size; a file that changes is read
// again, and marked if it changes a second time.
func TestFilesThatChangeWhileRead(t *testing.T) {
	_, dir := project(t)
	p := filepath.Join(dir, "log")
	grow := func(by int) {
		w, err := os.OpenFile(p, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if _, err := w.WriteString(strings.Repeat("y", by)); err != nil {
			t.Fatal(err)
		}
	}
	cut := func() {
		info, err := os.Stat(p)
		if err == nil {
			err = os.Truncate(p, info.Size()-10)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	once := func(do func()) func() {
		done := false
		return func() {
			if !done {
				done = true
				do()
			}
		}
	}
	tests := []struct {
		name    string
		then    func()
		size    int // of the read content; 0: too large
		changed bool
	}{
		{"nothing happens", func() {}, 100, false},
		{"it grows once", once(func() { grow(1000) }), 1100, false},
		{"it grows without end", func() { grow(1000) }, 1100, true},
		{"it grows over the limit", once(func() { grow(6000) }), 0, false},
		{"it is cut once", once(cut), 90, false},
		{"it is cut each time", cut, 90, true},
		{"it vanishes", once(func() { os.Remove(p) }), 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			write(t, dir, "log", strings.Repeat("x", 100))
			file, err := readStable(t.Context(), nil, "log", 5000, func() (handle, error) {
				f, err := os.Open(p)
				if err != nil {
					return nil, accessError("log", err)
				}
				return busy{systemFile{f}, tt.then}, nil
			})
			if (err != nil) != (tt.size == 0) || len(file.Data) != tt.size || file.Changed != tt.changed {
				t.Errorf("%d bytes, changed %t, error %v, want %d bytes, changed %t", len(file.Data), file.Changed, err, tt.size, tt.changed)
			}
			var large *TooLargeError
			if errors.As(err, &large) && (large.Size <= large.Limit || file.Data != nil) {
				t.Errorf("%d bytes with %+v", len(file.Data), large)
			}
		})
	}
}

// unreadableEnv names the folder that a child without permissions shall read.
const unreadableEnv = "DISK_TEST_UNREADABLE"

// Permissions do not apply to root, so a child without rights tries.
func TestUnreadable(t *testing.T) {
	if dir := os.Getenv(unreadableEnv); dir != "" {
		readWithoutRights(t, dir)
		return
	}
	top, err := os.MkdirTemp("/tmp", "disk-unreadable-")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, top, "open", "open")
	write(t, top, "secret", canary)
	write(t, top, "closed/x", canary)
	for name, mode := range map[string]os.FileMode{"secret": 0, "closed": 0} {
		if err := os.Chmod(filepath.Join(top, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() != 0 {
		readWithoutRights(t, top)
		return
	}
	// The test binary is in a folder that other users cannot access.
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(top, "child.test")
	if err := os.WriteFile(binary, data, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "-test.run=^TestUnreadable$", "-test.v")
	cmd.Dir = top
	cmd.Env = append(os.Environ(), unreadableEnv+"="+top)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
		t.Skipf("no other user can be had here: %v", err)
	}
	if err != nil || !bytes.Contains(out, []byte("PASS")) {
		t.Errorf("the child: %v\n%s", err, out)
	}
}

func readWithoutRights(t *testing.T, dir string) {
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if file, err := root.Read(t.Context(), "open", 0); err != nil || string(file.Data) != "open" {
		t.Errorf("an open file: %q, error %v", file.Data, err)
	}
	_, readErr := root.Read(t.Context(), "secret", 0)
	_, behindErr := root.Read(t.Context(), "closed/x", 0)
	_, _, listErr := root.List(t.Context(), "closed", 0)
	_, openErr := Open(filepath.Join(dir, "closed"))
	for what, err := range map[string]error{"a file": readErr, "a file in a folder": behindErr, "a folder": listErr, "a project": openErr} {
		if !errors.Is(err, ErrUnreadable) || !strings.HasSuffix(err.Error(), "cannot be read: permission denied") {
			t.Errorf("%s: error %v", what, err)
		}
	}
	if info, err := root.Lstat("secret"); err != nil || info.Size != int64(len(canary)) {
		t.Errorf("its size is known all the same: %+v, error %v", info, err)
	}
}

// A file that vanishes between listing and reading is shown as a row.
func TestVanished(t *testing.T) {
	root, dir := project(t)
	entries, _, err := root.List(t.Context(), ".", 0)
	if err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, entries[0].Name)); err != nil {
		t.Fatal(err)
	}
	if _, err := root.Read(t.Context(), entries[0].Name, 0); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v, want %v", err, ErrNotFound)
	}
}
