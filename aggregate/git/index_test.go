package git

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// all returns the names of an index.
func (x Index) all() []string {
	var out []string
	for i := range x.Len() {
		out = append(out, x.name(i))
	}
	return out
}

func TestIndexAgreesWithGit(t *testing.T) {
	odd := []string{
		"a", "a.b", "d/b", "d/b.c", "d-b", "d.b/c", "ä/é.go", "日本/x", "nl\nx", "tab\t", "\xff\xfe", "sp ace", `back\slash`, `"quoted"`, ".hidden/x", "-dash",
		strings.Repeat("long/", 60) + "x", strings.Repeat("n", 250),
	}
	many := make([]string, 600)
	for i := range many {
		many[i] = fmt.Sprintf("pkg%d/mod%d/file%d.go", i/500, i/20%25, i)
	}
	tests := []struct {
		name    string
		init    []string // for git init
		files   []string
		then    [][]string
		version byte // that git must have written; 0 is no index
	}{
		{name: "an empty repository"},
		{name: "version 2", files: odd, version: 2},
		{name: "many files", files: many, version: 2},
		{name: "version 4 keeps only what differs", files: slices.Concat(odd, many), then: [][]string{{"update-index", "--index-version", "4"}}, version: 4},
		{name: "version 3 has more flags", files: odd, then: [][]string{{"rm", "-q", "--cached", "a"}, {"add", "-N", "a"}}, version: 3},
		{name: "version 4 with more flags", files: odd, then: [][]string{{"rm", "-q", "--cached", "a"}, {"add", "-N", "a"}, {"update-index", "--index-version", "4"}}, version: 4},
		{name: "SHA-256", init: []string{"--object-format=sha256"}, files: odd, version: 2},
		{name: "SHA-256, version 4", init: []string{"--object-format=sha256"}, files: odd, then: [][]string{{"update-index", "--index-version", "4"}}, version: 4},
		{name: "extensions", files: many, then: [][]string{{"update-index", "--untracked-cache"}, {"-c", "index.threads=2", "add", "."}, {"commit", "-qm", "x"}, {"status"}}, version: 2},
		{name: "conflicts have several entries", files: []string{"a", "b"}, then: [][]string{
			{"commit", "-qm", "x"}, {"checkout", "-qb", "side"}, {"mv", "b", "c"}, {"commit", "-qm", "x"}, {"checkout", "-q", "-"}, {"mv", "b", "d"}, {"commit", "-qm", "x"}, {"merge", "-q", "side"},
		}, version: 2},
		{name: "all files removed", files: odd, then: [][]string{{"rm", "-rq", "--cached", "."}}, version: 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGit(t)
			g.run(append([]string{"init", "-q"}, tt.init...)...)
			for _, f := range tt.files {
				write(t, filepath.Join(g.dir, f), f)
			}
			if len(tt.files) > 0 {
				g.run("add", ".")
			}
			for _, args := range tt.then {
				g.run(args...)
			}
			repo, ok := Discover(g.dir)
			if !ok {
				t.Fatal("no repository")
			}
			data, err := os.ReadFile(filepath.Join(repo.GitDir, "index"))
			if tt.version > 0 && (err != nil || data[7] != tt.version) {
				t.Fatalf("git wrote another version than %d: %v", tt.version, err)
			}
			x, err := repo.ReadIndex()
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Compact(strings.FieldsFunc(g.run("ls-files", "-z"), func(r rune) bool { return r == 0 }))
			slices.Sort(want)
			if len(want) == 0 {
				want = nil
			}
			if diff := cmp.Diff(want, x.all()); diff != "" {
				t.Errorf("(-git +got):\n%s", diff)
			}
			checkTracked(t, x)
		})
	}
}

// checkTracked holds Tracked to what the names of an index say.
func checkTracked(t *testing.T, x Index) {
	t.Helper()
	all := x.all()
	sparse := slices.ContainsFunc(all, func(name string) bool { return strings.HasSuffix(name, "/") })
	for _, name := range all {
		if !x.Tracked(name, false) || !x.Tracked(name, true) {
			t.Fatalf("%q is not tracked", name)
		}
		for i, c := range name {
			if c == '/' && !x.Tracked(name[:i], true) {
				t.Fatalf("nothing in %q is tracked, although %q is", name[:i], name)
			}
		}
		other := name + "\x00" // no name holds one
		if !sparse && (x.Tracked(other, true) || len(name) > 1 && x.Tracked(name[:len(name)-1], false) != slices.Contains(all, name[:len(name)-1])) {
			t.Fatalf("what is almost %q is tracked", name)
		}
	}
}

func TestTracked(t *testing.T) {
	x := mustParse(t, build(2, "a-b/x", "a/b/c", "a/d", "sparse/", "sub", "z"))
	tests := []struct {
		name      string
		path      string
		file, dir bool
	}{
		{"a file", "a/d", true, true},
		{"a folder with one below", "a", false, true},
		{"a folder in it", "a/b", false, true},
		{"a name that one begins with", "a/b/", false, false},
		{"a folder beside", "a-b", false, true},
		{"a beginning of a folder's name", "a-", false, false},
		{"a sub-module", "sub", true, true},
		{"what lies in one", "sub/x", false, false},
		{"a folder of a sparse index", "sparse", false, true},
		{"what lies in one of those", "sparse/x/y", true, true},
		{"nothing", "y", false, false},
		{"the root", "", true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := x.Tracked(tt.path, false); got != tt.file {
				t.Errorf("as a file: %t", got)
			}
			if got := x.Tracked(tt.path, true); got != tt.dir {
				t.Errorf("as a folder: %t", got)
			}
		})
	}
	var none Index
	if none.Tracked("a", true) || none.Tracked("", true) || none.Len() != 0 {
		t.Error("the zero index tracks something")
	}
}

// A sparse index has one entry for a folder that is not checked out.
func TestSparseIndex(t *testing.T) {
	g := newGit(t)
	g.run("init", "-q")
	for _, f := range []string{"in/a", "out/b", "out/deep/c", "d"} {
		write(t, filepath.Join(g.dir, f), f)
	}
	g.run("add", ".")
	g.run("commit", "-qm", "x")
	g.run("sparse-checkout", "set", "--cone", "--sparse-index", "in")
	repo, _ := Discover(g.dir)
	x, err := repo.ReadIndex()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"d", "in/a", "out/"}, x.all()); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for _, p := range []string{"d", "in/a", "out/b", "out/deep/c"} {
		if !x.Tracked(p, false) {
			t.Errorf("%s is not tracked", p)
		}
	}
}

// A split index is joined with its other half, whatever one changes of the other.
func TestSplitIndex(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		g := newGit(t)
		g.run("init", "-q")
		for i := range 100 {
			write(t, filepath.Join(g.dir, fmt.Sprint("a", i)), "")
		}
		g.run("add", ".")
		g.run("update-index", "--index-version", version)
		g.run("update-index", "--split-index")
		repo, _ := Discover(g.dir)
		check := func(when string) {
			t.Helper()
			x, err := repo.ReadEntries()
			if err != nil {
				t.Fatalf("version %s, %s: %v", version, when, err)
			}
			var got []string
			for _, e := range x.List {
				got = append(got, fmt.Sprintf("%o %s %d\t%s", e.Mode, e.ID, e.Stage, e.Path))
			}
			if diff := cmp.Diff(strings.Split(strings.TrimSpace(g.run("ls-files", "--stage")), "\n"), got); diff != "" {
				t.Errorf("version %s, %s (-git +got):\n%s", version, when, diff)
			}
			names, err := repo.ReadIndex()
			if err != nil || names.Len() != len(x.List) || !names.Tracked("a99", false) {
				t.Errorf("version %s, %s: %d names, %v", version, when, names.Len(), err)
			}
		}
		check("split")
		write(t, filepath.Join(g.dir, "a7"), "changed")
		write(t, filepath.Join(g.dir, "a70"), "changed")
		write(t, filepath.Join(g.dir, "b"), "new")
		g.run("add", ".")
		check("changed")
		g.run("rm", "-q", "-f", "--cached", "a8", "a66")
		check("removed")
		shared, err := filepath.Glob(filepath.Join(g.dir, ".git/sharedindex.*"))
		if err != nil || len(shared) == 0 {
			t.Fatal("git has not split the index")
		}
		for _, name := range shared {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := repo.ReadIndex(); err == nil || !strings.Contains(err.Error(), "no-split-index") {
			t.Errorf("version %s: without the other half the error is %v", version, err)
		}
	}
}

// entry writes one entry of version 2, 3 or 4, all of a name where 4 gives a part.
func entry(version uint32, name string) []byte {
	e := make([]byte, statSize+sha1.Size, 128)
	e = binary.BigEndian.AppendUint16(e, uint16(min(len(name), lengthMask)))
	if version == 4 {
		e = append(e, 0)
	}
	e = append(append(e, name...), 0)
	for version < 4 && len(e)%8 != 0 {
		e = append(e, 0)
	}
	return e
}

func header(version uint32, count int) []byte {
	b := binary.BigEndian.AppendUint32([]byte("DIRC"), version)
	return binary.BigEndian.AppendUint32(b, uint32(count))
}

func sign(body []byte) []byte {
	sum := sha1.Sum(body)
	return append(body, sum[:]...)
}

// build writes an index with SHA-1 and these names; of version 4 only for one.
func build(version uint32, names ...string) []byte {
	b := header(version, len(names))
	for _, name := range names {
		b = append(b, entry(version, name)...)
	}
	return sign(b)
}

func mustParse(t *testing.T, data []byte) Index {
	t.Helper()
	x, err := ParseIndex(data)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestDamagedIndex(t *testing.T) {
	long := strings.Repeat("x", 5000)
	swollen := header(4, 100_001)
	swollen = append(swollen, entry(4, long)...)
	for range 100_000 {
		e := make([]byte, statSize+sha1.Size, 80)
		e = binary.BigEndian.AppendUint16(e, lengthMask)
		swollen = append(swollen, append(e, 0, 0)...) // nothing cut, nothing added
	}
	extended := entry(2, "a")
	extended[statSize+sha1.Size] |= 0x40
	cut := entry(4, "a")
	cut[statSize+sha1.Size+2] = 9
	endless := append(entry(4, "a")[:statSize+sha1.Size+2], bytes.Repeat([]byte{0x80}, 30)...)
	wrong := entry(2, "abc")
	wrong[statSize+sha1.Size+1] = 2
	tests := []struct {
		name string
		data []byte
		want string // in the error
	}{
		{"nothing", nil, "not an index"},
		{"another file", []byte("PACK\x00\x00\x00\x02\x00\x00\x00\x00 and more of it all"), "not an index"},
		{"no checksum", header(2, 0), "checksum"},
		{"a wrong checksum", append(build(2, "a"), 1), "checksum"},
		{"a version that does not exist yet", sign(header(5, 0)), "version 5"},
		{"one that does no more", sign(header(1, 0)), "version 1"},
		{"more entries than there is room for", sign(header(2, 1<<31)), "ends within"},
		{"an entry that is cut off", sign(append(header(2, 1), entry(2, "abcdefgh")[:70]...)), "ends within"},
		{"names out of order", build(2, "b", "a"), "order"},
		{"an entry without a name", build(2, ""), "no name"},
		{"one among others", build(2, "a", "", "b"), "no name"},
		{"a name of another length", sign(append(header(2, 1), wrong...)), "another length"},
		{"flags of a later version", sign(append(header(2, 1), extended...)), "version 2"},
		{"more cut than there was", sign(append(header(4, 1), cut...)), "more is cut"},
		{"a number without an end", sign(append(header(4, 1), endless...)), "ends within"},
		{"names that swell", sign(swollen), "256 MiB"},
		{"an extension that is cut off", sign(append(header(2, 0), "TREE\x00\x00\x00\x09x"...)), "extension"},
		{"an extension that is needed and not known", sign(append(header(2, 0), "next\x00\x00\x00\x00"...)), `"next"`},
		{"a second file, where entries have no names", sign(append(append(header(2, 2), append(entry(2, "b"), entry(2, "")...)...), "link\x00\x00\x00\x00"...)), "split"},
		{"a second file", sign(append(header(2, 0), "link\x00\x00\x00\x00"...)), "split"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x, err := ParseIndex(tt.data)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%d names, error %v, want one with %q", x.Len(), err, tt.want)
			}
		})
	}
}

// index.skipHash leaves zeroes in the place of the checksum.
func TestIndexWithoutChecksum(t *testing.T) {
	for _, args := range [][]string{nil, {"--object-format=sha256"}} {
		g := newGit(t)
		g.run(append([]string{"init", "-q"}, args...)...)
		for _, f := range []string{"a/b", "c"} {
			write(t, filepath.Join(g.dir, f), "")
		}
		g.run("add", ".")
		file := filepath.Join(g.dir, ".git/index")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sizes := hashSizes(data)
		if len(sizes) != 1 {
			t.Fatalf("%d sizes", len(sizes))
		}
		clear(data[len(data)-sizes[0]:])
		x := mustParse(t, data)
		if diff := cmp.Diff([]string{"a/b", "c"}, x.all()); diff != "" {
			t.Errorf("%v (-want +got):\n%s", args, diff)
		}
	}
}

// A long name fills the length of its entry, and its end is found by the zero.
func TestLongNames(t *testing.T) {
	names := []string{strings.Repeat("a", 4094), strings.Repeat("b", 4095), strings.Repeat("c", 4096), strings.Repeat("d", 10_000)}
	if diff := cmp.Diff(names, mustParse(t, build(2, names...)).all()); diff != "" {
		t.Error(diff)
	}
}

// FuzzParseIndex damages an index and signs it again, so that the damage is read.
// Whatever is read is in order, once, and agrees with Tracked.
func FuzzParseIndex(f *testing.F) {
	for _, version := range []uint32{2, 3} {
		data := build(version, "a", "a/b", "a/b/c.go", "d/", "e")
		f.Add(data[:len(data)-sha1.Size])
	}
	v4 := append(header(4, 2), entry(4, "dir/one")...)
	second := entry(4, "two")
	second[statSize+sha1.Size+1] = 7
	second[statSize+sha1.Size+2] = 3
	f.Add(append(v4, second...))
	f.Add(append(header(2, 0), "TREE\x00\x00\x00\x01x"...))
	f.Fuzz(func(t *testing.T, body []byte) {
		x, err := ParseIndex(sign(slices.Clone(body)))
		if err != nil {
			if err.Error() == "" {
				t.Error("an error says nothing")
			}
			return
		}
		all := x.all()
		if !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != len(all) || slices.Contains(all, "") {
			t.Errorf("names %q", all)
		}
		checkTracked(t, x)
	})
}

func BenchmarkReadIndex(b *testing.B) {
	for _, version := range []string{"2", "4"} {
		b.Run("version-"+version, func(b *testing.B) {
			g := newGit(b)
			g.run("init", "-q")
			var list strings.Builder
			for i := range 100_000 {
				fmt.Fprintf(&list, "100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391 0\tpkg%d/mod%d/file%d.go\x00", i/2000, i/20%100, i)
			}
			g.feed(list.String(), "update-index", "-z", "--index-info")
			g.run("update-index", "--index-version", version)
			repo, _ := Discover(g.dir)
			info, err := os.Stat(filepath.Join(g.dir, ".git/index"))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			b.ReportAllocs()
			for b.Loop() {
				if x, err := repo.ReadIndex(); err != nil || x.Len() != 100_000 {
					b.Fatal(x.Len(), err)
				}
			}
		})
	}
}

func BenchmarkTracked(b *testing.B) {
	names := make([]string, 100_000)
	for i := range names {
		names[i] = fmt.Sprintf("pkg%d/mod%d/file%06d.go", i/20_000, i/200%100, i)
	}
	slices.Sort(names)
	x, err := ParseIndex(build(2, names...))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if x.Tracked("pkg3/mod7/node_modules", true) {
			b.Fatal("tracked")
		}
	}
}
