package snippets

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/anchor"
	"dossier/aggregate/text"
	"dossier/models"
)

func TestLanguage(t *testing.T) {
	meta := func(name, pack string) models.NoteMetadata {
		return models.NoteMetadata{Filename: name, Package: pack}
	}
	tests := []struct {
		name string
		note models.Note
		want string
	}{
		{"that of its file", models.Note{Type: models.NoteCode, Content: "def f():\n    pass\n", Metadata: meta("math.lisp", "")}, "lisp"},
		{"a file of plain text", models.Note{Type: models.NoteFile, Content: "x", Metadata: meta("a.txt", "")}, "text"},
		{"an unknown file", models.Note{Type: models.NoteFile, Content: "def f():\n    pass\n", Metadata: meta("a.xyz", ":p")}, ""},
		{"a file that names its program", models.Note{Type: models.NoteFile, Content: "#!/bin/sh\n", Metadata: meta("run", "")}, "shell"},
		{"that of its content", models.Note{Type: models.NoteCode, Content: "func f() {\n}\n"}, "go"},
		{"that of its package", models.Note{Type: models.NoteREPLHistory, Content: "1", Metadata: meta("", "CL-USER")}, "lisp"},
		{"content says more than a package", models.Note{Type: models.NoteCode, Content: "package main\n\nfunc f() {\n}\n", Metadata: meta("", "main")}, "go"},
		{"prose is in none", models.Note{Type: models.NoteText, Content: "func f() {\n}\n"}, ""},
		{"nor is an error", models.Note{Type: models.NoteError, Content: "ValueError: def f():\n"}, ""},
		{"unknown", models.Note{Type: models.NoteCode, Content: "x"}, ""},
	}
	for _, tt := range tests {
		if got := Language(tt.note); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

const sums = "(defun add (a b)\n  (+ a b))\n\n(defun sub (a b)\n  (- a b))\n\n(defun mul (a b)\n  (* a b))\n"

func TestANoteIsTakenFromLines(t *testing.T) {
	n, err := FromLines("math.lisp", sums, 4, 5)
	if err != nil || n.Type != models.NoteCode || n.Content != "(defun sub (a b)\n  (- a b))" || n.Metadata.StartLine != 4 || n.Metadata.EndLine != 5 {
		t.Errorf("got %+v, %v", n, err)
	}
	if n, err := FromLines("a.txt", "one\ntwo\n", 2, 9); err != nil || n.Type != models.NoteText || n.Content != "two" || n.Metadata.EndLine != 2 {
		t.Errorf("got %+v, %v", n, err)
	}
	if _, err := FromLines("a.txt", "one\n", 2, 2); err == nil {
		t.Error("there is a note of a line that is not there")
	}
}

func TestANoteFollowsItsFile(t *testing.T) {
	const sub = "(defun sub (a b)\n  (- a b))"
	taken, err := FromLines("math.lisp", sums, 4, 5)
	if err != nil {
		t.Fatal(err)
	}
	edited := taken
	edited.Content = "mine"
	apart := taken
	apart.Metadata.ContentHash = ""
	tests := []struct {
		name   string
		note   models.Note
		source string
		want   string // lines and content
		health anchor.Health
	}{
		{"nothing has changed", taken, sums, "4-5 " + sub, anchor.Exact},
		{"the lines have moved", taken, "\n;; sums\n" + sums, "6-7 " + sub, anchor.Moved},
		{"the lines have changed", taken, strings.Replace(sums, "(- a b)", "(- a b 0)", 1), "4-5 (defun sub (a b)\n  (- a b 0))", anchor.Changed},
		{"user text stays", edited, strings.Replace("\n"+sums, "(- a b)", "(- a b 0)", 1), "5-6 mine", anchor.Changed},
		{"the lines are lost", taken, "nothing of it\n", "4-5 " + sub, anchor.Lost},
		{"a note that follows nothing", apart, "nothing of it\n", "4-5 " + sub, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now, health := Follow(tt.note, anchor.NewText(tt.source), tt.source)
			got := fmt.Sprintf("%d-%d %s", now.Metadata.StartLine, now.Metadata.EndLine, now.Content)
			if got != tt.want || health != tt.health {
				t.Errorf("got %s, %s, want %s, %s", got, health, tt.want, tt.health)
			}
			again, health := Follow(now, anchor.NewText(tt.source), tt.source)
			if tt.health == anchor.Moved && health != anchor.Exact || !again.Equal(now) && tt.note.Content != "mine" {
				t.Errorf("followed again it is %s: %+v", health, again)
			}
		})
	}
}

func TestLinesThatAPersonNamesAreFollowedWhereTheyAre(t *testing.T) {
	n := models.Note{Content: "(defun sub (a b)\n  (- a b))", Metadata: models.NoteMetadata{Filename: "math.lisp", StartLine: 4, EndLine: 5, Package: "p"}}
	if m := Followed(n, sums); m.ContentHash == "" || m.Package != "p" {
		t.Errorf("its lines are not followed: %+v", m)
	}
	n.Metadata = Followed(n, sums)
	for name, change := range map[string]func(*models.Note){
		"other text":   func(n *models.Note) { n.Content = "x" },
		"other lines":  func(n *models.Note) { n.Metadata.StartLine, n.Metadata.EndLine = 1, 2 },
		"no lines":     func(n *models.Note) { n.Metadata.StartLine, n.Metadata.EndLine = 0, 0 },
		"backwards":    func(n *models.Note) { n.Metadata.StartLine = 9 },
		"past the end": func(n *models.Note) { n.Metadata.EndLine = 90 },
	} {
		one := n
		change(&one)
		if m := Followed(one, sums); m.ContentHash != "" || m.AnchorLines != nil || m.StartLine != one.Metadata.StartLine || m.EndLine != one.Metadata.EndLine {
			t.Errorf("%s: it is followed: %+v", name, m)
		}
	}
}

// After any insertion above, a note's lines are found again.
func TestMovedLinesAreFoundAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,6}`), 1, 20).Draw(t, "lines")
		for i := range lines {
			lines[i] = fmt.Sprint(i, lines[i]) // each is unique
		}
		source := strings.Join(lines, "\n") + "\n"
		start := rapid.IntRange(1, len(lines)).Draw(t, "start")
		end := rapid.IntRange(start, len(lines)).Draw(t, "end")
		n, err := FromLines("a.txt", source, start, end)
		if err != nil {
			t.Fatal(err)
		}
		above := rapid.IntRange(0, 5).Draw(t, "above")
		moved := strings.Repeat("new\n", above) + source
		now, health := Follow(n, anchor.NewText(moved), moved)
		if health != anchor.Exact && health != anchor.Moved || now.Content != n.Content || now.Metadata.StartLine != start+above ||
			text.Lines(moved, now.Metadata.StartLine, now.Metadata.EndLine) != n.Content {
			t.Fatalf("lines %d-%d of\n%s are %s at %d-%d in\n%s", start, end, source, health, now.Metadata.StartLine, now.Metadata.EndLine, moved)
		}
	})
}

func TestBlocksNameWhatTheyShow(t *testing.T) {
	var got []string
	for _, kind := range models.NoteTypes() {
		got = append(got, Block(models.Note{Type: kind, Metadata: models.NoteMetadata{Filename: "a.go", StartLine: 3}}, "").Title)
	}
	if diff := cmp.Diff([]string{"Code a.go:3", "Text a.go:3", "File a.go:3", "REPL History a.go:3", "Error a.go:3", "Custom a.go:3"}, got); diff != "" {
		t.Errorf("wrong titles (-want +got):\n%s", diff)
	}
}
