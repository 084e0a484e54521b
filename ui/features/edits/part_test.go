package edits

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/diskwrite"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the edits ask of it.
type fake struct {
	*sessiontest.Desk
}

const answerText = "Change it:\n\na.go\n```go\n<<<<<<< SEARCH\n\treturn 1\n=======\n\treturn 2\n>>>>>>> REPLACE\n```\n\n" +
	"twice.go\n```go\n<<<<<<< SEARCH\n\tx()\n=======\n\ty()\n>>>>>>> REPLACE\n```\n\n" +
	"a.go\n```go\n<<<<<<< SEARCH\nnothing of the kind\n=======\nz\n>>>>>>> REPLACE\n```\n"

const (
	aFile     = "package a\n\nfunc f() int {\n\treturn 1\n}\n"
	twiceFile = "package a\n\nfunc g() {\n\tx()\n}\n\nfunc h() {\n\tx()\n}\n"
)

func begin(t *testing.T) (*fake, *Part) {
	t.Helper()
	f := &fake{Desk: sessiontest.New(t, map[string]string{"a.go": aFile, "twice.go": twiceFile})}
	return f, f.begin(answerText)
}

// begin pastes an answer.
func (f *fake) begin(answer string) *Part {
	f.TB.Helper()
	p := New(f, f.Work, f.Work.Serial())
	p.SetVisible(true)
	p.SetText(answer)
	f.Until("the edits are placed", func() bool { return len(p.Files()) > 0 && !p.Reading() })
	return p
}

func (f *fake) holds(name, want string) bool {
	data, err := os.ReadFile(filepath.Join(f.Dir, name))
	return err == nil && string(data) == want
}

func (f *fake) settle(p *Part) {
	f.TB.Helper()
	f.Until("everything is written and placed again", func() bool { return !p.Writing() && !p.Reading() && !p.Checking() })
}

// shown describes the files, their hunks and the edits without one.
func shown(p *Part) []string {
	var out []string
	for _, f := range p.Files() {
		for _, h := range f.Hunks {
			line := fmt.Sprintf("%s:%s %s -%d +%d", f.Path, h.Lines, h.Level, h.Removed, h.Added)
			if h.Ticked {
				line += " ticked"
			}
			if h.Edited {
				line += " edited"
			}
			out = append(out, line)
		}
		for _, row := range f.WithoutHunk {
			line := f.Path + " " + row.Certainty
			if row.Applied {
				line = f.Path + " applied"
			}
			if row.Choice >= 0 {
				line += " " + row.Candidates[row.Choice]
			}
			out = append(out, line)
		}
	}
	return out
}

func (f *fake) shows(p *Part, want ...string) {
	f.TB.Helper()
	if diff := cmp.Diff(want, shown(p)); diff != "" {
		f.TB.Errorf("wrong list (-want +got):\n%s", diff)
	}
}

func TestOnlyWhatIsCertainIsTicked(t *testing.T) {
	f, p := begin(t)
	f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found", "twice.go ambiguous")
	if n, files := p.Ticked(); n != 1 || files != 1 || p.Waiting() != 2 {
		t.Errorf("%d hunks of %d files are ticked, %d wait", n, files, p.Waiting())
	}
	p.Toggle(p.All())
	f.shows(p, "a.go:4 certain -1 +1", "a.go not found", "twice.go ambiguous")
	if n, files := p.Ticked(); n != 0 || files != 0 || p.Waiting() != 1 {
		t.Errorf("%d hunks of %d files are ticked, %d wait", n, files, p.Waiting())
	}
}

// Of two edits of the same lines either can be applied, also after the other one was preferred, and neither.
func TestAnAlternativeIsTakenInsteadOfTheOtherEdit(t *testing.T) {
	f := &fake{Desk: sessiontest.New(t, map[string]string{"a.go": aFile})}
	edit := func(old, new string) string {
		return "a.go\n```go\n<<<<<<< SEARCH\n" + old + "=======\n" + new + ">>>>>>> REPLACE\n```\n\n"
	}
	p := f.begin(edit("func f() int {\n\treturn 1\n", "func f() int {\n\treturn 2\n") + edit("\treturn 1\n", "\treturn 3\n"))
	f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found")
	for _, want := range []string{"return 3", "return 2", "return 3"} {
		row := p.Files()[0].WithoutHunk[0]
		if !row.Alternative() {
			t.Fatalf("%q is no alternative of the other edit", row.New)
		}
		p.Tick(p.All(), false)
		p.Prefer(row)
		f.settle(p)
		f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found")
		if got := p.Files()[0].Hunks[0].New; strings.TrimSpace(got) != want {
			t.Errorf("the hunk puts %q there, want %q", got, want)
		}
	}
	p.Tick(p.All(), false)
	f.settle(p)
	f.shows(p, "a.go:4 certain -1 +1", "a.go not found")
	p.Tick(p.All(), true)
	p.Apply()
	f.settle(p)
	if want := strings.Replace(aFile, "1", "3", 1); !f.holds("a.go", want) {
		t.Errorf("the alternative is not in the file: %v", f.Failed)
	}
}

func TestEditsAreAppliedAndUndone(t *testing.T) {
	f, p := begin(t)
	p.Choose(p.Files()[1].WithoutHunk[0], 1)
	f.settle(p)
	f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found", "twice.go:8 ambiguous -1 +1 ticked", "twice.go ambiguous 8")
	p.Apply()
	f.settle(p)
	const a2 = "package a\n\nfunc f() int {\n\treturn 2\n}\n"
	twice2 := strings.Replace(twiceFile, "h() {\n\tx()", "h() {\n\ty()", 1)
	if !f.holds("a.go", a2) || !f.holds("twice.go", twice2) {
		t.Fatalf("the files are not changed as chosen: %v", f.Failed)
	}
	if len(f.Messages) != 1 || f.Messages[0].N != 2 || !f.Messages[0].Undo {
		t.Errorf("told %v", f.Messages)
	}
	f.shows(p, "a.go applied", "a.go not found", "twice.go:4 certain -1 +1")
	f.Undo()
	f.settle(p)
	if !f.holds("a.go", aFile) || !f.holds("twice.go", twiceFile) {
		t.Fatalf("undo does not restore the files: %v", f.Failed)
	}
	f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found", "twice.go:8 ambiguous -1 +1 ticked", "twice.go ambiguous 8")
	f.Redo()
	f.settle(p)
	if !f.holds("a.go", a2) || !f.holds("twice.go", twice2) {
		t.Fatalf("redo does not apply the edits again: %v", f.Failed)
	}
	f.Write("a.go", "package a // by another program\n")
	f.Undo()
	f.settle(p)
	if len(f.Failed) != 1 || !f.holds("a.go", "package a // by another program\n") || !f.holds("twice.go", twice2) {
		t.Errorf("undo over a file that was changed since: %v", f.Failed)
	}

	// What undo cannot revert is an earlier change then, and can be reverted once the file is as it was.
	f.Until("it is listed", func() bool { return len(p.EarlierChanges()) == 1 })
	if f.Redo() || !f.Empty() {
		t.Error("a step that failed stays")
	}
	f.Write("a.go", a2)
	p.UndoEarlier(p.EarlierChanges()[0].ID)
	f.settle(p)
	if !f.holds("a.go", aFile) || !f.holds("twice.go", twiceFile) {
		t.Errorf("the earlier change is not reverted: %v", f.Failed)
	}
}

func TestAppliedAdditionsAreNotOfferedAgain(t *testing.T) {
	f := &fake{Desk: sessiontest.New(t, map[string]string{"a.go": aFile, "twice.go": twiceFile})}
	p := f.begin("```diff\n--- a/a.go\n+++ b/a.go\n@@ -2,2 +2,3 @@\n \n+// f returns 1.\n func f() int {\n```\n\n" +
		"twice.go\n```go\n<<<<<<< SEARCH\nfunc h() {\n=======\nfunc h() {\n\tz()\n>>>>>>> REPLACE\n```\n")
	p.Apply()
	f.settle(p)
	f.shows(p, "a.go applied", "twice.go applied")
	p = f.begin(p.text)
	f.shows(p, "a.go not found", "twice.go not found")
}

// several is an answer whose edit of one file has three hunks.
const (
	lines20 = "l1\nl2\nl3\nl4\nl5\nl6\nl7\nl8\nl9\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20\n"
	several = "notes.txt\n```\nL1\nl2\nl3\nl4\nl5\nl6\nl7\nl8\nl9\nL10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nL20\n```\n"
)

// Two of three hunks are taken, one of them with another text. The file gets the shown text, the rest
// stays, and all of it is undone at once, also after a restart.
func TestSomeHunksAreApplied(t *testing.T) {
	f := &fake{Desk: sessiontest.New(t, map[string]string{"notes.txt": lines20})}
	p := f.begin(several)
	f.shows(p, "notes.txt:1 certain -1 +1 ticked", "notes.txt:10 certain -1 +1 ticked", "notes.txt:20 certain -1 +1 ticked")
	mine := "ten\nand more\n"
	p.Tick([]Ref{{0, 0}}, false)
	p.Rewrite(Ref{0, 1}, &mine)
	f.shows(p, "notes.txt:1 certain -1 +1", "notes.txt:10 certain -1 +2 ticked edited", "notes.txt:20 certain -1 +1 ticked")
	want := strings.NewReplacer("l10\n", mine, "l20\n", "L20\n").Replace(lines20)
	if made, ok := p.Files()[0].Result(); !ok || string(made) != want {
		t.Fatalf("it would write\n%s", made)
	}
	if _, now := p.Files()[0].Text(); now != strings.NewReplacer("l1\n", "L1\n", "l10\n", mine, "l20\n", "L20\n").Replace(lines20) {
		t.Errorf("the difference is to\n%s", now)
	}
	p.Apply()
	f.settle(p)
	if !f.holds("notes.txt", want) {
		t.Fatalf("something else was written: %v", f.Failed)
	}
	f.shows(p, "notes.txt:1 certain -1 +1", "notes.txt:10-11 certain -2 +1")
	if p.Waiting() != 0 {
		t.Errorf("%d hunks wait that were left on purpose", p.Waiting())
	}
	var unsaved presets.Unsaved
	p.CollectUnsaved(&unsaved)

	again := New(f, f.Work, f.Work.Serial()) // after a restart
	again.RestoreUnsaved(unsaved)
	again.Opened()
	again.SetVisible(true)
	again.SetText(several)
	f.Until("it is all there again", func() bool { return len(again.Files()) > 0 && !again.Reading() && len(again.EarlierChanges()) == 1 })
	f.shows(again, "notes.txt:1 certain -1 +1", "notes.txt:10-11 certain -2 +1")
	again.UndoEarlier(again.EarlierChanges()[0].ID)
	f.settle(again)
	if !f.holds("notes.txt", lines20) {
		t.Fatalf("undo leaves something else: %v", f.Failed)
	}
	f.shows(again, "notes.txt:1 certain -1 +1", "notes.txt:10 certain -1 +2 ticked edited", "notes.txt:20 certain -1 +1 ticked")
	f.Until("it is no longer offered", func() bool { return len(again.EarlierChanges()) == 0 })
}

// What the user typed is there again when the same edit is: another answer may be pasted in between.
func TestTheUsersTextIsNotLost(t *testing.T) {
	f, p := begin(t)
	mine := "\treturn 3\n"
	p.Rewrite(Ref{0, 0}, &mine)
	if !p.Files()[0].Edited() {
		t.Error("the file has no text of the user")
	}
	p.SetText("something else")
	f.Until("the answer is searched", func() bool { return !p.Reading() })
	if len(p.Files()) != 0 {
		t.Errorf("there are %q in another answer", shown(p))
	}
	p.SetText(answerText + "\nThat is all.\n")
	f.Until("the edits are placed", func() bool { return len(p.Files()) > 0 && !p.Reading() })
	f.shows(p, "a.go:4 certain -1 +1 ticked edited", "a.go not found", "twice.go ambiguous")
	p.Apply()
	f.settle(p)
	if !f.holds("a.go", "package a\n\nfunc f() int {\n\treturn 3\n}\n") {
		t.Errorf("another text was written: %v", f.Failed)
	}
	f.Undo()
	f.settle(p)
	p.Rewrite(Ref{0, 0}, nil)
	f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found", "twice.go ambiguous")
}

// The text of a whole file is the user's: what differs is hunks again. Once the file has changed, nothing of
// it is ticked unasked.
func TestAWholeFileIsRewritten(t *testing.T) {
	f := &fake{Desk: sessiontest.New(t, map[string]string{"notes.txt": lines20})}
	p := f.begin(several)
	mine := strings.NewReplacer("l1\n", "one\n", "l12\n", "twelve\n").Replace(lines20)
	p.RewriteFile(0, &mine)
	f.shows(p, "notes.txt:1 certain -1 +1 ticked", "notes.txt:12 certain -1 +1 ticked")
	if !p.Files()[0].Rewritten || p.Files()[0].Outdated {
		t.Errorf("the file is %+v", p.Files()[0])
	}
	p.Tick([]Ref{{0, 0}}, false)
	p.Apply()
	f.settle(p)
	if !f.holds("notes.txt", strings.Replace(lines20, "l12\n", "twelve\n", 1)) {
		t.Errorf("something else was written: %v", f.Failed)
	}
	f.shows(p, "notes.txt:1 certain -1 +1")
	f.Write("notes.txt", "l0\n"+lines20)
	f.Opened.Builder.Invalidate("notes.txt")
	p.Follow()
	f.settle(p)
	f.shows(p, "notes.txt:1-2 certain -2 +1", "notes.txt:13 certain -1 +1")
	if !p.Files()[0].Outdated {
		t.Error("nothing says that the file has changed since its text was written")
	}
	p.RewriteFile(0, nil)
	f.shows(p, "notes.txt:1-2 certain -2 +1", "notes.txt:11 certain -1 +1", "notes.txt:21 certain -1 +1")
}

func TestEditsFollowTheFiles(t *testing.T) {
	f, p := begin(t)
	p.Choose(p.Files()[1].WithoutHunk[0], 1)
	f.settle(p)
	f.Write("twice.go", "package a\n\nfunc g() {\n\tx()\n}\n")
	f.Opened.Builder.Invalidate("twice.go")
	p.Follow()
	f.settle(p)
	f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found", "twice.go:4 certain -1 +1 ticked")
	f.Write("twice.go", twiceFile+"\nfunc i() {\n\tx()\n}\n")
	f.Opened.Builder.Invalidate("twice.go")
	p.Follow()
	f.settle(p)
	f.shows(p, "a.go:4 certain -1 +1 ticked", "a.go not found", "twice.go ambiguous")
}

// What is refused because the file was changed after it was placed is not written, and placed again.
func TestWhatWasChangedMeanwhileIsRefused(t *testing.T) {
	f, p := begin(t)
	f.Write("a.go", "// mine\n"+aFile)
	f.Opened.Builder.Invalidate("a.go")
	p.Apply()
	f.settle(p)
	if !f.holds("a.go", "// mine\n"+aFile) || len(f.Failed) != 1 || !errors.Is(f.Failed[0], project.ErrChanged) {
		t.Fatalf("failed %v", f.Failed)
	}
	f.shows(p, "a.go:5 certain -1 +1 ticked", "a.go not found", "twice.go ambiguous")
}

// A syntax error is that of the ticked hunks.
func TestTheWarningIsThatOfTheTickedHunks(t *testing.T) {
	f := &fake{Desk: sessiontest.New(t, map[string]string{"a.go": aFile})}
	p := f.begin("a.go\n```go\n<<<<<<< SEARCH\nfunc f() int {\n=======\nfunc f() int {{\n>>>>>>> REPLACE\n```\n\na.go\n```go\n<<<<<<< SEARCH\n\treturn 1\n=======\n\treturn 2\n>>>>>>> REPLACE\n```\n")
	warns := func(want bool) {
		t.Helper()
		f.settle(p)
		if got := p.Files()[0].Warning; (got != "") != want {
			t.Errorf("the warning is %q", got)
		}
	}
	warns(true)
	p.Toggle([]Ref{{0, 0}})
	warns(false)
	p.Toggle([]Ref{{0, 0}})
	warns(true)
	mine := "func g() int {\n"
	p.Rewrite(Ref{0, 0}, &mine)
	warns(false)
}

// Unfinished edits of a process that ended are reverted by the next one, which reports it.
func TestAnInterruptedChangeIsUndone(t *testing.T) {
	f, p := begin(t)
	wrote := false
	stop := diskwrite.Watch(func(s *diskwrite.Step, take func() error) error {
		if wrote {
			return errors.New("the disk is gone")
		}
		wrote = s.Do == diskwrite.Rename && s.To == "a.go"
		return take()
	})
	changed := []project.FileChange{
		{Path: "a.go", Before: []byte(aFile), After: []byte("package other\n")},
		{Path: "twice.go", Before: []byte(twiceFile), After: []byte("package other\n")},
	}
	_, err := f.Opened.Files().Change(t.Context(), changed)
	stop()
	if err == nil || !f.holds("a.go", "package other\n") {
		t.Fatalf("nothing was interrupted: %v", err)
	}
	p.Opened()
	f.Until("it is undone", func() bool { return len(f.Messages) == 1 })
	if !f.holds("a.go", aFile) || !f.holds("twice.go", twiceFile) || f.Messages[0].N != 1 || len(f.Failed) > 0 {
		t.Errorf("told %v, failed %v", f.Messages, f.Failed)
	}
	p.Opened()
	f.settle(p)
}
