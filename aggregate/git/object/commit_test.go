package object

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

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

// The oracle is git log, which prints texts in UTF-8.
func TestEncodingsOfCommits(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "", "init", "-q")
	for _, tt := range []struct {
		name, encoding, text, want string
		oracle                     bool
	}{
		{"none", "", "caf\u00e9", "caf\u00e9", true},
		{"Latin-1", "encoding ISO-8859-1\n", "caf\xe9", "caf\u00e9", true},
		{"Latin-1 by another name", "encoding latin1\n", "caf\xe9", "caf\u00e9", true},
		{"Windows", "encoding windows-1252\n", "\x93x\x94 \x80", "\u201cx\u201d \u20ac", true},
		{"Cyrillic", "encoding CP1251\n", "\xcf\xf0", "\u041f\u0440", true},
		{"a signature follows", "encoding KOI8-R\ngpgsig a\n b\n", "\xf0", "\u041f", true},
		{"UTF-8 by name", "encoding UTF-8\n", "caf\u00e9", "caf\u00e9", true},
		{"unknown", "encoding EBCDIC\n", "a\xe9b", "a\ufffdb", false},
		{"invalid", "", "a\xe9b", "a\ufffdb", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			content := "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor " + tt.text + " <a> 1 +0000\ncommitter a <a> 1 +0000\n" + tt.encoding + "\n" + tt.text + "\n"
			c, err := commitOf(t, dir, content)
			if err != nil {
				t.Fatal(err)
			}
			if c.Subject() != tt.want || c.Author.Name != tt.want {
				t.Errorf("the subject is %q and the author %q, want %q", c.Subject(), c.Author.Name, tt.want)
			}
			if said := run(t, dir, "", "log", "-1", "--format=%s%n%an", c.ID.String()); tt.oracle && said != tt.want+"\n"+tt.want {
				t.Errorf("git log prints %q, want %q", said, tt.want)
			}
		})
	}
}

func TestTimesOfCommits(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int64
	}{
		{"a <a> 1700000000 +0000", 1_700_000_000},
		{"a <a> 253402300799 +0000", maxTime},
		{"a <a> 253402300800 +0000", maxTime},
		{"a <a> 99999999999999999999999999999999 +0000", maxTime},
		{"a <a> -1 +0000", 0},
		{"a <a>", 0},
	} {
		got := parseSignature(tt.text)
		if _, err := time.Unix(got.Time, 0).UTC().MarshalJSON(); got.Time != tt.want || err != nil {
			t.Errorf("%q: the time is %d, %v; want %d", tt.text, got.Time, err, tt.want)
		}
	}
}
