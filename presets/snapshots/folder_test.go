package snapshots

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"github.com/google/go-cmp/cmp/cmpopts"

	"dossier/aggregate/diskwrite"
	"dossier/aggregate/systemtest"
	"dossier/models"
	"dossier/presets/store"
)

// exts are the file extensions of the formats in these tests.
var exts = map[string]string{"": ".md", "markdown": ".md", "xml": ".xml"}

// inProject returns the folder of a project's snapshots.
func inProject(project *os.Root, state string) *Folder {
	return Written(func(create bool) (*os.Root, bool, error) {
		root, err := OpenFolder(project, "out", create)
		return root, false, err
	}, "acme", exts, state)
}

// place is a project's folder with snapshots in out, and the user's state folder.
type place struct {
	*Folder
	t     testing.TB
	dir   string // of the snapshots
	state string
}

func newPlace(t testing.TB) *place {
	t.Helper()
	project, state := t.TempDir(), t.TempDir()
	root, err := os.OpenRoot(project)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return &place{inProject(root, state), t, filepath.Join(project, "out"), state}
}

// recordOf returns the record of a text with n files.
func recordOf(text string, n int) models.Snapshot {
	sum := sha256.Sum256([]byte(text))
	s := models.Snapshot{
		Time: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), Version: "0.1.0", Model: "claude", Preset: "Backend [review]", Scope: models.ProjectScope,
		Bytes: int64(len(text)), Tokens: 12, Exact: true, SHA256: hex.EncodeToString(sum[:]),
		Composition: models.Composition{Instruction: "why?\n[twice]\n", Strategy: models.Auto, Tree: models.TreeNone, ExecutionMode: models.Native},
	}
	for i := range n {
		item := models.NewFileItem(fmt.Sprintf("internal/server/handler_%d.go", i))
		s.Composition.Files = append(s.Composition.Files, item)
		s.Files = append(s.Files, models.SnapshotFile{
			Path: item.Path, ViewMode: models.Full, SHA256: hex.EncodeToString(sum[:]), Size: 1234, ModTime: s.Time.Add(time.Duration(i) * time.Millisecond), Tokens: 99,
		})
		s.Blocks = append(s.Blocks, models.SnapshotBlock{Title: item.Path, Bytes: models.SnapshotSpan{Start: int64(10 * i), End: int64(10*i + 9)}, Tokens: 99, File: i})
	}
	if n > 0 {
		s.Sections = []models.SnapshotSection{{Kind: "files", Title: "Files", Bytes: models.SnapshotSpan{End: int64(10*n - 1)}, Tokens: 99, Blocks: models.SnapshotSpan{End: int64(n)}}}
	}
	s.FileCount = n
	return s
}

func (p *place) add(text string, change ...func(*models.Snapshot)) string {
	p.t.Helper()
	s := recordOf(text, 2)
	for _, fn := range change {
		fn(&s)
	}
	name, err := p.Create(strings.NewReader(text), s)
	if err != nil {
		p.t.Fatal(err)
	}
	return name
}

func (p *place) write(name, text string) {
	p.t.Helper()
	if err := errors.Join(os.MkdirAll(p.dir, 0o755), os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) read(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

// names lists the existing files.
func (p *place) names() []string {
	p.t.Helper()
	list, err := p.List()
	if err != nil {
		p.t.Fatal(err)
	}
	out := []string{}
	for _, h := range list {
		out = append(out, h.Name)
	}
	return out
}

func (p *place) want(names ...string) {
	p.t.Helper()
	if diff := cmp.Diff(append([]string{}, names...), p.names()); diff != "" {
		p.t.Errorf("wrong snapshots (-want +got):\n%s", diff)
	}
}

func TestWhatIsCreatedIsRead(t *testing.T) {
	p := newPlace(t)
	p.want()
	text := "## Files\n\n### `a`\n"
	name := p.add(text)
	if name != "acme_001" || p.add("another\n") != "acme_002" {
		t.Fatalf("the first is called %s", name)
	}
	s, got, err := p.Load(name)
	if err != nil || string(got) != text {
		t.Fatalf("%q, %v", got, err)
	}
	want := recordOf(text, 2)
	want.Namespace, want.Number = "acme", 1
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("wrong record (-want +got):\n%s", diff)
	}
	list, err := p.List()
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	want.Composition, want.Sections, want.Blocks, want.Files = models.Composition{}, nil, nil, nil
	if diff := cmp.Diff(Head{Snapshot: want, Name: name, Recorded: true, Size: int64(len(text))}, list[1], cmpopts.IgnoreFields(Head{}, "Written", "Touched")); diff != "" {
		t.Errorf("wrong head (-want +got):\n%s", diff)
	}
	if err := p.Verify(name); err != nil {
		t.Error(err)
	}
}

// The format of a record for users who open it.
func TestRecordIsReadable(t *testing.T) {
	p := newPlace(t)
	s := recordOf("text\n", 1)
	s.Files[0].Path, s.Composition.Files[0].Path = "caf\xe9.go", "caf\xe9.go" // not UTF-8
	s.Blocks[0].Title = s.Files[0].Path
	name, err := p.Create(strings.NewReader("text\n"), s)
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(p.read(name+".toml"), "\n")
	want := note + `schema = 1
dossier = "0.1.0"
time = 2026-11-21T10:00:00Z
preset = "Backend [review]"
scope = "project"
model = "claude"
bytes = 5
tokens = 12
exact = true
sha256 = "` + s.SHA256 + `"
file_count = 1

[composition]
files = ["caf` + "\ufffd" + `.go"]
instruction = """
why?
[twice]
"""

[document]
files = [
  { path = "caf` + "\ufffd" + `.go", path_hex = "636166e92e676f", view_mode = "full", size = 1234, mtime = 2026-11-21T10:00:00Z, tokens = 99, sha256 = "` + s.SHA256 + `" },
]
sections = [{ kind = "files", title = "Files", bytes = [0, 9], tokens = 99, blocks = [0, 1] }]
blocks = [{ file = 0, bytes = [0, 9], tokens = 99 }]
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong record (-want +got):\n%s", diff)
	}
	back, err := p.Read(name)
	if err != nil || back.Files[0].Path != s.Files[0].Path || back.Blocks[0].Title != s.Files[0].Path {
		t.Errorf("the file is read as %q, %v", back.Files[0].Path, err)
	}
}

// A change to any byte of a snapshot is detected.
func TestEveryFlippedByteIsFound(t *testing.T) {
	p := newPlace(t)
	name := p.add("## Files\n\n### `a`\n\n```go\npackage a\n```\n", func(s *models.Snapshot) { s.Description, s.Pinned = "before the fix", true })
	flips := 0
	for _, ext := range []string{".md", ".toml"} {
		whole := p.read(name + ext)
		for i := range len(whole) {
			data := []byte(whole)
			data[i] ^= 1 << (i % 8)
			p.write(name+ext, string(data))
			flips++
			if err := p.Verify(name); !errors.As(err, new(*DamageError)) {
				t.Fatalf("byte %d of %s flipped to %q: %v", i, name+ext, data[i], err)
			}
			if p.write(name+ext, whole[:i]); i%7 > 0 {
				continue
			}
			if err := p.Verify(name); !errors.As(err, new(*DamageError)) {
				t.Fatalf("%s cut at byte %d: %v", name+ext, i, err)
			}
		}
		p.write(name+ext, whole)
		if err := p.Verify(name); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d flips, all found", flips)
}

// Describing and pinning change these values, the checksum line, and no other byte.
func TestDescribeAndPin(t *testing.T) {
	p := newPlace(t)
	name := p.add("text\n")
	before := p.read(name + ".toml")
	body := func(record string) string { return record[strings.Index(record, "\n[composition]"):] }
	for _, step := range []struct {
		what        string
		do          func() error
		description string
		pinned      bool
	}{
		{"a description", func() error { return p.Describe(t.Context(), name, "before\n the [fix] \"now\"\n") }, `before the [fix] "now"`, false},
		{"pinned", func() error { return p.Pin(t.Context(), name, true) }, `before the [fix] "now"`, true},
		{"pinned again", func() error { return p.Pin(t.Context(), name, true) }, `before the [fix] "now"`, true},
		{"another description", func() error { return p.Describe(t.Context(), name, "x") }, "x", true},
		{"no description", func() error { return p.Describe(t.Context(), name, " ") }, "", true},
		{"let go", func() error { return p.Pin(t.Context(), name, false) }, "", false},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		list, err := p.List()
		if err != nil || list[0].Description != step.description || list[0].Pinned != step.pinned || list[0].Damage != nil {
			t.Errorf("%s: listed as %+v, %v", step.what, list[0], err)
		}
		if err := p.Verify(name); err != nil {
			t.Errorf("%s: %v", step.what, err)
		}
		if body(p.read(name+".toml")) != body(before) {
			t.Errorf("%s: the tables changed to\n%s", step.what, p.read(name+".toml"))
		}
	}
	if got := p.read(name + ".toml"); got != before {
		t.Errorf("there and back gives another record:\n%s", cmp.Diff(before, got))
	}
	if err := p.Describe(t.Context(), name, strings.Repeat("x", maxDescription+1)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a long description: %v", err)
	}
}

// A damaged record is not changed: a new checksum would hide the damage.
func TestDamagedRecordsAreNotChanged(t *testing.T) {
	p := newPlace(t)
	name := p.add("text\n")
	broken := strings.Replace(p.read(name+".toml"), "tokens = 12", "tokens = 13", 1)
	p.write(name+".toml", broken)
	want := "acme_001.toml was not changed: it was changed since it was written"
	if err := p.Pin(t.Context(), name, true); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if p.read(name+".toml") != broken {
		t.Error("it was written")
	}
}

func TestDamageIsSaid(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(p *place)
		head  string // what the list detects; empty: nothing
		want  string // what a full read detects
	}{
		{"another text of the same length", func(p *place) { p.write("acme_001.md", "tex!\n") }, "", "acme_001.md is damaged and cannot be replayed exactly: it does not hold the bytes that were written (their SHA-256 differs)"},
		{"a text that was cut", func(p *place) { p.write("acme_001.md", "t") }, "it has 1 bytes and not the 5 that were written", "does not hold the bytes"},
		{"a record of nothing", func(p *place) { p.write("acme_001.toml", "") }, "it is not the record of a snapshot", "it is not the record of a snapshot"},
		{"a record that is no TOML", func(p *place) { p.write("acme_001.toml", "x\n[composition]\n") }, "it has a mistake in line 1, column 2", "it has a mistake in line 1"},
		{"a record of another program", func(p *place) { p.write("acme_001.toml", "a = 1\n[t]\n") }, "it is not the record of a snapshot", "it is not the record of a snapshot"},
		{"a bomb", func(p *place) { p.write("acme_001.toml", "a = "+strings.Repeat("[", 100)) }, "it is not the record of a snapshot", "it was not read: it is nested 100 levels deep"},
		{"a newer version", func(p *place) {
			p.write("acme_001.toml", string(seal([]byte("schema = 2\n\n[composition]\n"))))
		}, "it was written by a newer version of this program", "it was written by a newer version"},
		{"values that make no sense", func(p *place) {
			p.write("acme_001.toml", string(seal([]byte("schema = 1\nbytes = -1\n\n[composition]\n"))))
		}, "it is invalid: bytes: must be at least 0, not -1", "it is invalid: bytes"},
		{"a change by hand", func(p *place) {
			p.write("acme_001.toml", p.read("acme_001.toml")+"# mine\n")
		}, "", "acme_001.toml is damaged and cannot be replayed exactly: it was changed since it was written"},
		{"a record that is a link", func(p *place) {
			systemtest.NeedLinks(p.t)
			if err := errors.Join(os.Remove(filepath.Join(p.dir, "acme_001.toml")), os.Symlink("/etc/passwd", filepath.Join(p.dir, "acme_001.toml"))); err != nil {
				p.t.Skip(err)
			}
		}, "is a symbolic link", "is a symbolic link"},
		{"a record that is a folder", func(p *place) {
			if err := errors.Join(os.Remove(filepath.Join(p.dir, "acme_001.toml")), os.Mkdir(filepath.Join(p.dir, "acme_001.toml"), 0o755)); err != nil {
				p.t.Fatal(err)
			}
		}, "is not a regular file", "is not a regular file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t)
			p.add("text\n")
			tt.spoil(p)
			list, err := p.List()
			if err != nil || len(list) != 1 {
				t.Fatalf("%v, %v", list, err)
			}
			if got := fmt.Sprint(list[0].Damage); list[0].Damage == nil != (tt.head == "") || !strings.Contains(got, tt.head) {
				t.Errorf("listed with %s, want %q", got, tt.head)
			}
			_, _, err = p.Load("acme_001")
			if !errors.As(err, new(*DamageError)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("read with %v, want %q", err, tt.want)
			}
		})
	}
}

func TestOddNames(t *testing.T) {
	p := newPlace(t)
	p.add("text\n")
	for _, name := range []string{
		"acme_99999999999999999999.md", "acme_0x1.md", "acme_١٢.md", "acme_000.md", "acme_.md", "_003.md", "acme_3.txt", "acme_004.toml",
		"con_005.md", "other_006.md", "a b_007.md", "\x1b_008.md", ".acme_009.md.0123456789ab.tmp", "notes.md",
	} {
		if systemtest.Nameable(t, name) {
			p.write(name, "x")
		}
	}
	p.want("acme_001")
	p.write("acme_7.md", "x")
	p.write("acme_0000010.md", "x")
	p.want("acme_0000010", "acme_7", "acme_001")
	if err := os.Mkdir(filepath.Join(p.dir, "acme_011.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	systemtest.NeedLinks(t)
	if err := os.Symlink("acme_001.md", filepath.Join(p.dir, "acme_012.md")); err != nil {
		t.Fatal(err)
	}
	p.want("acme_0000010", "acme_7", "acme_001")
	for _, name := range []string{"acme_012", "../acme_001", "acme_011", "", "acme_404", "/etc/passwd", "acme_001.md"} {
		if _, text, err := p.Load(name); err == nil {
			t.Errorf("%q is read as %q", name, text)
		}
		if err := p.Delete(name); !errors.As(err, new(*NotFoundError)) {
			t.Errorf("%q was deleted", name)
		}
	}
	if got := p.add("next\n"); got != "acme_013" {
		t.Errorf("the next one is %s", got)
	}
}

// A writer that is killed at any step leaves a complete snapshot or none, and its temporary files
// are removed later.
func TestKilledWriterLeavesNoRow(t *testing.T) {
	for at := 1; ; at++ {
		p := newPlace(t)
		step := 0
		stop := diskwrite.Watch(func(s *diskwrite.Step, take func() error) error {
			if step++; step >= at { // all later steps fail, including cleanup
				return errors.New("killed")
			}
			return take()
		})
		_, err := p.Create(strings.NewReader("text\n"), recordOf("text\n", 1))
		stop()
		list, problem := p.List()
		damaged := len(list) == 1 && (list[0].Damage != nil || p.Verify(list[0].Name) != nil)
		if runtime.GOOS == "windows" && step >= at {
			damaged = false // the record is renamed, and listed as one without its text
		}
		if problem != nil || len(list) > 1 || damaged {
			t.Fatalf("killed at step %d: %+v, %v", at, list, problem)
		}
		p.Sweep()
		files, _ := filepath.Glob(filepath.Join(p.dir, "*acme*"))
		if len(files) != 2*len(list) && runtime.GOOS != "windows" { // if abandoned files are recognized by age
			t.Fatalf("killed at step %d it leaves %v", at, files)
		}
		if step < at {
			if err != nil || len(list) != 1 {
				t.Errorf("%v, %v", list, err)
			}
			return
		}
	}
}

// A record whose text is missing or empty is listed as damaged; a reserved name is not a
// snapshot. Numbers are not reused.
func TestRecordWithoutText(t *testing.T) {
	p := newPlace(t)
	p.add("text\n")
	p.write("acme_002.toml", p.read("acme_001.toml"))
	p.write("acme_003.toml", p.read("acme_001.toml"))
	p.write("acme_003.md", "")
	p.write("acme_004.toml", "") // a crash without hard links
	p.write("other_001.toml", p.read("acme_001.toml"))
	p.want("acme_003", "acme_002", "acme_001")
	list, err := p.List()
	if err != nil {
		t.Fatal(err)
	}
	if h, err := p.Find(list, "latest"); err != nil || h.Name != "acme_001" {
		t.Errorf("latest is %s, %v", h.Name, err)
	}
	for _, h := range list[:2] {
		if !h.Recorded || h.Preset == "" || !errors.As(h.Damage, new(*DamageError)) || !errors.Is(h.Damage, ErrNoText) {
			t.Errorf("listed as %+v", h)
		}
		if err := p.Verify(h.Name); !errors.As(err, new(*DamageError)) || !errors.Is(err, ErrNoText) {
			t.Errorf("%s is verified with %v", h.Name, err)
		}
		if s, err := p.Read(h.Name); err != nil || s.Composition.Instruction == "" {
			t.Errorf("its record is %+v, %v", s, err)
		}
	}
	trash := Private(t.TempDir(), "acme", exts, p.state, false)
	if name, err := p.Move("acme_002", trash); err != nil || name != "acme_002" {
		t.Fatalf("moved as %s, %v", name, err)
	}
	p.want("acme_003", "acme_001")
	if _, err := trash.Move("acme_002", p.Folder); err != nil {
		t.Fatal(err)
	}
	p.want("acme_003", "acme_002", "acme_001")
	for _, name := range []string{"acme_002", "acme_003"} {
		if err := p.Delete(name); err != nil {
			t.Error(err)
		}
	}
	p.want("acme_001")
	p.write("acme_003.toml", "")
	if got := p.add("next\n"); got != "acme_005" {
		t.Errorf("the next one is %s", got)
	}
}

// A text without a record can be viewed, and operations that need a record return an error.
func TestTextWithoutRecord(t *testing.T) {
	p := newPlace(t)
	p.write("acme_001.md", "of another program\n")
	list, err := p.List()
	if err != nil || len(list) != 1 || list[0].Recorded || list[0].Size != 19 || list[0].When().IsZero() {
		t.Fatalf("%+v, %v", list, err)
	}
	if s, text, err := p.Load("acme_001"); err != nil || string(text) != "of another program\n" || s.HasSpans() {
		t.Errorf("%q, %v", text, err)
	}
	_, err = p.Read("acme_001")
	_, exported := p.Export(t.Context(), "acme_001", filepath.Join(t.TempDir(), "x.md"), true, false)
	for what, err := range map[string]error{
		"read": err, "verify": p.Verify("acme_001"), "pin": p.Pin(t.Context(), "acme_001", true),
		"export": exported,
	} {
		if !errors.Is(err, ErrNoRecord) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestSeveralNamespaces(t *testing.T) {
	p := newPlace(t)
	at := func(hour int) func(*models.Snapshot) {
		return func(s *models.Snapshot) { s.Time = time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC) }
	}
	p.add("a\n", at(1))
	p.add("b\n", at(9)) // with a wrong clock, numbers decide
	p.add("c\n", at(5))
	p.namespace = "zeta"
	p.add("d\n", at(3))
	p.add("e\n", at(7))
	p.want("zeta_002", "acme_003", "acme_002", "zeta_001", "acme_001")
	list, err := p.List()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"latest": "zeta_002", "2": "zeta_002", "01": "zeta_001", "acme_002": "acme_002", "acme_002.md": "acme_002", "acme_002.toml": "acme_002",
		"3": "", "": "", "acme": "", "acme_2": "", "LATEST": "",
	} {
		got, err := (&Folder{namespace: "zeta", exts: exts, endings: endings(exts)}).Find(list, name)
		if got.Name != want || (want == "") != errors.As(err, new(*NotFoundError)) {
			t.Errorf("%q is %q, %v, want %q", name, got.Name, err, want)
		}
	}
}

func TestDeleteAndPutBack(t *testing.T) {
	p := newPlace(t)
	trash := Private(filepath.Join(p.state, "trash"), "acme", exts, p.state, false)
	first, second := p.add("first\n"), p.add("second\n")
	p.write("acme_003.md", "alone\n")
	before := p.read(second+".toml") + p.read(second+".md")
	for _, name := range []string{second, "acme_003"} {
		moved, err := p.Move(name, trash)
		if err != nil || moved != name {
			t.Fatalf("%s went to %s, %v", name, moved, err)
		}
	}
	p.want(first)
	if files, _ := filepath.Glob(filepath.Join(p.dir, "acme_*")); len(files) != 2 {
		t.Errorf("%v are left", files)
	}
	third := p.add("third\n") // takes the number in between
	if third != second {
		t.Fatalf("the next one is %s", third)
	}
	if back, err := trash.Move(second, p.Folder); err != nil || back != "acme_003" {
		t.Errorf("put back as %s, %v", back, err)
	}
	if got := p.read("acme_003.toml") + p.read("acme_003.md"); got != before {
		t.Error("what was put back is something else")
	}
	if back, err := trash.Move("acme_003", p.Folder); err != nil || back != "acme_004" || p.read("acme_004.md") != "alone\n" {
		t.Errorf("put back as %s, %v", back, err)
	}
	p.want("acme_004", "acme_003", third, first)
	if err := p.Delete("acme_003"); err != nil {
		t.Error(err)
	}
	p.want("acme_004", third, first)
	if err := p.Delete("acme_003"); !errors.As(err, new(*NotFoundError)) {
		t.Errorf("deleted twice: %v", err)
	}
}

func TestPrune(t *testing.T) {
	p := newPlace(t)
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	for n := 1; n <= 6; n++ {
		p.add(fmt.Sprintln(n), func(s *models.Snapshot) { s.Time, s.Pinned = day(n), n == 2 })
	}
	p.write("acme_007.md", "alone\n")
	p.write("acme_005.toml", "broken")
	list, err := p.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		rule Rule
		want []int
	}{
		{"no rule", Rule{}, nil},
		{"by age", Rule{Before: day(4)}, []int{3, 1}},
		{"by number", Rule{Keep: 1}, []int{4, 3, 1}},
		{"by both", Rule{Keep: 3, Before: day(3)}, []int{1}},
		{"nothing is beyond", Rule{Keep: 100}, nil},
	} {
		var got []int
		for _, h := range Prunable(list, tt.rule) {
			got = append(got, h.Number)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	if gone, err := p.Prune(t.Context(), Rule{Keep: 1}); err != nil || len(gone) != 3 {
		t.Errorf("%v, %v", gone, err)
	}
	p.want("acme_007", "acme_006", "acme_005", "acme_002")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if gone, err := p.Prune(ended, Rule{Before: day(30)}); !errors.Is(err, context.Canceled) || len(gone) > 0 {
		t.Errorf("after the end: %v, %v", gone, err)
	}
}

func TestExport(t *testing.T) {
	p := newPlace(t)
	name := p.add("text\n")
	dir := t.TempDir()
	export := func(file string, record, replace bool) error {
		_, err := p.Export(t.Context(), name, filepath.Join(dir, file), record, replace)
		return err
	}
	if err := export("plain.txt", false, false); err != nil {
		t.Error(err)
	}
	if err := export("both.toml", true, false); err != nil {
		t.Error(err)
	}
	if err := export("both", true, false); err == nil || !strings.HasSuffix(err.Error(), "both.toml already exists, and was not replaced") {
		t.Errorf("over what is there: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "both.md"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := export("both.md", true, true); err != nil {
		t.Error(err)
	}
	for file, want := range map[string]string{"plain.txt": "text\n", "both.md": "text\n", "both.toml": p.read(name + ".toml")} {
		if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", file, got, err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 3 {
		t.Errorf("%v were written", files)
	}
}

// Copies are private to the user, and those of each project are separate.
func TestCopiesArePrivate(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	one, other := Private(CopiesPath(state, "/a"), "acme", exts, state, true), Private(CopiesPath(state, "/b"), "acme", exts, state, true)
	if _, err := one.Create(strings.NewReader("text\n"), recordOf("text\n", 1)); err != nil {
		t.Fatal(err)
	}
	if list, err := other.List(); err != nil || len(list) > 0 {
		t.Errorf("another project lists %v, %v", list, err)
	}
	if err := one.Pin(t.Context(), "acme_c001", true); err != nil {
		t.Fatal(err)
	}
	count := 0
	err := filepath.WalkDir(filepath.Join(state, "copies"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[d.IsDir()]; info.Mode().Perm() != want && systemtest.Permissions(t) {
			t.Errorf("%s has %v, want %v", path, info.Mode(), want)
		}
		count++
		return nil
	})
	if err != nil || count != 4 {
		t.Errorf("%d files and folders, %v", count, err)
	}
}

// Copies have their own names, and those of earlier versions are read too.
func TestNamesOfCopies(t *testing.T) {
	state := t.TempDir()
	dir := CopiesPath(state, "/a")
	before := Private(dir, "acme", exts, state, false) // with the names of earlier versions
	for _, text := range []string{"one\n", "two\n"} {
		if _, err := before.Create(strings.NewReader(text), recordOf(text, 1)); err != nil {
			t.Fatal(err)
		}
	}
	p := &place{Private(dir, "acme", exts, state, true), t, dir, state}
	p.want("acme_c002", "acme_c001")
	if got := p.add("three\n"); got != "acme_c003" {
		t.Errorf("the next copy is %s, although acme_002 is there", got)
	}
	p.want("acme_c003", "acme_c002", "acme_c001")
	list, err := p.List()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"c2": "acme_c002", "2": "acme_c002", "002": "acme_c002", "acme_c002": "acme_c002", "acme_c002.md": "acme_c002", "acme_002": "acme_c002", "acme_002.toml": "acme_c002",
		"latest": "acme_c003", "c3": "acme_c003", "acme_003": "acme_c003", "c9": "", "acme_009": "", "cc2": "", "other_c002": "", "c": "", "c-2": "",
	} {
		if h, err := p.Find(list, name); h.Name != want || (err == nil) != (want != "") {
			t.Errorf("%q names %q, %v, want %q", name, h.Name, err, want)
		}
	}
	for _, name := range []string{"acme_c002", "acme_002"} {
		if s, text, err := p.Load(name); err != nil || string(text) != "two\n" || s.Number != 2 || s.Namespace != "acme" {
			t.Errorf("%s is %q of %s, %d, %v", name, text, s.Namespace, s.Number, err)
		}
	}
	if got := p.TextName("acme_c002") + " " + p.TextName("acme_c003"); got != "acme_002.md acme_c003.md" {
		t.Errorf("the files are %s", got)
	}
	if err := errors.Join(p.Pin(t.Context(), "acme_c001", true), p.Describe(t.Context(), "acme_c001", "the first")); err != nil {
		t.Fatal(err)
	}
	if list, err = p.List(); err != nil {
		t.Fatal(err)
	}
	if h, err := p.Find(list, "c1"); err != nil || !h.Pinned || h.Description != "the first" {
		t.Errorf("%+v, %v", h, err)
	}

	trash := Private(filepath.Join(state, "trash"), "acme", exts, state, true)
	if moved, err := p.Move("acme_c002", trash); err != nil || moved != "acme_c002" {
		t.Fatalf("it went to %s, %v", moved, err)
	}
	if back, err := trash.Move("acme_c002", p.Folder); err != nil || back != "acme_c002" || p.TextName(back) != "acme_c002.md" {
		t.Errorf("put back as %s, %v", back, err)
	}

	// An earlier version of the program takes the number of a copy.
	p.write("acme_003.md", "of before\n")
	p.want("acme_003", "acme_c003", "acme_c002", "acme_c001")
	if _, text, err := p.Load("acme_003"); err != nil || string(text) != "of before\n" {
		t.Errorf("acme_003 is %q, %v", text, err)
	}
	if _, text, err := p.Load("acme_c003"); err != nil || string(text) != "three\n" {
		t.Errorf("acme_c003 is %q, %v", text, err)
	}
	if err := errors.Join(p.Delete("acme_c003"), p.Delete("acme_c001")); err != nil {
		t.Fatal(err)
	}
	p.want("acme_c003", "acme_c002")
	if _, text, err := p.Load("acme_c003"); err != nil || string(text) != "of before\n" {
		t.Errorf("acme_c003 is %q, %v", text, err)
	}
}

// Written documents never have the name of a copy, and files with similar names are not copies.
func TestWrittenNames(t *testing.T) {
	p := newPlace(t)
	p.add("one\n")
	p.write("acme_c002.md", "x")
	p.write("acme_c002.toml", p.read("acme_001.toml"))
	p.want("acme_001")
	if _, text, err := p.Load("acme_c002"); !errors.As(err, new(*NotFoundError)) {
		t.Errorf("it reads %q, %v", text, err)
	}
	if got := p.add("two\n"); got != "acme_002" {
		t.Errorf("the next one is %s", got)
	}
	for name, want := range map[string]bool{"c7": true, "acme_c007": true, "acme_c007.md": true, "7": false, "acme_007": false, "latest": false, "c": false, "": false, "a_c_7": false} {
		if got := (&Folder{exts: exts, endings: endings(exts)}).NamesCopy(name); got != want {
			t.Errorf("%q names a copy: %t", name, got)
		}
	}
}

// A folder outside the project is not a folder of snapshots.
func TestFolderOutside(t *testing.T) {
	systemtest.NeedLinks(t)
	p := newPlace(t)
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "acme_001.md"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, p.dir); err != nil {
		t.Skip(err)
	}
	if list, err := p.List(); err == nil {
		t.Errorf("it lists %v", list)
	}
	if _, text, err := p.Load("acme_001"); err == nil {
		t.Errorf("it reads %q", text)
	}
	if name, err := p.Create(strings.NewReader("x"), recordOf("x", 0)); err == nil {
		t.Errorf("it writes %s", name)
	}
}

// Only changed parts of a list are read again.
func TestListFollowsTheDisk(t *testing.T) {
	p := newPlace(t)
	p.add("one\n")
	p.add("two\n")
	p.want("acme_002", "acme_001")
	record := p.read("acme_001.toml")
	if err := os.Remove(filepath.Join(p.dir, "acme_001.toml")); err != nil {
		t.Fatal(err)
	}
	list, err := p.List()
	if err != nil || len(list) != 2 || list[1].Recorded {
		t.Errorf("without its record: %+v, %v", list, err)
	}
	p.write("acme_001.toml", record)
	if list, err = p.List(); err != nil || !list[1].Recorded || list[1].Damage != nil {
		t.Errorf("with its record again: %+v, %v", list, err)
	}
	if err := os.RemoveAll(p.dir); err != nil {
		t.Fatal(err)
	}
	p.want()
}

func BenchmarkList(b *testing.B) {
	p := newPlace(b)
	for n := range 1000 {
		text := fmt.Sprintf("text %d\n", n)
		data, err := encode(recordOf(text, 50))
		if err != nil {
			b.Fatal(err)
		}
		name := store.Pair{Namespace: "acme"}.Name(n+1, "")
		p.write(name+".toml", string(data))
		p.write(name+".md", text)
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.known = map[string]listed{}
			if list, err := p.List(); err != nil || len(list) != 1000 || list[0].Damage != nil {
				b.Fatal(len(list), err)
			}
		}
	})
	b.Run("again", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := p.List(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A record of ten thousand files, each an entry of the composition with a mode.
func BenchmarkRecord(b *testing.B) {
	s := recordOf("text\n", 10_000)
	for i := range s.Composition.Files {
		at := 1.7e9
		s.Composition.Files[i].ViewMode, s.Composition.Files[i].InjectedAt = models.Skeleton, &at
	}
	data, err := encode(s)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := encode(s); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := decode(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("pin", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := edited(data, models.Fields{{Key: "pinned", Value: true}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	if !bytes.Equal(data, seal(data[sealLen:])) {
		b.Fatal("the record is not sealed")
	}
}

// For any file in place of a record: reading terminates, a parsed record is formatted to be
// parsed as the same, and the head agrees with the complete record.
func FuzzRecord(f *testing.F) {
	data, err := encode(recordOf("text\n", 2))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(seal([]byte("schema = 1\ndescription = \"\"\"\n[x]\n\"\"\"\n\n[composition]\nfiles = [\"a\"]\n")))
	f.Add([]byte("digest = \"\"\nschema = 1\nbytes = 9\nx = { y = 1.5 }\n[document]\nsections = [{ bytes = [0, 1], blocks = [0, 1] }]\nblocks = [{ bytes = [0, 1], file = 7 }]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		head, headErr := decodeHead(data)
		s, err := decode(data)
		if err != nil {
			return
		}
		again, err := encode(s)
		if err != nil {
			t.Fatal(err)
		}
		if !sealed(again) {
			t.Fatalf("not sealed: %q", again)
		}
		back, err := decode(again)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", data, again, err)
		}
		if diff := cmp.Diff(s, back, cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("%q is written as %q (-first +second):\n%s", data, again, diff)
		}
		if headErr == nil && (head.Description != s.Description || head.Bytes != s.Bytes || head.SHA256 != s.SHA256 || head.Pinned != s.Pinned) {
			t.Fatalf("the head of %q is %+v", data, head)
		}
		if pinned, err := edited(again, models.Fields{{Key: "pinned", Value: true}}); err == nil {
			if after, err := decode(pinned); err != nil || !after.Pinned || !sealed(pinned) {
				t.Fatalf("pinned as %q, %v", pinned, err)
			}
		}
	})
}

// Snapshots of several formats share a folder: each is listed, verified and deleted by its
// format, and numbers are unique.
func TestSeveralFormatsInOneFolder(t *testing.T) {
	p := newPlace(t)
	create := func(format, text string) string {
		t.Helper()
		s := recordOf(text, 1)
		s.Format = format
		name, err := p.Create(strings.NewReader(text), s)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	inner := p.Folder.create
	p.Folder.create = func(pair store.Pair) (int, error) {
		if bodies := append(slices.Clone(pair.Others), pair.Body.Ext); !slices.Equal(slices.Sorted(slices.Values(bodies)), []string{".md", ".xml"}) {
			t.Errorf("the bodies of a folder are %s and, of others, %s", pair.Body.Ext, pair.Others)
		}
		return inner(pair)
	}
	p.write("acme_003.xml", "of another program\n")
	first, second, third := create("", "# one\n"), create("xml", "<two/>\n"), create("of a version to come", "three\n")
	if got := first + " " + second + " " + third; got != "acme_004 acme_005 acme_006" {
		t.Fatalf("the names are %s", got)
	}
	rows := func() string {
		t.Helper()
		list, err := p.List()
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, h := range list {
			row := p.TextName(h.Name) + " " + h.Format
			if h.Damage != nil {
				row += ": " + h.Damage.Error()
			}
			out = append(out, strings.TrimSpace(row))
		}
		return strings.Join(out, "\n")
	}
	if diff := cmp.Diff("acme_006.md of a version to come\nacme_005.xml xml\nacme_004.md\nacme_003.xml", rows()); diff != "" {
		t.Errorf("wrong list (-want +got):\n%s", diff)
	}
	if err := p.Verify(second); err != nil {
		t.Error(err)
	}
	if _, text, err := p.Load(second); err != nil || string(text) != "<two/>\n" {
		t.Errorf("it loads as %q (%v)", text, err)
	}
	paths, err := p.Export(t.Context(), second, filepath.Join(p.dir, "..", "given.md"), true, false)
	if err != nil || len(paths) != 2 || filepath.Base(paths[0]) != "given.toml" || filepath.Base(paths[1]) != "given.xml" {
		t.Errorf("the export is %v (%v)", paths, err)
	}
	p.write("acme_005.md", "of another program, beside it\n")
	if got := p.TextName(second); got != "acme_005.xml" || p.Verify(second) != nil {
		t.Errorf("beside another text of its number it is taken to be %s (%v)", got, p.Verify(second))
	}
	trash := Private(t.TempDir(), "acme", exts, p.state, false)
	if moved, err := p.Move(second, trash); err != nil || trash.TextName(moved) != "acme_005.xml" || trash.Verify(moved) != nil {
		t.Errorf("it moves to %s (%v)", moved, err)
	}
	if err := os.Remove(filepath.Join(p.dir, "acme_005.md")); err != nil {
		t.Fatal(err)
	}
	back, err := trash.Move("acme_005", p.Folder)
	if err != nil || p.TextName(back) != "acme_005.xml" {
		t.Errorf("it comes back as %s (%v)", back, err)
	}
	if err := os.Remove(filepath.Join(p.dir, "acme_005.xml")); err != nil {
		t.Fatal(err)
	}
	if got := rows(); !strings.Contains(got, "acme_005.xml xml: acme_005.xml is damaged and cannot be replayed exactly: it is empty or missing") {
		t.Errorf("a text that is gone is listed as:\n%s", got)
	}
	if err := p.Delete(back); err != nil || strings.Contains(rows(), "acme_005") {
		t.Errorf("deleted, the list is (%v):\n%s", err, rows())
	}
}
