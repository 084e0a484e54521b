package answer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// block returns a search block as an edit.
func searchEdit(old, new string) Edit {
	return Edit{Path: "a", Form: Search, Action: Modify, Readings: []Reading{{old, new}}}
}

// What an edit does not name stays byte for byte, whatever the bytes of the file are.
func TestComposeKeepsTheFile(t *testing.T) {
	tests := []struct {
		name, file, old, new, want string
	}{
		{"a byte-order mark", "\xef\xbb\xbfone\ntwo\n", "one\n", "1\n", "\xef\xbb\xbf1\ntwo\n"},
		{"UTF-16, little end first", "\xff\xfeo\x00n\x00e\x00\n\x00t\x00\n\x00", "one\n", "öne\n", "\xff\xfe\xf6\x00n\x00e\x00\n\x00t\x00\n\x00"},
		{"UTF-16, big end first", "\xfe\xff\x00a\x00\r\x00\n\x00b", "b\n", "c\nd\n", "\xfe\xff\x00a\x00\r\x00\n\x00c\x00\r\x00\n\x00d"},
		{"bytes that are no UTF-8", "caf\xe9\none\n", "one\n", "1\n", "caf\xe9\n1\n"},
		{"mixed line ends: each line keeps its own, a new one has that of its place", "a\r\nb\nc\r\nd\n", "a\nb\nc\n", "a\nB\nB2\nc\n", "a\r\nB\nB2\nc\r\nd\n"},
		{"no last newline: there is none after a change of the last line", "a\nb", "b\n", "c\n", "a\nc"},
		{"no last newline: lines behind the last one", "a\nb", "a\nb\n", "a\nb\nc\n", "a\nb\nc"},
		{"a lone carriage return is a character", "a\rb\nc\n", "c\n", "d\n", "a\rb\nd\n"},
		{"white space at line ends of lines that stay", "a  \nb\t\nc\n", "a\nb\nc\n", "a\nb\nd\n", "a  \nb\t\nd\n"},
		{"a form feed", "\fa\nb\n", "\fa\nb\n", "\fa\nc\n", "\fa\nc\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := NewFile([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(f.Compose(nil)); got != tt.file {
				t.Errorf("without a change it is %q", got)
			}
			p := f.Place(searchEdit(tt.old, tt.new))
			if p.Level != Certain {
				t.Fatalf("%+v", p)
			}
			if diff := cmp.Diff(tt.want, string(f.Compose(p.Changes))); diff != "" {
				t.Errorf("wrong bytes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNewFileRefusesBinary(t *testing.T) {
	for _, data := range []string{"a\x00b", "\xff\xfe\x00\xd8", "\xff\xfe\x00\x00a\x00"} {
		if _, err := NewFile([]byte(data)); err != ErrBinary {
			t.Errorf("%q: %v", data, err)
		}
	}
}

// An edit of only the final newline changes it.
func TestPlaceFinalNewline(t *testing.T) {
	tests := []struct {
		name, file string
		final      Final
		want       string
	}{
		{"it is added", "a\r\nb", FinalPresent, "a\r\nb\r\n"},
		{"it is removed", "a\nb\n", FinalAbsent, "a\nb"},
		{"it is there already", "a\nb\n", FinalPresent, "a\nb\n"},
		{"the answer does not specify it", "a\nb", FinalUnchanged, "a\nb"},
		{"the place does not include the last line", "a\nb\nc", FinalPresent, "a\nb\nc"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := NewFile([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			e := searchEdit("a\nb\n", "a\nb\n")
			e.Final = tt.final
			if diff := cmp.Diff(tt.want, string(f.Compose(f.Place(e).Changes))); diff != "" {
				t.Errorf("wrong bytes (-want +got):\n%s", diff)
			}
		})
	}
}

// An edit is placed by the text that was sent where the file alone does not say where it goes.
func TestPlaceByTheTextThatWasSent(t *testing.T) {
	const base = "head\none\ntwo\nthree\nfoot\n"
	tests := []struct {
		name, base, now string
		edit            Edit
		level           Level
		want            string // after it
	}{
		{
			"the text is there twice since", base, "one\ntwo\nthree\nhead\none\ntwo\nthree\nfoot\n",
			searchEdit("one\ntwo\nthree\n", "one\n2\nthree\n"), Certain, "one\ntwo\nthree\nhead\none\n2\nthree\nfoot\n",
		},
		{
			"a line of context is another since", base, "head\nwholly different words\ntwo\nthree\nfoot\n",
			searchEdit("one\ntwo\nthree\n", "one\n2\nthree\n"), Likely, "head\nwholly different words\n2\nthree\nfoot\n",
		},
		{
			"a line was put between since", base, "head\none\nmore\ntwo\nthree\nfoot\n",
			searchEdit("one\ntwo\nthree\n", "one\ntwo\n3\n"), Likely, "head\none\nmore\ntwo\n3\nfoot\n",
		},
		{
			"a line that it replaces is another since", base, "head\none\nsomething\nthree\nfoot\n",
			searchEdit("one\ntwo\nthree\n", "one\n2\nthree\n"), NotFound, "",
		},
		{
			"an insertion by number, in lines that moved", base, "new\nnew\nhead\none\ntwo\nthree\nfoot\n",
			Edit{Form: Tool, Action: Insert, Line: 2, Readings: []Reading{{New: "1.5\n"}}},
			Certain, "new\nnew\nhead\none\n1.5\ntwo\nthree\nfoot\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, _ := NewFile([]byte(tt.now))
			f.Base = func() *File { b, _ := NewFile([]byte(tt.base)); return b }
			p := f.Place(tt.edit)
			if p.Level != tt.level {
				t.Fatalf("%s: %s", p.Level, p.Reason)
			}
			if tt.want == "" {
				return
			}
			if diff := cmp.Diff(tt.want, string(f.Compose(p.Changes))); diff != "" {
				t.Errorf("wrong bytes (-want +got):\n%s", diff)
			}
		})
	}
}

// A place that was chosen, a file that was chosen and a text that was edited are taken.
func TestApplyTakesWhatWasChosen(t *testing.T) {
	files := world{"a/x.txt": "one\ntwo\none\n", "b/x.txt": "one\n"}
	edits := []Edit{searchEdit("one\n", "1\n")}
	edits[0].Path = "a/x.txt"
	text := "uno\n"
	tests := []struct {
		name string
		path string
		take Selected
		want map[string]string
	}{
		{"without a choice nothing is changed", "a/x.txt", Selected{Choice: -1}, map[string]string{}},
		{"the second place", "a/x.txt", Selected{Choice: 1}, map[string]string{"a/x.txt": "one\ntwo\n1\n"}},
		{"a choice that there is not", "a/x.txt", Selected{Choice: 7}, map[string]string{}},
		{"an edited text", "a/x.txt", Selected{Choice: 0, New: &text}, map[string]string{"a/x.txt": "uno\ntwo\none\n"}},
		{"one of two files", "x.txt", Selected{Choice: -1, File: "b/x.txt"}, map[string]string{"b/x.txt": "1\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			edits[0].Path = tt.path
			results, _ := Apply(edits, []Selected{tt.take}, files.project())
			got := map[string]string{}
			for _, r := range results {
				got[r.Path] = string(r.After)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLikeness(t *testing.T) {
	tests := []struct {
		a, b string
		more float64
		less float64
	}{
		{"same", "same", 1, 1.1},
		{"#inclued <sys/types.h>", "#include <sys/types.h>", 0.85, 1},
		{"- id: x", "- id: x # since 2024", 0.7, 0.9},
		{"return a", "panic(b)", 0, 0.5},
		{"", "x", 0, 0.01},
		{strings.Repeat("a", 500), strings.Repeat("a", 499) + "b", 0, 0.01}, // too long to be compared
	}
	for _, tt := range tests {
		if got := likeness(tt.a, tt.b); got < tt.more || got >= tt.less {
			t.Errorf("%.30q and %.30q: %.2f", tt.a, tt.b, got)
		}
	}
}
