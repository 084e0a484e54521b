package secrets

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/models"
	"dossier/ui/session/sessiontest"
	"dossier/ui/session/undo"
)

// fake is a session with nothing but what this part asks of it.
type fake struct {
	*sessiontest.Desk
	doc     *aggregate.Document
	builds  int
	changes int
	removed []string
	undo    undo.Stack
}

func (f *fake) Push(step undo.Step) { f.undo.Push(step) }

func (f *fake) Changed() { f.changes++ }

func (f *fake) Document() *aggregate.Document { return f.doc }
func (f *fake) Remove(paths []string)         { f.removed = append(f.removed, paths...) }

func (f *fake) Fail(err error) { f.TB.Error(err) }

func (f *fake) Rebuild() {
	f.builds++
	in := f.Opened.Input()
	for _, p := range []string{"a.yaml", ".env"} {
		in.Composition.Files = append(in.Composition.Files, models.NewFileItem(p))
	}
	doc, err := f.Opened.Builder.Build(f.TB.Context(), in, nil)
	if err != nil {
		f.TB.Fatal(err)
	}
	f.doc = doc
}

// TestWhatAPersonSays is kept without the values, counts in the next document, and can be taken
// back, by what is said and by undo.
func TestWhatAPersonSays(t *testing.T) {
	const token, password = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345", "hunter22x"
	f := &fake{Desk: sessiontest.New(t, map[string]string{"a.yaml": "token: " + token + "\npassword: " + password + "\n", ".env": "A=1\n"})}
	f.Rebuild()
	p := New(f, f.Work)
	if len(p.List()) != 3 || p.Open() != 3 {
		t.Fatalf("found %+v", p.List())
	}
	find := func(rule string) aggregate.Secret {
		for _, s := range p.List() {
			if s.Rule == rule {
				return s
			}
		}
		t.Fatalf("no %s in %+v", rule, p.List())
		return aggregate.Secret{}
	}
	steps := []struct {
		name string
		do   func()
		rule string
		want secrets.State
	}{
		{"a value is allowed for the project", func() { p.AllowInProject(find("github-pat")) }, "github-pat", secrets.Allowed},
		{"and no longer", func() { p.Forget(find("github-pat")) }, "github-pat", secrets.Redacted},
		{"a value is allowed for the person", func() { p.Allow(find("github-pat")) }, "github-pat", secrets.Allowed},
		{"and no longer", func() { p.Forget(find("github-pat")) }, "github-pat", secrets.Redacted},
		{"a likely one is redacted", func() { p.Redact(find("password-in-settings")) }, "password-in-settings", secrets.Redacted},
		{"and no longer", func() { p.Forget(find("password-in-settings")) }, "password-in-settings", secrets.Readable},
		{"all of its rule are", func() { p.RedactRule("password-in-settings", true) }, "password-in-settings", secrets.Redacted},
		{"and no longer", func() { p.RedactRule("password-in-settings", false) }, "password-in-settings", secrets.Readable},
		{"a file is shown to the person", func() { p.Allow(find(secrets.NameRule)) }, secrets.NameRule, secrets.Allowed},
		{"and no longer", func() { p.Forget(find(secrets.NameRule)) }, secrets.NameRule, secrets.Withheld},
		{"a file is shown in the project", func() { p.AllowInProject(find(secrets.NameRule)) }, secrets.NameRule, secrets.Allowed},
	}
	for _, step := range steps {
		before := f.builds
		step.do()
		f.Until("it is kept", func() bool { return !p.Busy() && f.builds > before })
		if got := find(step.rule).State; got != step.want {
			t.Errorf("%s: it is %s, not %s", step.name, got, step.want)
		}
		if said := p.Said(find(step.rule)) || p.RedactsRule(step.rule); said != (step.name != "and no longer") {
			t.Errorf("%s: it is said: %t", step.name, said)
		}
	}
	for _, dir := range []string{f.Opened.Dir, f.Opened.User().Places().Config} {
		data, err := os.ReadFile(filepath.Join(dir, "dossier.toml"))
		if err != nil {
			t.Fatal(err)
		}
		if said := string(data); strings.Contains(said, token) || strings.Contains(said, password) {
			t.Errorf("what is kept tells the values:\n%s", said)
		}
	}
	state := func() (out []secrets.State) {
		for _, s := range p.List() {
			out = append(out, s.State)
		}
		return out
	}
	last := state()
	turn := func(what string, do func() bool) {
		for range steps {
			before := f.builds
			if !do() {
				t.Fatalf("%s: a step is missing", what)
			}
			f.Until("it is kept", func() bool { return !p.Busy() && f.builds > before })
		}
		if do() {
			t.Errorf("%s: there is a step too many", what)
		}
	}
	turn("undo", f.undo.Undo)
	if got := state(); p.Open() != 3 {
		t.Errorf("after all is taken back they are %v", got)
	}
	turn("redo", f.undo.Redo)
	if got := state(); !slices.Equal(got, last) {
		t.Errorf("after all is done again they are %v, not %v", got, last)
	}
	p.LeaveOut()
	if p.LeaveOut("a.yaml", ".env"); !slices.Equal(f.removed, []string{"a.yaml", ".env"}) {
		t.Errorf("left out %q", f.removed)
	}
}

// TestMarks: of a file what is in it, of a folder what is in all its files, but for what is
// allowed.
func TestMarks(t *testing.T) {
	late := secrets.NewChecker(secrets.Default()).Unchecked(secrets.Check{Late: true}, "a/b/c.js", 3, "x")
	f := &fake{doc: &aggregate.Document{Secrets: aggregate.Secrets{
		List: []aggregate.Secret{
			{Where: "a/x.sh", Row: 0, State: secrets.Redacted},
			{Where: "a/x.sh", Row: 0, State: secrets.Allowed},
			{Where: "a/b/.env", Row: 1, State: secrets.Withheld},
			{Where: "/elsewhere/y", Row: 2, State: secrets.Readable},
			{Where: "a/Notes", Row: -1, State: secrets.Redacted},
		},
		Late: []secrets.Unchecked{late},
	}}}
	p := &Part{host: f}
	want := map[string]Mark{
		"a/x.sh": {Redacted: 1}, "a": {Redacted: 1, Withheld: 1, Unchecked: 1}, "a/b": {Withheld: 1, Unchecked: 1},
		"a/b/.env": {Withheld: 1}, "/elsewhere": {Readable: 1}, "a/Notes": {}, "other": {},
	}
	for name, mark := range want {
		if got := p.Mark(name); got != mark {
			t.Errorf("%s has %+v, want %+v", name, got, mark)
		}
	}
	f.doc = &aggregate.Document{}
	if got := p.Mark("a"); got != (Mark{}) {
		t.Errorf("of the next document: %+v", got)
	}
}

// TestWhatIsNotCheckedIsCheckedToTheEnd when a person asks for it, and can be stopped.
func TestWhatIsNotCheckedIsCheckedToTheEnd(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	f := &fake{Desk: sessiontest.New(t, map[string]string{"a.yaml": "token: " + token + "\n", ".env": "A=1\n"})}
	f.Opened.Secrets(t.Context()).Deadline = 0
	f.Rebuild()
	p := New(f, f.Work)
	if late := p.Unchecked(); len(late) != 1 || late[0].Where != "a.yaml" {
		t.Fatalf("not checked: %+v", late)
	}
	one := p.Unchecked()[0]
	p.CheckNow(one)
	if !p.Checking(one) || f.changes != 1 {
		t.Errorf("it is not being checked, after %d changes", f.changes)
	}
	before := f.builds
	p.StopChecking()
	if p.Checking(one) || f.changes != 2 || f.builds != before+1 {
		t.Errorf("it is still being checked, after %d changes", f.changes)
	}
	p.CheckNow(one)
	f.Until("it is checked", func() bool { return !p.Checking(one) })
	if len(p.Unchecked()) != 0 || p.Mark("a.yaml") != (Mark{Redacted: 1}) {
		t.Errorf("not checked: %+v, and marked %+v", p.Unchecked(), p.Mark("a.yaml"))
	}
}
