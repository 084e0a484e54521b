package edits

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/aggregate/diskwrite"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
	"dossier/ui/session/undo"
)

// fake is a session with nothing but what the edits ask of it.
type fake struct {
	*sessiontest.Desk
	undo.Stack
	notified []message.Message
	failed   []error
}

func (f *fake) Changed()               {}
func (f *fake) Tell(m message.Message) { f.notified = append(f.notified, m) }
func (f *fake) Fail(err error)         { f.failed = append(f.failed, err) }

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
	p := New(f, f.Work, f.Work.Serial())
	p.LookAt(true)
	p.SetText(answerText)
	f.Until("the edits are placed", func() bool { return len(p.Rows()) == 3 && !p.Reading() })
	return f, p
}

func (f *fake) holds(name, want string) bool {
	data, err := os.ReadFile(filepath.Join(f.Dir, name))
	return err == nil && string(data) == want
}

func (f *fake) settle(p *Part) {
	f.TB.Helper()
	f.Until("everything is written and placed again", func() bool { return !p.Writing() && !p.Reading() })
}

func TestOnlyWhatIsCertainIsSelected(t *testing.T) {
	_, p := begin(t)
	var got []string
	for _, row := range p.Rows() {
		got = append(got, row.Path+" "+row.Certainty)
		if row.Selected != (row.Certainty == "certain") {
			t.Errorf("%s is %s and selected: %t", row.Path, row.Certainty, row.Selected)
		}
	}
	if want := "a.go certain, twice.go ambiguous, a.go not found"; strings.Join(got, ", ") != want {
		t.Fatalf("the rows are %q, want %q", got, want)
	}
	p.Select([]int{0, 1, 2}, true)
	if n, files := p.Selected(); n != 1 || files != 1 {
		t.Errorf("%d edits of %d files are selected: an edit without a place can be", n, files)
	}
	if p.Waiting() != 2 {
		t.Errorf("%d edits wait", p.Waiting())
	}
}

func TestEditsAreAppliedAndUndone(t *testing.T) {
	f, p := begin(t)
	p.Choose(1, 1)
	p.Apply()
	f.settle(p)
	const a2 = "package a\n\nfunc f() int {\n\treturn 2\n}\n"
	twice2 := strings.Replace(twiceFile, "h() {\n\tx()", "h() {\n\ty()", 1)
	if !f.holds("a.go", a2) || !f.holds("twice.go", twice2) {
		t.Fatalf("the files are not changed as chosen: %v", f.failed)
	}
	if len(f.notified) != 1 || f.notified[0].N != 2 || !f.notified[0].Undo {
		t.Errorf("told %v", f.notified)
	}
	if rows := p.Rows(); !rows[0].Applied || !rows[1].Applied || rows[2].Applied || rows[0].Selectable() {
		t.Error("the rows do not show what is applied")
	}
	f.Undo()
	f.settle(p)
	if !f.holds("a.go", aFile) || !f.holds("twice.go", twiceFile) || p.Rows()[0].Applied {
		t.Fatalf("undo does not restore the files: %v", f.failed)
	}
	f.Redo()
	f.settle(p)
	if !f.holds("a.go", a2) || !f.holds("twice.go", twice2) || !p.Rows()[0].Applied {
		t.Fatalf("redo does not apply the edits again: %v", f.failed)
	}
	f.Write("a.go", "package a // by another program\n")
	f.Undo()
	f.settle(p)
	if len(f.failed) != 1 || !f.holds("a.go", "package a // by another program\n") || !f.holds("twice.go", twice2) {
		t.Errorf("undo over a file that was changed since: %v", f.failed)
	}
}

func TestTheUsersTextIsWritten(t *testing.T) {
	f, p := begin(t)
	mine := "\treturn 3\n"
	p.SetNew(0, &mine)
	if hunks := p.Rows()[0].Shown(); len(hunks) != 1 || hunks[0].New != mine {
		t.Errorf("the row shows %v", hunks)
	}
	p.Apply()
	f.settle(p)
	if !f.holds("a.go", "package a\n\nfunc f() int {\n\treturn 3\n}\n") {
		t.Errorf("another text was written: %v", f.failed)
	}
}

func TestEditsFollowTheFiles(t *testing.T) {
	f, p := begin(t)
	f.Write("twice.go", "package a\n\nfunc g() {\n\tx()\n}\n")
	f.Opened.Builder.Invalidate("twice.go")
	p.Follow()
	f.settle(p)
	if got := p.Rows()[1].Certainty; got != "certain" || !p.Rows()[1].Selected {
		t.Errorf("with one place left the edit is %s", got)
	}
	p.SetText("nothing to change")
	f.Until("the answer is searched", func() bool { return !p.Reading() })
	if len(p.Rows()) != 0 {
		t.Errorf("there are %d edits in another answer", len(p.Rows()))
	}
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
	f.Until("it is undone", func() bool { return len(f.notified) == 1 })
	if !f.holds("a.go", aFile) || !f.holds("twice.go", twiceFile) || f.notified[0].N != 1 || len(f.failed) > 0 {
		t.Errorf("told %v, failed %v", f.notified, f.failed)
	}
	p.Opened()
	f.settle(p)
}
