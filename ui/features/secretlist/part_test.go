package secretlist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what this part asks of it.
type fake struct {
	*sessiontest.Desk
	builds int
}

func newFake(t *testing.T, files map[string]string) *fake {
	t.Helper()
	f := &fake{Desk: sessiontest.New(t, files)}
	f.Comp.Files = []models.FileItem{models.NewFileItem("a.yaml"), models.NewFileItem(".env")}
	t.Cleanup(func() {
		if len(f.Failed) > 0 {
			t.Errorf("it failed: %v", f.Failed)
		}
	})
	return f
}

func (f *fake) Rebuild() {
	f.builds++
	f.FreshDocument(func(*aggregate.Document, int) {})
}

// TestWhatAPersonSays: decisions are stored without the values, apply to the next document, and can
// be undone.
func TestWhatAPersonSays(t *testing.T) {
	const token, password = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345", "hunter22x"
	f := newFake(t, map[string]string{"a.yaml": "token: " + token + "\npassword: " + password + "\n", ".env": "A=1\n"})
	f.Rebuild()
	p := New(f, f.Work, f.Work.Serial())
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
		f.Until("it is kept", func() bool { return !p.saves.Busy() && f.builds > before })
		if got := find(step.rule).State; got != step.want {
			t.Errorf("%s: it is %s, not %s", step.name, got, step.want)
		}
		if said := p.HasDecision(find(step.rule)) || p.RedactsRule(step.rule); said != (step.name != "and no longer") {
			t.Errorf("%s: it is said: %t", step.name, said)
		}
	}
	for _, dir := range []string{f.Opened.Dir, f.Opened.User().Places().Config} {
		data, err := os.ReadFile(filepath.Join(dir, "dossier.toml"))
		if err != nil && !os.IsNotExist(err) { // undone, the file is gone where there was none
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
			f.Until("it is kept", func() bool { return !p.saves.Busy() && f.builds > before })
		}
		if do() {
			t.Errorf("%s: there is a step too many", what)
		}
	}
	turn("undo", f.Stack.Undo)
	if got := state(); p.Open() != 3 {
		t.Errorf("after all is taken back they are %v", got)
	}
	turn("redo", f.Stack.Redo)
	if got := state(); !slices.Equal(got, last) {
		t.Errorf("after all is done again they are %v, not %v", got, last)
	}
	p.Exclude()
	f.Comp.Files = []models.FileItem{models.NewFileItem("a.yaml"), models.NewFileItem("b.yaml"), models.NewFileItem(".env")}
	if p.Exclude("a.yaml", ".env"); len(f.Comp.Files) != 1 || f.Comp.Files[0].Path != "b.yaml" {
		t.Errorf("the files are %+v", f.Comp.Files)
	}
}

// TestMarks: of a file what is in it, of a folder what is in all its files, but for what is
// allowed.
func TestMarks(t *testing.T) {
	late := secrets.NewChecker(secrets.Default()).Unchecked(secrets.Check{Late: true}, "a/b/c.js", 3, "x")
	f := &fake{Desk: &sessiontest.Desk{}}
	f.Doc = &aggregate.Document{Secrets: aggregate.Secrets{
		List: []aggregate.Secret{
			{Where: "a/x.sh", Row: 0, State: secrets.Redacted},
			{Where: "a/x.sh", Row: 0, State: secrets.Allowed},
			{Where: "a/b/.env", Row: 1, State: secrets.Withheld, Class: aggregate.FileClass},
			{Where: "a/b/.env", Row: 1, State: secrets.Withheld, Line: 1},
			{Where: "/elsewhere/y", Row: 2, State: secrets.Readable},
			{Where: "a/Notes", Row: -1, State: secrets.Redacted},
		},
		Late: []secrets.Unchecked{late},
	}}
	p := &Part{host: f}
	want := map[string]Badge{
		"a/x.sh": {Redacted: 1}, "a": {Redacted: 1, Withheld: 1, Unchecked: 1}, "a/b": {Withheld: 1, Unchecked: 1},
		"a/b/.env": {Withheld: 1}, "/elsewhere": {Readable: 1}, "a/Notes": {}, "other": {},
	}
	for name, mark := range want {
		if got := p.Badge(name); got != mark {
			t.Errorf("%s has %+v, want %+v", name, got, mark)
		}
	}
	f.Doc = &aggregate.Document{}
	if got := p.Badge("a"); got != (Badge{}) {
		t.Errorf("of the next document: %+v", got)
	}
}

// TestConfirm: before a document with possible secrets goes out the user is asked, as often as the settings say.
func TestConfirm(t *testing.T) {
	files := map[string]string{"a.yaml": "password: hunter22x\nother_password: hunter33y\nagain:\n  password: hunter22x\n", ".env": "A=1\n"}
	tests := []struct {
		name   string
		when   string
		before bool  // another session has asked about the same
		times  []int // questions after each of three copies that are sent as they are
	}{
		{"once for each", presets.AskOnce, false, []int{1, 1, 1}},
		{"once for each, asked before", presets.AskOnce, true, []int{0, 0, 0}},
		{"every time", presets.AskAlways, false, []int{1, 2, 3}},
		{"every time, asked before", presets.AskAlways, true, []int{1, 2, 3}},
		{"never", presets.AskNever, false, []int{0, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, files)
			f.Options.AskReadable = tt.when
			f.Rebuild()
			if tt.before {
				p := New(f, f.Work, f.Work.Serial())
				p.Confirm(f.Doc, func() {}, nil)
				if len(f.Asked) > 0 {
					f.Asked[0].(Question).Send()
				}
				f.Asked = nil
				p.storePrompted(idsOf(p.Readable()))
			}
			p, sent := New(f, f.Work, f.Work.Serial()), 0
			for i, want := range tt.times {
				asked := len(f.Asked)
				p.Confirm(f.Doc, func() { sent++ }, nil)
				if len(f.Asked) > asked {
					if q := f.Asked[asked].(Question); len(q.List) != 2 || sent != i {
						t.Errorf("it asks about %+v, after %d were sent", q.List, sent)
					}
					f.Asked[asked].(Question).Send()
				}
				if len(f.Asked) != want || sent != i+1 {
					t.Errorf("copy %d: %d questions and %d sent, want %d and %d", i+1, len(f.Asked), sent, want, i+1)
				}
			}
		})
	}
}

// TestConfirmRedacts all of them, and sends the document that is built then.
func TestConfirmRedacts(t *testing.T) {
	f := newFake(t, map[string]string{"a.yaml": "password: hunter22x\n", ".env": "A=1\n"})
	f.Options = presets.DefaultSettings()
	f.Rebuild()
	p, again := New(f, f.Work, f.Work.Serial()), false
	p.Confirm(f.Doc, func() { t.Error("it was sent as it is") }, func() { again = true })
	if len(f.Asked) != 1 {
		t.Fatalf("%d questions", len(f.Asked))
	}
	f.Asked[0].(Question).Redact()
	f.Until("it is redacted", func() bool { return again })
	if strings.Contains(f.Doc.Text(), "hunter22x") || len(p.Readable()) != 0 {
		t.Errorf("the document:\n%s", f.Doc.Text())
	}
	f.Stack.Undo()
	f.Until("it is as before", func() bool { return len(p.Readable()) == 1 })
}

// TestWithheldFilesSayWhatIsInThem: rule, line and a masked excerpt, and the file counts once.
func TestWithheldFilesSayWhatIsInThem(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	f := newFake(t, map[string]string{"a.yaml": "a: 1\n", ".env": "A=1\nTOKEN=" + token + "\n"})
	f.Rebuild()
	p := New(f, f.Work, f.Work.Serial())
	list := p.List()
	if len(list) != 2 || list[1].Line != 2 || list[1].Rule != "github-pat" || list[1].State != secrets.Withheld || strings.Contains(list[1].Excerpt, token) || !strings.HasPrefix(list[1].Excerpt, "TOKEN=") {
		t.Errorf("found %+v", list)
	}
	if p.Open() != 1 || p.Badge(".env") != (Badge{Withheld: 1}) || f.Doc.Secrets.Withheld() != 1 {
		t.Errorf("%d open, marked %+v", p.Open(), p.Badge(".env"))
	}
}

// TestWhatIsNotCheckedIsCheckedToTheEnd when the user asks for it, and can be stopped.
func TestWhatIsNotCheckedIsCheckedToTheEnd(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	f := newFake(t, map[string]string{"a.yaml": "token: " + token + "\n", ".env": "A=1\n"})
	f.Opened.Secrets(t.Context()).Deadline = 0
	f.Rebuild()
	p := New(f, f.Work, f.Work.Serial())
	if late := p.Unchecked(); len(late) != 1 || late[0].Where != "a.yaml" {
		t.Fatalf("not checked: %+v", late)
	}
	one := p.Unchecked()[0]
	p.CheckNow(one)
	if !p.Checking(one) || f.Changes != 1 {
		t.Errorf("it is not being checked, after %d changes", f.Changes)
	}
	before := f.builds
	p.StopChecking()
	if p.Checking(one) || f.Changes != 2 || f.builds != before+1 {
		t.Errorf("it is still being checked, after %d changes", f.Changes)
	}
	p.CheckNow(one)
	f.Until("it is checked", func() bool { return !p.Checking(one) })
	if len(p.Unchecked()) != 0 || p.Badge("a.yaml") != (Badge{Redacted: 1}) {
		t.Errorf("not checked: %+v, and marked %+v", p.Unchecked(), p.Badge("a.yaml"))
	}
}
