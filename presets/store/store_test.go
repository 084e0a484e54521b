package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/systemtest"
)

func open(t testing.TB, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// to returns a change that sets the content of a file.
func to(text string) func([]byte) ([]byte, error) {
	return func([]byte) ([]byte, error) { return []byte(text), nil }
}

const limit = 1 << 20

func TestUpdate(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	root, s := open(t, dir), New(state)
	name := filepath.Join(dir, "f")
	ctx := context.Background()

	err := s.Update(ctx, root, "f", limit, 0o600, func(old []byte) ([]byte, error) {
		if old != nil {
			t.Errorf("a missing file reads as %q, want nil", old)
		}
		return []byte("one"), nil
	})
	if err != nil || read(t, name) != "one" {
		t.Fatalf("the first save: %v", err)
	}
	if info, _ := os.Stat(name); info.Mode().Perm() != 0o600 && systemtest.Permissions(t) {
		t.Errorf("a new file has the permissions %v, want those that were asked for", info.Mode())
	}

	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	err = s.Update(ctx, root, "f", limit, 0o600, func(old []byte) ([]byte, error) { return append(old, " two"...), nil })
	if err != nil || read(t, name) != "one two" {
		t.Fatalf("the second save: %v", err)
	}
	if info, _ := os.Stat(name); info.Mode().Perm() != 0o640 && systemtest.Permissions(t) {
		t.Errorf("a replaced file has the permissions %v, want those of the old one", info.Mode())
	}

	before, _ := os.Stat(name)
	if err := s.Update(ctx, root, "f", limit, 0o600, to("one two")); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Stat(name); !os.SameFile(before, after) {
		t.Error("a file that stays the same was written")
	}

	mine := errors.New("mine")
	if err := s.Update(ctx, root, "f", limit, 0o600, func([]byte) ([]byte, error) { return []byte("x"), mine }); err != mine {
		t.Errorf("an error of the change comes back as %v", err)
	}
	if read(t, name) != "one two" {
		t.Error("an error of the change wrote the file")
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("%d files lie beside each other, want only the one: %v", len(names), names)
	}
}

// Removing a missing file, or writing the same content, is not a save.
func TestUpdateThatMakesNothing(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "empty"), "")
	s, root := New(t.TempDir()), open(t, dir)
	for _, name := range []string{"new", "empty"} {
		if err := s.Update(t.Context(), root, name, limit, 0o644, func(old []byte) ([]byte, error) { return old, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
		t.Errorf("there are %v (%v)", names, err)
	}
	if err := s.Update(t.Context(), root, "new", limit, 0o644, func([]byte) ([]byte, error) { return []byte{}, nil }); err != nil || read(t, filepath.Join(dir, "new")) != "" {
		t.Errorf("an empty file is not made: %v", err)
	}
}

func TestUpdateRefuses(t *testing.T) {
	tests := []struct {
		name string
		make func(t *testing.T, dir string)
		want error
		text string // substring of the error
	}{
		{"a symbolic link", func(t *testing.T, dir string) {
			systemtest.NeedLinks(t)
			write(t, filepath.Join(dir, "target"), "x")
			if err := os.Symlink("target", filepath.Join(dir, "f")); err != nil {
				t.Skip(err)
			}
		}, ErrLink, "symbolic link"},
		{"a link that leads nowhere", func(t *testing.T, dir string) {
			systemtest.NeedLinks(t)
			if err := os.Symlink("nowhere", filepath.Join(dir, "f")); err != nil {
				t.Skip(err)
			}
		}, ErrLink, "symbolic link"},
		{"a folder", func(t *testing.T, dir string) {
			if err := os.Mkdir(filepath.Join(dir, "f"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, ErrIrregular, "not a regular file"},
		{"a pipe", func(t *testing.T, dir string) { makePipe(t, filepath.Join(dir, "f")) }, ErrIrregular, "not a regular file"},
		{"a file over the limit", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, "f"), strings.Repeat("x", limit+1))
		}, nil, "f has 1048577 bytes (limit 1048576)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			tt.make(t, dir)
			before, _ := os.Lstat(filepath.Join(dir, "f"))
			err := New(t.TempDir()).Update(context.Background(), open(t, dir), "f", limit, 0o600, to("new"))
			if !errors.As(err, new(*SaveError)) || tt.want != nil && !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("got %v, want a SaveError with %q", err, tt.text)
			}
			if after, err := os.Lstat(filepath.Join(dir, "f")); err != nil || !os.SameFile(before, after) {
				t.Errorf("it was replaced: %v", err)
			}
		})
	}
}

func TestUpdateWaitsForTheLock(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	real, err := realPath(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	s := New(state)
	unlock, err := s.lock(context.Background(), real)
	if err != nil {
		t.Fatal(err)
	}
	s.wait = 20 * time.Millisecond
	err = s.Update(context.Background(), open(t, dir), "f", limit, 0o600, to("x"))
	want := filepath.Join(dir, "f") + " was not saved: another window has been saving to this file for 5 s; your changes are still here, try again"
	if !errors.Is(err, ErrBusy) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Update(ctx, open(t, dir), "f", limit, 0o600, to("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled save gives %v", err)
	}
	s.wait = lockWait
	waits := make(chan error)
	go func() { waits <- s.Update(context.Background(), open(t, dir), "f", limit, 0o600, to("y")) }()
	unlock() // cancelled waiters release it when they get it
	if err := <-waits; err != nil {
		t.Errorf("one that waited: %v", err)
	}
	if err := s.Update(context.Background(), open(t, dir), "f", limit, 0o600, to("x")); err != nil {
		t.Errorf("after the lock is free: %v", err)
	}
}

// A caller waits as long as the lock changes hands, but not forever, and not for a holder that
// keeps it.
func TestAQueueThatMovesIsWaitedFor(t *testing.T) {
	start := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	at := func(seconds int) time.Time { return start.Add(time.Duration(seconds) * time.Second) }
	tests := []struct {
		name  string
		every int // seconds that each holder has the lock
		until int // seconds until the end
	}{
		{"it does not move", 1000, 6},
		{"it moves each second", 1, 61},
		{"each has it for as long as one may", 5, 61},
		{"one has it for too long", 7, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := waiting{perHolder: lockWait, began: start, since: start, moved: start}
			second := 1
			for ; second < 100 && !w.over(at(second), at(second-second%tt.every)); second++ {
			}
			if second != tt.until {
				t.Errorf("it is over after %d s, want %d", second, tt.until)
			}
		})
	}
}

// The holder of a lock is visible to those who wait.
func TestALockShowsThatItHasAnotherHolder(t *testing.T) {
	s := New(t.TempDir())
	seen := map[time.Time]bool{}
	for range 3 {
		unlock, err := s.lock(context.Background(), "name")
		if err != nil {
			t.Fatal(err)
		}
		l, err := s.lockOf("name")
		if err != nil {
			t.Fatal(err)
		}
		seen[movedAt(l)] = true
		unlock()
	}
	if len(seen) != 3 {
		t.Errorf("it shows %v", seen)
	}
}

// Two paths to one folder give one lock.
func TestLockFollowsTheRealPath(t *testing.T) {
	systemtest.NeedLinks(t)
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	a, err := realPath(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := realPath(filepath.Join(link, "f"))
	if err != nil || a != b {
		t.Errorf("%s and %s (%v) lock differently", a, b, err)
	}
}

func TestBackups(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	root, s := open(t, dir), New(state)
	day := time.Date(2026, 11, 21, 12, 0, 0, 0, time.Local)
	s.now = func() time.Time { return day }
	for i := range 8 {
		for k := range 3 {
			if err := s.Update(context.Background(), root, "f", limit, 0o600, to(fmt.Sprintf("day %d, save %d", i, k))); err != nil {
				t.Fatal(err)
			}
		}
		day = day.AddDate(0, 0, 1)
	}
	paths, err := stored(s, root, "f")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, path := range paths {
		got = append(got, filepath.Base(path)+": "+read(t, path))
	}
	want := []string{ // the state at the beginning of each day
		"2026-11-28.bak: day 6, save 2",
		"2026-11-27.bak: day 5, save 2",
		"2026-11-26.bak: day 4, save 2",
		"2026-11-25.bak: day 3, save 2",
		"2026-11-24.bak: day 2, save 2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong copies (-want +got):\n%s", diff)
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("copies lie in the project: %v", names)
	}
}

func TestMoveAside(t *testing.T) {
	dir := t.TempDir()
	root, s := open(t, dir), New(t.TempDir())
	for n := 1; n <= 3; n++ {
		text := fmt.Sprintf("broken %d", n)
		write(t, filepath.Join(dir, "f"), text)
		aside, err := s.MoveAside(context.Background(), root, "f")
		if want := fmt.Sprintf("f.broken-%d", n); err != nil || aside != want || read(t, filepath.Join(dir, aside)) != text {
			t.Fatalf("got %s, %v, want %s", aside, err, want)
		}
		if _, err := os.Lstat(filepath.Join(dir, "f")); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("f is still there: %v", err)
		}
	}
	if _, err := s.MoveAside(context.Background(), root, "f"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("moving nothing gives %v", err)
	}
}

func TestCreatePair(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	out := filepath.Join(dir, ".dossier", "out")
	create := func(wanted int) (int, error) {
		p := pairOf("record", "body")
		p.Number = wanted
		return CreatePair(root, ".dossier/out", p)
	}
	for n := 1; n <= 3; n++ {
		number, err := create(0)
		if err != nil || number != n {
			t.Fatalf("got %d, %v, want %d", number, err, n)
		}
		if record, body := read(t, filepath.Join(out, fmt.Sprintf("ns_%03d.toml", n))), read(t, filepath.Join(out, fmt.Sprintf("ns_%03d.md", n))); record != "record" || body != "body" {
			t.Fatalf("pair %d holds %q and %q", n, record, body)
		}
	}
	if err := os.Mkdir(filepath.Join(out, "ns_007.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name         string
		wanted, want int
	}{
		{"beside a folder of that name", 0, 8},
		{"a number that is free", 5, 5},
		{"a number that is taken", 5, 9},
		{"a number that a folder has", 7, 10},
	} {
		if number, err := create(step.wanted); err != nil || number != step.want {
			t.Errorf("%s: %d, %v, want %d", step.name, number, err, step.want)
		}
	}
	write(t, filepath.Join(out, "ns_011.toml"), "spent")
	if number, err := create(0); err != nil || number != 12 {
		t.Errorf("beside a record alone: %d, %v", number, err)
	}
	systemtest.NeedLinks(t)
	if err := os.Symlink("nowhere", filepath.Join(out, "ns_013.md")); err != nil {
		t.Skip(err)
	}
	if number, err := create(0); err != nil || number != 14 {
		t.Errorf("beside a link that leads nowhere: %d, %v", number, err)
	}
	write(t, filepath.Join(out, "ns_999999999.md"), "")
	if _, err := create(0); !errors.Is(err, ErrExhausted) || !strings.Contains(err.Error(), "choose another namespace") {
		t.Errorf("without a free number: %v", err)
	}
	for _, escape := range []string{"../out", "/tmp/out", "link"} {
		if escape == "link" {
			if err := os.Symlink(t.TempDir(), filepath.Join(dir, "link")); err != nil {
				t.Fatal(err)
			}
		}
		if number, err := CreatePair(root, escape, pairOf("record", "body")); err == nil {
			t.Errorf("%s leads out of the project, and %d was written there", escape, number)
		}
	}
	private := pairOf("record", "body")
	private.Private = true
	if _, err := CreatePair(root, "mine", private); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{"mine": 0o700 | fs.ModeDir, "mine/ns_001.md": 0o600, "mine/ns_001.toml": 0o600} {
		if info, err := root.Stat(name); err != nil || info.Mode() != want && runtime.GOOS != "windows" {
			t.Errorf("%s has %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
}

func TestRemove(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	write(t, filepath.Join(dir, "a"), "")
	write(t, filepath.Join(dir, "b"), "")
	if err := Remove(root, "a", "gone", "b"); err != nil {
		t.Fatal(err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("%v are left, %v", names, err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "folder", "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Remove(root, "folder"); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder that is not empty: %v", err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	write(t, filepath.Join(dir, "f"), "12345")
	f, info, err := Open(root, "f")
	if err != nil || info.Size() != 5 {
		t.Fatalf("%v, %v", info, err)
	}
	f.Close()
	systemtest.NeedLinks(t)
	if err := os.Symlink("f", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if _, _, err := Open(root, "link"); !errors.Is(err, ErrLink) {
		t.Errorf("a link: %v", err)
	}
}

// Files of which there are many are saved without backups.
func TestBareStore(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	s := New(filepath.Join(dir, "state")).WithoutBackups()
	for _, text := range []string{"one", "two"} {
		if err := s.Update(t.Context(), root, "f", limit, 0o644, to(text)); err != nil {
			t.Fatal(err)
		}
	}
	if copies, err := stored(s, root, "f"); err != nil || len(copies) > 0 {
		t.Errorf("older versions are %v, %v", copies, err)
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	if err := Create(root, "a/b/ns_001.toml", []byte("x")); err != nil || read(t, filepath.Join(dir, "a/b/ns_001.toml")) != "x" {
		t.Fatal(err)
	}
	if err := Create(root, "a/b/ns_001.toml", []byte("y")); !errors.Is(err, fs.ErrExist) || read(t, filepath.Join(dir, "a/b/ns_001.toml")) != "x" {
		t.Errorf("a second file of one name gives %v", err)
	}
	if names, _ := os.ReadDir(filepath.Join(dir, "a/b")); len(names) != 1 {
		t.Errorf("temporary files are left: %v", names)
	}
}

func TestNameOfANumber(t *testing.T) {
	for _, tt := range []struct {
		name   string
		pair   Pair
		number int
		want   string
	}{
		{"three digits at least", Pair{Namespace: "ctx"}, 7, "ctx_007.md"},
		{"and as many as it takes", Pair{Namespace: "ctx"}, 1000, "ctx_1000.md"},
		{"behind its mark", Pair{Namespace: "ctx", Mark: "c"}, 12, "ctx_c012.md"},
	} {
		if got := tt.pair.Name(tt.number, ".md"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestNextNumber(t *testing.T) {
	tests := []struct {
		name      string
		files     []string
		namespace string
		want      int // 0: none remains
	}{
		{"nothing there", nil, "ctx", 1},
		{"gap: the maximum counts", []string{"ctx_001.md", "ctx_007.md"}, "ctx", 8},
		{"unpadded number", []string{"ctx_12.md"}, "ctx", 13},
		{"past 1000", []string{"ctx_1000.md", "ctx_999.md"}, "ctx", 1001},
		{"namespace is a prefix of another", []string{"ctx_extra_009.md"}, "ctx", 1},
		{"wrong extension", []string{"ctx_009.txt", "ctx_010.md.bak"}, "ctx", 1},
		{"no number", []string{"ctx_.md", "ctx.md", "ctx_a.md"}, "ctx", 1},
		{"namespace with regular-expression characters", []string{"a.b_004.md", "axb_009.md"}, "a.b", 5},
		{"leading spaces", []string{" ctx_003.md"}, "ctx", 1},
		{"ten digits are no number", []string{"ctx_9999999999.md", "ctx_99999999999999999999.md"}, "ctx", 1},
		{"a sign or a prefix is no number", []string{"ctx_-4.md", "ctx_+4.md", "ctx_0x4.md", "ctx_4e1.md"}, "ctx", 1},
		{"digits of other scripts are no number", []string{"ctx_١٢.md", "ctx_４.md"}, "ctx", 1},
		{"a name of several lines", []string{"ctx_004.md\n", "x\nctx_005.md"}, "ctx", 1},
		{"the last number", []string{"ctx_999999998.md"}, "ctx", 999_999_999},
		{"no number is left", []string{"ctx_999999999.md"}, "ctx", 0},
		{"a record counts like a document", []string{"ctx_004.md", "ctx_009.toml"}, "ctx", 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := nextNumber(tt.files, tt.namespace, []string{""}, []string{".md", ".toml"})
			if got != tt.want || errors.Is(err, ErrExhausted) != (tt.want == 0) {
				t.Errorf("got %d, %v, want %d", got, err, tt.want)
			}
		})
	}
}

// For any folder, the name of the next document is not in use, and the one after it has the next
// number.
func TestNextNumberIsFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.OneOf(
			rapid.StringMatching(`ns_[0-9]{1,11}\.md`), rapid.StringMatching(`(ns|a\.b)_0*[0-9]{0,4}(\.md|\.toml)?`), rapid.String(),
		)).Draw(t, "names")
		n, err := nextNumber(names, "ns", []string{""}, []string{".md"})
		if err != nil {
			return
		}
		name := Pair{Namespace: "ns"}.Name(n, ".md")
		for _, one := range names {
			if one == name {
				t.Fatalf("%s is taken", name)
			}
		}
		if next, err := nextNumber(append(names, name), "ns", []string{""}, []string{".md"}); err == nil && next != n+1 {
			t.Fatalf("after %s comes %d", name, next)
		}
	})
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	write(t, filepath.Join(dir, "f"), "12345")
	if data, err := Read(root, "f", 5); err != nil || string(data) != "12345" {
		t.Errorf("as many bytes as allowed: %q, %v", data, err)
	}
	var large *SizeError
	if _, err := Read(root, "f", 4); !errors.As(err, &large) || large.Size != 5 || large.Limit != 4 {
		t.Errorf("one byte more: %v", err)
	}
	if _, err := Read(root, "gone", 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Read(root, "../x", 5); err == nil {
		t.Error("a path out of the folder is read")
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1000: "1 KB", 1001: "2 KB", 41_000: "41 KB", 999_999: "1000 KB", 1_000_000: "1.0 MB", 2_500_000: "2.5 MB"} {
		if got := size(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func TestSaveErrorSaysWhatIsSafe(t *testing.T) {
	e := SaveError{Path: "/p/dossier.toml", Folder: "/p", Need: 41_000}
	for _, tt := range messages {
		t.Run(tt.name, func(t *testing.T) {
			e.Err, e.Replaced = tt.err, tt.replaced
			if diff := cmp.Diff(tt.want, e.Error()); diff != "" {
				t.Errorf("wrong text (-want +got):\n%s", diff)
			}
			reason, ok := Reason(fmt.Errorf("save: %w", &e))
			if ok == tt.replaced || ok && "/p/dossier.toml was not saved: "+reason != tt.want {
				t.Errorf("the reason is %q, %t", reason, ok)
			}
		})
	}
}

func BenchmarkUpdate(b *testing.B) {
	root, s := open(b, b.TempDir()), New(b.TempDir())
	data := [2][]byte{bytes.Repeat([]byte("path = 'a'\n"), 1000), bytes.Repeat([]byte("path = 'b'\n"), 1000)}
	b.SetBytes(int64(len(data[0])))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := s.Update(context.Background(), root, "f", limit, 0o600, to(string(data[i%2]))); err != nil {
			b.Fatal(err)
		}
	}
}

// Without a state folder two saves exclude each other nevertheless, and there are no backups.
func TestSaveWithoutState(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows locks no folders")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, state := range map[string]string{"none": "", "one that cannot be made": filepath.Join(file, "state")} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			root := open(t, dir)
			t.Chdir(t.TempDir())
			s, ctx := New(state), context.Background()
			if err := s.Update(ctx, root, "f", limit, 0o644, to("one")); err != nil {
				t.Fatal(err)
			}
			err := s.Update(ctx, root, "f", limit, 0o644, func([]byte) ([]byte, error) {
				other := New(state)
				other.wait = 0
				if err := other.Update(ctx, root, "f", limit, 0o644, to("three")); !errors.Is(err, ErrBusy) {
					t.Errorf("saved at the same time: %v", err)
				}
				return []byte("two"), nil
			})
			if got, _ := os.ReadFile(filepath.Join(dir, "f")); err != nil || string(got) != "two" {
				t.Errorf("%q, %v", got, err)
			}
			if list, err := stored(s, root, "f"); len(list) > 0 || state == "" && err != nil {
				t.Errorf("backups %v, %v", list, err)
			}
			if _, err := s.TryLock("x"); !errors.As(err, new(*StateError)) {
				t.Errorf("held: %v", err)
			}
			for _, dir := range []string{dir, "."} {
				entries, err := os.ReadDir(dir)
				for _, e := range entries {
					if e.Name() != "f" {
						t.Errorf("%s was made", e.Name())
					}
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// Reading a file during a save returns the old or the new content, and never an error.
func TestReadWhileAFileIsSaved(t *testing.T) {
	systemtest.NeedRenamesOverOpen(t)
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	write := func(n int) {
		beside := filepath.Join(dir, "beside")
		if err := os.WriteFile(beside, []byte(fmt.Sprint(n)), 0o644); err != nil {
			t.Error(err)
		}
		if err := os.Rename(beside, filepath.Join(dir, "file")); err != nil {
			t.Error(err)
		}
	}
	write(0)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := range 3000 {
			write(n)
		}
	}()
	for reads := 0; ; reads++ {
		if _, err := Read(root, "file", 100); err != nil {
			t.Fatalf("read %d: %v", reads, err)
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

func TestOnlyWhatIsDamagedIsMovedAside(t *testing.T) {
	tests := []struct {
		name  string
		make  func(path string) error
		moved bool
	}{
		{"it is well", func(path string) error { return os.WriteFile(path, []byte("well"), 0o644) }, false},
		{"its content is refused", func(path string) error { return os.WriteFile(path, []byte("bad"), 0o644) }, true},
		{"it is too large", func(path string) error { return os.WriteFile(path, []byte("well and large"), 0o644) }, true},
		{"it is a folder", func(path string) error { return os.Mkdir(path, 0o755) }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { root.Close() })
			path := filepath.Join(dir, "file")
			if err := tt.make(path); err != nil {
				t.Fatal(err)
			}
			s := New(t.TempDir())
			aside, err := s.MoveDamagedAside(t.Context(), root, "file", 8, func(data []byte) error {
				if string(data) != "well" {
					return errors.New("refused")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			_, gone := os.Lstat(path)
			if (aside != "") != tt.moved || (gone != nil) != tt.moved {
				t.Errorf("moved to %q, and the file: %v; want it moved: %t", aside, gone, tt.moved)
			}
		})
	}
	t.Run("there is none", func(t *testing.T) {
		root, err := os.OpenRoot(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		if aside, err := New(t.TempDir()).MoveDamagedAside(t.Context(), root, "file", 8, func([]byte) error { return nil }); aside != "" || err == nil {
			t.Errorf("moved to %q: %v", aside, err)
		}
	})
}

// TestAnEmptyFileIsRemoved says that no content and a missing file are two things.
func TestAnEmptyFileIsRemoved(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := New(t.TempDir())
	update := func(data []byte) {
		t.Helper()
		if err := s.Update(t.Context(), root, "a", 10, 0o644, func([]byte) ([]byte, error) { return data, nil }); err != nil {
			t.Fatal(err)
		}
	}
	update([]byte{})
	if _, err := os.Stat(filepath.Join(dir, "a")); err != nil {
		t.Errorf("an empty file is not written: %v", err)
	}
	update(nil)
	if _, err := os.Stat(filepath.Join(dir, "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is not removed: %v", err)
	}
	update(nil)
}

// stored returns the backups of the file name in root, newest first.
func stored(s Store, root *os.Root, name string) ([]string, error) {
	real, err := realPath(filepath.Join(root.Name(), name))
	if err != nil {
		return nil, err
	}
	if s.state == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(s.backups(real))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, e := range slices.Backward(entries) {
		if isBackup(e.Name()) {
			out = append(out, filepath.Join(s.backups(real), e.Name()))
		}
	}
	return out, err
}
