package disk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dossier/aggregate/systemtest"
)

// canary is in every file outside the project of these tests.
const canary = "canary: this must not be seen"

// project creates a folder with a few files, and a canary in its parent folder.
func project(t testing.TB) (root *Root, dir string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(top, "project")
	write(t, top, "canary", canary)
	write(t, top, "project-evil/canary", canary)
	write(t, dir, "a.txt", "alpha\n")
	write(t, dir, "sub/b.txt", "beta\n")
	write(t, dir, "sub/deep/c.txt", "gamma\n")
	root, err = Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

func write(t testing.TB, dir, name, content string) {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// link creates a symbolic link if the system can; [skipLink] skips what needs one.
func link(t testing.TB, target, name string) {
	t.Helper()
	if !systemtest.Links(t) {
		return
	}
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

// needLink skips the test of a row that needs a link which the system cannot have.
func needLink(t testing.TB, row string) {
	t.Helper()
	if strings.Contains(row, "link") {
		systemtest.NeedLinks(t)
	}
}

// skipLink reports whether a row of a table, by its name or path, needs a link that the system cannot have.
func skipLink(t testing.TB, row string) bool {
	t.Helper()
	return strings.Contains(row, "link") && !systemtest.Links(t)
}

func TestRead(t *testing.T) {
	root, dir := project(t)
	link(t, "sub/b.txt", filepath.Join(dir, "inside"))
	link(t, "../a.txt", filepath.Join(dir, "sub/up"))
	link(t, "sub", filepath.Join(dir, "folder"))
	link(t, "inside", filepath.Join(dir, "chain"))
	odd := map[string]string{
		"nul\xff\xfe\n`.txt": "odd", strings.Repeat("n", 255): "long", "caf\u00e9": "composed", "cafe\u0301": "decomposed",
		"back\\slash": "back", "~": "tilde", "C:x": "colon",
	}
	for name, content := range odd {
		if systemtest.Nameable(t, name) {
			write(t, dir, name, content)
		}
	}
	tests := []struct{ name, path, want string }{
		{"a file", "a.txt", "alpha\n"},
		{"a file in a folder", "sub/b.txt", "beta\n"},
		{"a path that is not clean", "./sub//../sub/./b.txt", "beta\n"},
		{"a link", "inside", "beta\n"},
		{"a link upwards", "sub/up", "alpha\n"},
		{"a folder behind a link", "folder/deep/c.txt", "gamma\n"},
		{"a chain of links", "chain", "beta\n"},
		{"a name that is no UTF-8", "nul\xff\xfe\n`.txt", "odd"},
		{"a name of 255 bytes", strings.Repeat("n", 255), "long"},
		{"a composed name", "caf\u00e9", "composed"},
		{"its decomposed twin", "cafe\u0301", "decomposed"},
		{"a backslash is part of a name", "back\\slash", "back"},
		{"a tilde is a name", "~", "tilde"},
		{"a colon is part of a name", "C:x", "colon"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if odd[tt.path] != "" {
				systemtest.NeedName(t, tt.path)
			}
			needLink(t, tt.name)
			file, err := root.Read(t.Context(), tt.path, 0)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(file.Data)); diff != "" {
				t.Errorf("wrong bytes (-want +got):\n%s", diff)
			}
			if file.Changed || file.Kind != Regular || file.Size != int64(len(tt.want)) {
				t.Errorf("wrong file: %+v", file.Info)
			}
		})
	}
}

// A path of the project may be absolute, with either name of its folder.
func TestAbsolutePathsInside(t *testing.T) {
	_, dir := project(t)
	top := filepath.Dir(dir)
	link(t, "project", filepath.Join(top, "alias"))
	link(t, "sub/b.txt", filepath.Join(dir, "inside"))
	alias := "alias"
	if !systemtest.Links(t) {
		alias = "project"
	}
	root, err := Open(filepath.Join(top, alias))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	tests := []struct{ name, path, local, want string }{
		{"by its real name", dir + "/a.txt", "a.txt", "alpha\n"},
		{"by the name it was opened by", top + "/" + alias + "/sub/b.txt", "sub/b.txt", "beta\n"},
		{"not clean", top + "/./project//sub/../sub/./b.txt", "sub/b.txt", "beta\n"},
		{"out of the project and back", dir + "/../project/a.txt", "a.txt", "alpha\n"},
		{"the same without a beginning", "../project/a.txt", "a.txt", "alpha\n"},
		{"from one name to the other", "../" + alias + "/../project/a.txt", "a.txt", "alpha\n"},
		{"two slashes first", filepath.VolumeName(dir) + "/" + dir[len(filepath.VolumeName(dir)):] + "/a.txt", "a.txt", "alpha\n"},
		{"a slash at the end", dir + "/sub/b.txt/", "sub/b.txt", "beta\n"},
		{"over a link that stays inside", dir + "/inside", "inside", "beta\n"},
		{"the folder itself", dir, ".", ""},
		{"with a slash", top + "/" + alias + "/", ".", ""},
		{"a pattern, which is no file", dir + "/sub/*.txt", "sub/*.txt", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			needLink(t, tt.name)
			if got, ok := root.Local(tt.path); !ok || got != tt.local {
				t.Errorf("it is %q (%t), want %q", got, ok, tt.local)
			}
			file, err := root.Read(t.Context(), tt.path, 0)
			if string(file.Data) != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("%q, error %v, want %q", file.Data, err, tt.want)
			}
		})
	}
	for _, p := range []string{top, top + "/project-evil", top + "/aliasx/a.txt", "/", "..", "../project-evil/canary", dir + "/../canary", top + "/Project/a.txt"} {
		if strings.Contains(p, "Project") && !systemtest.CaseSensitive(t) {
			continue // it is the same folder
		}
		if got, ok := root.Local(p); ok {
			t.Errorf("%s is %q in the project", p, got)
		}
	}
}

// fromRoot returns an absolute path on the drive of dir.
func fromRoot(dir string, names ...string) string {
	return filepath.VolumeName(dir) + string(filepath.Separator) + filepath.Join(names...)
}

func TestReal(t *testing.T) {
	root, dir := project(t)
	plantEscapes(t, dir)
	top := filepath.Dir(dir)
	for name, target := range map[string]string{"folder": "sub", "next": "folder/deep", "dots": "sub/deep/../deep", "new": "gone/x", "none": "gone/../../x", "loop": "loop"} {
		link(t, target, filepath.Join(dir, name))
	}
	tests := []struct {
		name, path, want string
		outside          string // the target that would need permission
		err              error
	}{
		{name: "a file", path: "sub/b.txt", want: "sub/b.txt"},
		{name: "the folder itself", path: ".", want: "."},
		{name: "an absolute path", path: dir + "/sub", want: "sub"},
		{name: "behind a link", path: "folder/deep/c.txt", want: "sub/deep/c.txt"},
		{name: "behind links on links", path: "next/c.txt", want: "sub/deep/c.txt"},
		{name: "a link with dots", path: "dots", want: "sub/deep"},
		{name: "what is not there behind a link", path: "folder/none/x", want: "sub/none/x"},
		{name: "a link to what is not there", path: "new/y", want: "gone/x/y"},
		{name: "a link through what is not there, and out", path: "none", outside: filepath.Join(top, "x")},
		{name: "outside", path: "../x", outside: filepath.Join(top, "x")},
		{name: "an absolute path outside", path: "/etc", outside: fromRoot(dir, "etc")},
		{name: "a link outside", path: "link-folder/x/y", outside: filepath.Join(top, "x", "y")},
		{name: "a link to an absolute path inside", path: "link-self-abs", outside: filepath.Join(dir, "a.txt")},
		{name: "below a file", path: "a.txt/x", err: ErrNotFound},
		{name: "a circle of links", path: "loop", err: ErrLoop},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			needLink(t, tt.name)
			got, err := root.Real(tt.path)
			var outside *OutsideError
			if errors.As(err, &outside) {
				if outside.Target != tt.outside {
					t.Errorf("it leads to %s, want %s", outside.Target, tt.outside)
				}
				return
			}
			if !errors.Is(err, tt.err) || tt.outside != "" || err == nil && got != tt.want {
				t.Errorf("%q, error %v, want %q%s", got, err, tt.want, tt.outside)
			}
		})
	}
}

// Long paths take no time: one that is too deep is rejected by counting, and a limited number of
// links is followed.
func TestDepth(t *testing.T) {
	root, dir := project(t)
	deep := strings.Repeat("d/", MaxDepth)
	write(t, dir, deep+"x", "x\n")
	if err := os.MkdirAll(filepath.Join(dir, deep, "e"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, deep+"e/y", "y\n")
	if file, err := root.Read(t.Context(), deep+"x", 0); err != nil || string(file.Data) != "x\n" {
		t.Errorf("%d folders deep: %q, %v", MaxDepth, file.Data, err)
	}
	if _, err := root.Lstat(deep + "e"); err != nil {
		t.Errorf("a folder %d folders deep: %v", MaxDepth, err)
	}
	repo, err := OpenRepository(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	for _, p := range []string{deep + "e/y", deep + "e/gone", dir + "/" + deep + "e/y", strings.Repeat("sub/", 2000) + "x", strings.Repeat("gone/", 2000)} {
		_, readErr := root.Read(t.Context(), p, 0)
		_, headErr := root.Head(t.Context(), p, 1)
		_, _, listErr := root.List(t.Context(), p, 0)
		_, _, _, namesErr := root.Names(t.Context(), p, 0)
		_, statErr := root.Stat(p)
		_, lstatErr := root.Lstat(p)
		_, linkErr := root.Readlink(p)
		_, ignoreErr := repo.IgnoreFile(t.Context(), p, ".gitignore")
		var beadsErr error = ErrTooDeep
		if !filepath.IsAbs(p) || filepath.VolumeName(p) == "" { // no name of a drive is in a path of fs.FS
			_, beadsErr = fs.Stat(root.Beads(), ".beads/"+strings.TrimSuffix(strings.TrimPrefix(p, "/"), "/"))
		}
		for op, err := range map[string]error{
			"read": readErr, "head": headErr, "list": listErr, "names": namesErr, "stat": statErr, "lstat": lstatErr, "readlink": linkErr, "ignore file": ignoreErr, "beads": beadsErr,
		} {
			if !errors.Is(err, ErrTooDeep) {
				t.Errorf("%s of %.20s…: %v", op, p, err)
			}
		}
	}
	if _, err := root.Stat(strings.Repeat("gone/../", 2000) + "a.txt"); err != nil {
		t.Errorf("a long way to a file: %v", err)
	}
	if !systemtest.Links(t) {
		return
	}
	next := "gone"
	for i := range 20 {
		name := fmt.Sprintf("link%d", i)
		link(t, strings.Repeat("sub/../", 500)+next, filepath.Join(dir, name))
		next = name
	}
	if _, err := root.Stat(next); !errors.Is(err, ErrTooDeep) {
		t.Errorf("over links with ten thousand folders: %v", err)
	}
}

func TestReadErrors(t *testing.T) {
	root, dir := project(t)
	link(t, "loop", filepath.Join(dir, "loop"))
	link(t, "one", filepath.Join(dir, "two"))
	link(t, "two", filepath.Join(dir, "one"))
	link(t, "gone.txt", filepath.Join(dir, "dangling"))
	write(t, dir, "big", strings.Repeat("x", 101))
	tests := []struct {
		name, path string
		limit      int64
		want       error
		text       string
	}{
		{"a missing file", "none.go", 0, ErrNotFound, "none.go does not exist"},
		{"a file in a missing folder", "none/x.go", 0, ErrNotFound, "none/x.go does not exist"},
		{"a file below a file", "a.txt/x", 0, ErrNotFound, "a.txt/x does not exist"},
		{"a name of 256 bytes", strings.Repeat("n", 256), 0, ErrNotFound, strings.Repeat("n", 256) + " does not exist"},
		{"a NUL byte", "a\x00b", 0, ErrNotFound, `"a\x00b" does not exist`},
		{"a name with a newline is quoted", "no\nne", 0, ErrNotFound, `"no\nne" does not exist`},
		{"a link to nothing", "dangling", 0, ErrNotFound, "dangling does not exist"},
		{"a folder", "sub", 0, ErrIrregular, "sub is a folder, not a regular file"},
		{"the project itself", "", 0, ErrIrregular, ""},
		{"a link to itself", "loop", 0, ErrLoop, "loop is not read: its links lead in a circle or through more than eight others"},
		{"links in a circle", "one", 0, ErrLoop, "one is not read: its links lead in a circle or through more than eight others"},
		{"one byte too many", "big", 100, ErrTooLarge, "big is too large (101 bytes, the limit is 100); raise its limit to include it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == ErrLoop {
				systemtest.NeedLinks(t)
			}
			file, err := root.Read(t.Context(), tt.path, tt.limit)
			if !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			if tt.text != "" && err.Error() != tt.text {
				t.Errorf("the message is\n%s\nwant\n%s", err, tt.text)
			}
			if file.Data != nil {
				t.Errorf("%d bytes came with the error", len(file.Data))
			}
			for _, other := range []error{ErrNotFound, ErrOutside, ErrTooLarge, ErrIrregular, ErrUnreadable, ErrLoop} {
				if other != tt.want && errors.Is(err, other) {
					t.Errorf("%v is also %v", err, other)
				}
			}
		})
	}
	if _, err := root.Read(t.Context(), "big", 101); err != nil {
		t.Errorf("a file of just the limit: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := root.Read(ctx, "a.txt", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
}

func TestOpenErrors(t *testing.T) {
	_, dir := project(t)
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, ErrNotFound) {
		t.Errorf("a missing folder: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "a.txt")); !errors.Is(err, ErrIrregular) {
		t.Errorf("a file: %v", err)
	}
	if !systemtest.Links(t) {
		return
	}
	alias := filepath.Join(filepath.Dir(dir), "alias")
	link(t, "project", alias)
	root, err := Open(alias)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if root.Dir() != dir {
		t.Errorf("a link to the project opens %s, want %s", root.Dir(), dir)
	}
}

// escapes returns ways out of a folder; %s is its parent folder.
func escapes() []string {
	return []string{
		"..", "../", "../canary", "./../canary", "sub/../../canary", "sub/deep/../../../canary", "a.txt/../../canary", "..//canary",
		".././canary", "../project-evil/canary", "../project/../canary", "../../../../../../../../etc/passwd", "sub/../..", "sub/deep/../../..",
		"%s/canary", "%s//canary", "%s/./canary", "%s/project/../canary", "%s/project-evil/canary", "/%s/canary", "//%s/canary",
		"/", "/etc/passwd", "/etc/shadow", "/proc/self/environ", "/proc/self/root/etc/passwd", "/dev/zero", "/dev/stdin", "/..", "/../etc/passwd",
		"link-file", "link-folder/canary", "link-abs", "link-abs-folder/canary", "link-chain", "link-nested/link-out", "link-root/etc/passwd", "link-dots",
		"link-self-abs", "link-proc/self/environ", "sub/link-up/canary", "sub/link-up/project-evil/canary", "link-back/../canary", "link-folder/", "link-file/", "link-dev",
		"link-folder", "link-abs-folder", "link-root", "link-root/", "link-proc", "link-root/dev/zero", "link-mixed/canary", "link-mixed", "link-long/canary",
		"link-folder/./canary", "link-folder//canary", "link-folder/../canary", "link-abs-folder/../canary", "./link-file", "sub/../link-file",
		"link-folder/project/../canary", "link-folder/project/a.txt", "link-abs-folder/project/a.txt", "link-evil/canary", "link-evil",
		// Absolute paths that have the project's as a prefix, or go through it.
		"%s/project/..", "%s/project/../", "%s/project/../project-evil/canary", "%s/project/sub/../../canary", "%s/project//..//canary", "%s/project-evil/", "%s/projec/canary",
		"%s/project.evil/canary", "%s/project /canary", "%s/Project/../canary", "%s/project/./../canary", "%s/project/%s/canary/../../../../canary", "//%s/project/../canary", "%s/./project/../canary",
		"%s/project/link-file", "%s/project/link-folder/canary", "%s/project/link-abs", "%s/project/link-self-abs", "%s/project/link-chain", "%s/project/sub/link-up/canary", "%s/project/link-evil/canary", "%s/project/link-root/etc/passwd",
		"%s/alias-evil/canary", "%s/alias/../canary", "%s/alias/link-file", "%s/alias/link-folder/canary", "%s/alias/sub/../../canary", "%s/alias/", "%s/aliasx/canary",
		"../project/link-file", "../project/../canary", "../project/link-folder/canary", "../alias/link-file", "../alias/../project-evil/canary",
		`C:\outside\canary`, `C:%s/canary`, `\\?\%s/canary`, `\\localhost\%s/canary`, `%s\project\..\canary`, `..\canary`, `%s/project\..\canary`, "file://%s/canary",
	}
}

// plantEscapes creates the links that the corpus names.
func plantEscapes(t testing.TB, dir string) {
	top := filepath.Dir(dir)
	for name, target := range map[string]string{
		"link-file": "../canary", "link-folder": "..", "link-abs": filepath.Join(top, "canary"), "link-abs-folder": top,
		"link-chain": "link-file", "link-root": "/", "link-dots": "sub/../../canary", "link-self-abs": filepath.Join(dir, "a.txt"),
		"link-proc": "/proc", "sub/link-up": "../..", "link-back": "sub/deep/../..", "link-dev": "/dev/zero",
		"link-mixed": "sub/deep/../../../", "link-long": strings.Repeat("sub/../", 40) + "..", "link-evil": "../project-evil",
	} {
		link(t, target, filepath.Join(dir, name))
	}
	if err := os.Mkdir(filepath.Join(dir, "link-nested"), 0o755); err != nil {
		t.Fatal(err)
	}
	link(t, "../../canary", filepath.Join(dir, "link-nested/link-out"))
}

func TestNothingOutsideIsRead(t *testing.T) {
	root, dir := project(t)
	plantEscapes(t, dir)
	nothingOutside(t, root, dir)
	if !systemtest.Links(t) {
		return
	}
	alias := filepath.Join(filepath.Dir(dir), "alias")
	link(t, "project", alias)
	write(t, filepath.Dir(dir), "alias-evil/canary", canary)
	root, err := Open(alias)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	nothingOutside(t, root, dir)
}

func nothingOutside(t *testing.T, root *Root, dir string) {
	t.Helper()
	corpus := escapes()
	if len(corpus) < 100 {
		t.Fatalf("%d escapes, want at least 100", len(corpus))
	}
	for _, pattern := range corpus {
		p := strings.ReplaceAll(pattern, "%s", filepath.Dir(dir))
		if p == filepath.Dir(dir)+"/alias/" {
			continue // the project itself, when it was opened by that name
		}
		file, readErr := root.Read(t.Context(), p, 0)
		entries, _, listErr := root.List(t.Context(), p, 0)
		_, statErr := root.Stat(p)
		if strings.Contains(string(file.Data), canary) || len(entries) > 0 {
			t.Errorf("%s: %q, %d entries", p, file.Data, len(entries))
		}
		for op, err := range map[string]error{"read": readErr, "list": listErr, "stat": statErr} {
			switch {
			case err == nil:
				t.Errorf("%s %s: no error", op, p)
			case strings.Contains(err.Error(), canary):
				t.Errorf("%s %s: the message quotes the file: %v", op, p, err)
			}
			var outside *OutsideError
			if errors.As(err, &outside) && !filepath.IsAbs(outside.Target) {
				t.Errorf("%s %s: the target is %q", op, p, outside.Target)
			}
			if !errors.Is(err, ErrOutside) && !errors.Is(err, ErrNotFound) {
				t.Errorf("%s %s: error %v", op, p, err)
			}
		}
	}
}

func TestOutsideErrorNamesTheTarget(t *testing.T) {
	root, dir := project(t)
	plantEscapes(t, dir)
	top := filepath.Dir(dir)
	outer, own, passwd := filepath.Join(top, "canary"), filepath.Join(dir, "a.txt"), fromRoot(dir, "etc", "passwd")
	tests := []struct {
		path string
		want OutsideError
		text string
	}{
		{"../canary", OutsideError{Target: outer}, "../canary leads outside the project, to " + outer + "; allow that path to include it (dossier allow, or the menu of its row)"},
		{passwd, OutsideError{Target: passwd}, passwd + " is outside the project; allow that path to include it (dossier allow, or the menu of its row)"},
		{"/etc/passwd", OutsideError{Target: passwd}, ""}, // on Windows it is on the drive of the project
		{"link-chain", OutsideError{Target: outer}, ""},
		{"link-folder/x/y", OutsideError{Target: filepath.Join(top, "x", "y")}, ""},
		{"link-root/etc/passwd", OutsideError{Target: passwd}, ""},
		{"sub/link-up/canary", OutsideError{Target: outer}, ""},
		{"link-self-abs", OutsideError{Target: own, Absolute: true}, "link-self-abs is not read: it is a link to the absolute path " + own + "; make the link relative to include it"},
	}
	for _, tt := range tests {
		if skipLink(t, tt.path) {
			continue
		}
		_, err := root.Read(t.Context(), tt.path, 0)
		tt.want.Path = tt.path
		var got *OutsideError
		if !errors.As(err, &got) {
			t.Errorf("%s: error %v", tt.path, err)
			continue
		}
		if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.path, diff)
		}
		if tt.text != "" && err.Error() != tt.text {
			t.Errorf("the message is\n%s\nwant\n%s", err, tt.text)
		}
	}
}

func TestAllowed(t *testing.T) {
	root, dir := project(t)
	plantEscapes(t, dir)
	top := filepath.Dir(dir)
	write(t, top, "shared/in/x", "allowed")
	link(t, "../canary", filepath.Join(top, "shared/out"))
	_, zeroErr := os.Lstat(fromRoot(dir, "dev", "zero"))
	allowing := root.Allowing(Allow(filepath.Join(top, "canary"), filepath.Join(top, "shared/"), "relative", "/dev/zero"))
	tests := []struct {
		path string
		want error // nil: readable
	}{
		{top + "/canary", nil},
		{"../canary", nil},
		{"link-file", nil},
		{"link-abs", nil},
		{"link-chain", nil},
		{"sub/link-up/canary", nil},
		{"../shared/in/x", nil},
		{top + "/shared/in/../in/x", nil},
		{"../shared/none", ErrNotFound},
		{"../shared/out", ErrUnreadable}, // its own link leads out of the allowed folder
		{"../shared", ErrIrregular},
		{"../shared-not", ErrOutside},
		{"../project-evil/canary", ErrOutside},
		{"/etc/passwd", ErrOutside},
		{"/dev/zero", ErrIrregular},
		{"link-dev", ErrIrregular},
	}
	for _, tt := range tests {
		if skipLink(t, tt.path) || tt.path == "../shared/out" && !systemtest.Links(t) || tt.path == "/dev/zero" && zeroErr != nil {
			continue
		}
		file, err := allowing.Read(t.Context(), tt.path, 0)
		if !errors.Is(err, tt.want) || (err == nil) != (len(file.Data) > 0) {
			t.Errorf("%s: %q, error %v, want %v", tt.path, file.Data, err, tt.want)
		}
		_, statErr := allowing.Stat(tt.path)
		if (statErr == nil) != (err == nil || errors.Is(err, ErrIrregular)) {
			t.Errorf("%s: read says %v, stat says %v", tt.path, err, statErr)
		}
		if _, err := root.Read(t.Context(), tt.path, 0); !errors.Is(err, ErrOutside) {
			t.Errorf("%s without leave: error %v", tt.path, err)
		}
	}
	want := []string{fromRoot(dir, "dev", "zero"), filepath.Join(top, "canary"), filepath.Join(top, "shared")}
	slices.Sort(want) // temporary files may be in /dev
	if diff := cmp.Diff(want, Allow(want[2], want[0], "relative", want[1], want[1]+"/").paths); diff != "" {
		t.Errorf("wrong paths (-want +got):\n%s", diff)
	}
}

// One goroutine alternates between a folder and a link out of the project while another reads
// through it.
func TestSwappedLinksLeadNowhere(t *testing.T) {
	systemtest.NeedLinks(t)
	swaps := 20_000
	if testing.Short() {
		swaps = 2_000
	}
	root, dir := project(t)
	top := filepath.Dir(dir)
	write(t, dir, "swap/canary", "innocent")
	write(t, top, "outer/canary", canary)
	link(t, "../outer", filepath.Join(dir, "swap-link"))
	swap, spare, away := filepath.Join(dir, "swap"), filepath.Join(dir, "swap-link"), filepath.Join(dir, "swap-away")
	done := make(chan error, 1)
	go func() {
		for range swaps {
			for _, step := range [][2]string{{swap, away}, {spare, swap}, {swap, spare}, {away, swap}} {
				if err := os.Rename(step[0], step[1]); err != nil {
					done <- err
					return
				}
			}
		}
		done <- nil
	}()
	reads := map[string]int{}
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			if reads["innocent"] == 0 || reads["outside"] == 0 {
				t.Errorf("the race was not run: %v", reads)
			}
			t.Logf("%d swaps, reads: %v", swaps, reads)
			return
		default:
		}
		file, err := root.Read(t.Context(), "swap/canary", 0)
		switch {
		case err == nil && string(file.Data) == "innocent":
			reads["innocent"]++
		case err == nil:
			t.Fatalf("read %q", file.Data)
		case errors.Is(err, ErrOutside):
			reads["outside"]++
		default:
			reads["other error"]++
		}
		entries, _, err := root.List(t.Context(), "swap", 0)
		if err == nil && len(entries) != 1 {
			t.Fatalf("listed %v", entries)
		}
	}
}

func TestIdentity(t *testing.T) {
	root, dir := project(t)
	stat := func(p string) Identity {
		t.Helper()
		info, err := root.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		return info.Identity
	}
	old := time.Now().Add(-time.Hour)
	before := stat("a.txt")
	if before.Inode == 0 {
		t.Skip("the system gives files no numbers")
	}
	if again := stat("a.txt"); again != before {
		t.Errorf("an untouched file: %+v, then %+v", before, again)
	}
	// Same size and time, but another file.
	write(t, dir, "new", "omega\n")
	if err := os.Chtimes(filepath.Join(dir, "a.txt"), old, old); err != nil {
		t.Fatal(err)
	}
	before = stat("a.txt")
	if err := os.Chtimes(filepath.Join(dir, "new"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	if after := stat("a.txt"); after == before {
		t.Errorf("a replaced file of the same size and time has the same identity %+v", after)
	}
	// The same file, rewritten within one clock tick.
	file, err := root.Read(t.Context(), "sub/b.txt", 0)
	if err != nil {
		t.Fatal(err)
	}
	if file.Identity.Unsettled == (file.Identity == stat("sub/b.txt")) {
		t.Errorf("an unsettled identity must differ from a settled one: %+v", file.Identity)
	}
}

func TestUnsettled(t *testing.T) {
	now := time.Now()
	for age, want := range map[time.Duration]bool{
		0: true, tick - 1: true, tick: false, time.Hour: false,
		-tick + 1: true, -time.Hour: false, // a clock that is ahead would disable every cache
	} {
		id := Identity{ModTime: now.Add(-2 * time.Hour).UnixNano(), Change: now.Add(-age).UnixNano()}
		if got := id.unsettled(now); got != want {
			t.Errorf("changed %v ago: unsettled is %t", age, got)
		}
	}
}

func TestMoved(t *testing.T) {
	systemtest.NeedMovesOpenFolders(t)
	root, dir := project(t)
	if root.Moved() {
		t.Error("moved before anything happened")
	}
	if err := os.Rename(dir, dir+"-2"); err != nil {
		t.Fatal(err)
	}
	if !root.Moved() {
		t.Error("not moved after a rename")
	}
	if file, err := root.Read(t.Context(), "a.txt", 0); err != nil || string(file.Data) != "alpha\n" {
		t.Errorf("the held folder gives %q, error %v", file.Data, err)
	}
	write(t, dir, "a.txt", "other")
	if !root.Moved() {
		t.Error("not moved after another folder took its place")
	}
}

func TestList(t *testing.T) {
	root, dir := project(t)
	link(t, "sub", filepath.Join(dir, "link"))
	write(t, dir, "Z", "")
	entries, more, err := root.List(t.Context(), "", 0)
	if err != nil || more {
		t.Fatal(err, more)
	}
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprintf("%s %s", e.Name, e.Kind))
	}
	want := []string{"Z regular file", "a.txt regular file", "link symbolic link", "sub folder"}
	if !systemtest.Links(t) {
		want = slices.Delete(want, 2, 3)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong entries (-want +got):\n%s", diff)
	}
	if entries, more, err = root.List(t.Context(), ".", 2); err != nil || !more || len(entries) != 2 {
		t.Errorf("with a limit: %d entries, more %t, error %v", len(entries), more, err)
	}
	if entries, more, err = root.List(t.Context(), ".", len(want)); err != nil || more || len(entries) != len(want) {
		t.Errorf("with just the limit: %d entries, more %t, error %v", len(entries), more, err)
	}
	if _, _, err := root.List(t.Context(), "a.txt", 0); !errors.Is(err, ErrIrregular) {
		t.Errorf("a file: %v", err)
	}
	if _, _, err := root.List(t.Context(), "none", 0); !errors.Is(err, ErrNotFound) {
		t.Errorf("a missing folder: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := root.List(ctx, ".", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
}

// Names returns the same as List, without sizes and times.
func TestNamesAgreeWithList(t *testing.T) {
	root, dir := project(t)
	plantEscapes(t, dir)
	if systemtest.Nameable(t, "odd\xff\n") {
		write(t, dir, "odd\xff\n", "")
	}
	write(t, dir, strings.Repeat("n", 255), "")
	for i := range 3000 { // more than one buffer of records
		write(t, dir, fmt.Sprintf("many/some-name-of-some-length-%d", i), "")
	}
	for _, path := range []string{"", ".", "sub", "sub/deep", "many", "link-nested", "a.txt", "none", "..", "link-folder", "/etc"} {
		for _, limit := range []int{0, 1, 3000} {
			entries, more, err := root.List(t.Context(), path, 0)
			names, folder, namesMore, namesErr := root.Names(t.Context(), path, limit)
			if (err == nil) != (namesErr == nil) || err != nil && err.Error() != namesErr.Error() {
				t.Errorf("%s: error %v by List, %v by Names", path, err, namesErr)
			}
			if limit == 0 {
				var want []Name
				for _, e := range entries {
					want = append(want, Name{e.Name, e.Kind})
				}
				if diff := cmp.Diff(want, names, cmpopts.EquateEmpty()); diff != "" || more != namesMore {
					t.Errorf("%s (-List +Names):\n%s", path, diff)
				}
			} else if len(names) != min(limit, len(entries)) || namesMore != (len(entries) > limit) {
				t.Errorf("%s with limit %d: %d of %d names, more %t", path, limit, len(names), len(entries), namesMore)
			}
			if err == nil {
				if info, err := root.Stat(path); err != nil || folder != info {
					t.Errorf("%s is %+v by Names, %+v by Stat", path, folder, info)
				}
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := root.Names(ctx, ".", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
}

// A file has metadata whenever it can be read, however many links lead to it.
func TestStatFollowsAsManyLinksAsRead(t *testing.T) {
	systemtest.NeedLinks(t)
	root, dir := project(t)
	const links = 45
	target := "sub/b.txt"
	for i := range links {
		name := fmt.Sprintf("link-%d", i+1)
		link(t, target, filepath.Join(dir, name))
		target = name
	}
	for i := range links {
		name := fmt.Sprintf("link-%d", i+1)
		file, readErr := root.Read(t.Context(), name, 100)
		info, err := root.Stat(name)
		if (err == nil) != (readErr == nil) || err != nil && err.Error() != readErr.Error() {
			t.Errorf("%s: Read gives %v, Stat %v", name, readErr, err)
		}
		if err == nil && (info.Kind != Regular || info.Size != int64(len(file.Data))) {
			t.Errorf("%s is %+v", name, info)
		}
	}
	if _, err := root.Stat("link-45"); !errors.Is(err, ErrLoop) {
		t.Errorf("too many links give %v", err)
	}
}

func TestReadlink(t *testing.T) {
	root, dir := project(t)
	if _, err := root.Readlink("../canary"); !errors.Is(err, ErrOutside) {
		t.Errorf("a link outside: %v", err)
	}
	if _, err := root.Lstat(".."); !errors.Is(err, ErrOutside) {
		t.Errorf("the folder above: %v", err)
	}
	systemtest.NeedLinks(t)
	link(t, "/etc/passwd", filepath.Join(dir, "l"))
	if got, err := root.Readlink("l"); err != nil || got != "/etc/passwd" {
		t.Errorf("%q, error %v", got, err)
	}
	if info, err := root.Lstat("l"); err != nil || info.Kind != Symlink {
		t.Errorf("%v, error %v", info.Kind, err)
	}
}

func TestRepository(t *testing.T) {
	_, dir := project(t)
	write(t, dir, ".gitignore", "*.o\n")
	write(t, dir, "sub/.ignore", "x\n")
	write(t, dir, ".beads/issues.jsonl", "{}\n")
	write(t, dir, "sub/.beads/config.yaml", "a: b\n")
	link(t, "../a.txt", filepath.Join(dir, ".beads/link"))
	link(t, "sub", filepath.Join(dir, "linked"))
	link(t, "../a.txt", filepath.Join(dir, "sub/.gitignore"))
	repo, err := OpenRepository(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	for _, tt := range []struct {
		dir, name, want string
	}{
		{".", ".gitignore", "*.o\n"},
		{"", ".gitignore", "*.o\n"},
		{"sub", ".ignore", "x\n"},
		{"sub", ".gitignore", ""}, // a link
		{"linked", ".ignore", ""}, // after a link
		{".", "a.txt", ""},
		{"sub", "../a.txt", ""},
		{"..", ".gitignore", ""},
		{".", "none", ""},
	} {
		got, err := repo.IgnoreFile(t.Context(), tt.dir, tt.name)
		if string(got) != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s in %q: %q, error %v", tt.name, tt.dir, got, err)
		}
	}

	beads := repo.Beads()
	if got, err := fs.ReadFile(beads, ".beads/issues.jsonl"); err != nil || string(got) != "{}\n" {
		t.Errorf("issues: %q, error %v", got, err)
	}
	names, err := fs.ReadDir(beads, ".beads")
	want := 2
	if !systemtest.Links(t) {
		want = 1
	}
	if err != nil || len(names) != want {
		t.Errorf("names: %v, error %v", names, err)
	}
	if info, err := fs.Stat(beads, "sub/.beads"); err != nil || !info.IsDir() {
		t.Errorf("a folder of beads in a folder: %v", err)
	}
	if _, err := fs.Stat(beads, "sub/.beads/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	for _, name := range []string{"a.txt", ".", "sub", "sub/b.txt", ".gitignore", ".beads/../a.txt", ".beads/link", "../.beads", "/.beads"} {
		if data, err := fs.ReadFile(beads, name); err == nil {
			t.Errorf("%s: %q", name, data)
		}
		if f, err := beads.Open(name); err == nil {
			t.Errorf("%s opens", name)
			f.Close()
		}
	}
}

func BenchmarkRead(b *testing.B) {
	root, dir := project(b)
	data := bytes.Repeat([]byte("if err != nil { return err }\n"), 350) // about 10 KB
	write(b, dir, "internal/server/auth/login.go", string(data))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := root.Read(b.Context(), "internal/server/auth/login.go", 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkList(b *testing.B) {
	root, dir := project(b)
	for i := range 1000 {
		write(b, dir, fmt.Sprintf("many/file_%04d.go", i), "")
	}
	b.Run("names", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if names, _, _, err := root.Names(b.Context(), "many", 0); err != nil || len(names) != 1000 {
				b.Fatal(len(names), err)
			}
		}
	})
	b.Run("sizes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if entries, _, err := root.List(b.Context(), "many", 0); err != nil || len(entries) != 1000 {
				b.Fatal(len(entries), err)
			}
		}
	})
}

// For any path and any links on it, the content is that of one of the project's files.
func FuzzRead(f *testing.F) {
	for _, p := range escapes() {
		f.Add(p, "link")
	}
	f.Fuzz(func(t *testing.T, p, target string) {
		root, dir := project(t)
		os.Symlink(target, filepath.Join(dir, "fuzzed")) // an impossible target creates no link
		for _, p := range []string{p, "fuzzed", "fuzzed/" + p, p + "/fuzzed"} {
			file, err := root.Read(t.Context(), p, 0)
			switch string(file.Data) {
			case "alpha\n", "beta\n", "gamma\n":
			case "":
				if err == nil {
					t.Fatalf("%q with %q: nothing, and no error", p, target)
				}
			default:
				t.Fatalf("%q with %q: %q", p, target, file.Data)
			}
		}
	})
}
