package repair

import (
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/fuzzy"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/repair"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

const (
	server = "package web\n\nfunc ListenAndServe(addr string) error {\n\tlistener := openListener(addr)\n\treturn acceptForever(listener)\n}\n"
	client = "package web\n\nfunc Dial(addr string) (*Conn, error) {\n\treturn openConnection(addr)\n}\n"
)

// fake is a session with nothing but what this part asks of it.
type fake struct {
	tb      testing.TB
	opened  *project.Project
	state   *presets.State
	comp    models.Composition
	doc     *aggregate.Document
	scanned bool
	part    *Part
	turns   chan func()
	log     []string // what the part asked of its host
	changes int
}

// newFake opens a project with files, all of which are in the composition.
func newFake(tb testing.TB, files map[string]string, named ...string) (*fake, *Part) {
	tb.Helper()
	base := tb.TempDir()
	dir := filepath.Join(base, "project")
	if err := os.Mkdir(dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	places := presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")}
	opened, err := project.Open(dir, places)
	if err != nil {
		tb.Fatal(err)
	}
	f := &fake{tb: tb, opened: opened, state: presets.NewState(places), scanned: true, turns: make(chan func(), 16)}
	for name, content := range files {
		f.write(name, content)
	}
	for _, name := range named {
		f.comp.Files = append(f.comp.Files, models.NewFileItem(name))
	}
	work := jobs.NewGroup(func(turn func()) { f.turns <- turn }, func(err error) { tb.Error(err) })
	tb.Cleanup(func() { work.Close(); opened.Close() })
	f.part = New(f, work)
	f.build()
	return f, f.part
}

func (f *fake) Project() *project.Project       { return f.opened }
func (f *fake) Scanned() bool                   { return f.scanned }
func (f *fake) Composition() models.Composition { return f.comp }
func (f *fake) Shots() []aggregate.Shot         { return nil }
func (f *fake) Document() *aggregate.Document   { return f.doc }
func (f *fake) LastSent() (project.Sent, bool)  { return project.Sent{}, false }
func (f *fake) State() *presets.State           { return f.state }
func (f *fake) SaveSoon()                       { f.log = append(f.log, "save soon") }
func (f *fake) Changed()                        { f.changes++ }
func (f *fake) Tell(m message.Message)          { f.log = append(f.log, m.Text) }

func (f *fake) Input() aggregate.Input {
	in := f.opened.Input()
	in.Composition = f.comp
	return in
}

func (f *fake) Paths() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for _, path := range []string{"net/", "net/server.go", "shots/a.png", "web.go"} {
			dir, folder := strings.CutSuffix(path, "/")
			if !yield(dir, folder) {
				return
			}
		}
	}
}

func (f *fake) Edit(label message.Message, fn func(*project.Edit)) {
	e := project.NewEdit(f.comp, f.opened.Kept().FilesBase(), aggregate.Rows{})
	fn(e)
	f.comp = e.Composition
	f.log = append(f.log, label.Text)
}

func (f *fake) write(name, content string) {
	f.tb.Helper()
	full := filepath.Join(f.opened.Dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		f.tb.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		f.tb.Fatal(err)
	}
}

func (f *fake) remove(name string) {
	f.tb.Helper()
	if err := os.Remove(filepath.Join(f.opened.Dir, name)); err != nil {
		f.tb.Fatal(err)
	}
}

// build builds the document of the composition and lists the project again.
func (f *fake) build() {
	f.tb.Helper()
	f.opened.Builder.Invalidate()
	f.opened.SetTree(nil, nil)
	doc, err := f.opened.Builder.Build(f.tb.Context(), f.Input(), nil)
	if err != nil {
		f.tb.Fatal(err)
	}
	f.doc = doc
}

// find looks for what is missing, and waits until places were looked for.
func (f *fake) find() []repair.Item {
	f.tb.Helper()
	f.part.Find()
	f.until(func() bool { return !f.part.Placing() })
	return f.part.List()
}

// until runs what the jobs bring back until a condition holds.
func (f *fake) until(holds func() bool) {
	f.tb.Helper()
	for !holds() {
		select {
		case turn := <-f.turns:
			turn()
		case <-time.After(sessiontest.Patience):
			f.tb.Fatal("it never came")
		}
	}
}

func (f *fake) wantLog(want ...string) {
	f.tb.Helper()
	if diff := cmp.Diff(want, f.log); diff != "" {
		f.tb.Errorf("it asked for other things (-want +got):\n%s", diff)
	}
	f.log = nil
}

// save saves the marks and applies the result.
func (f *fake) save() {
	f.tb.Helper()
	if err := f.part.Save()(f.tb.Context()); err != nil {
		f.tb.Fatal(err)
	}
	for {
		select {
		case turn := <-f.turns:
			turn()
		default:
			return
		}
	}
}

func TestAFileThatWentElsewhereIsFoundAndAccepted(t *testing.T) {
	f, p := newFake(t, map[string]string{"server.go": server, "client.go": client}, "server.go", "client.go")
	if list := f.find(); list != nil {
		t.Fatalf("something is missing: %v", list)
	}
	f.wantLog("save soon")
	f.save()
	f.remove("server.go")
	f.write("net/listen.go", server)
	f.build()
	list := f.find()
	if len(list) != 1 || list[0].Path != "server.go" || len(list[0].Places) == 0 || list[0].Places[0].Path != "net/listen.go" {
		t.Fatalf("missing is %+v", list)
	}
	f.log = nil
	before := f.changes
	if again := f.find(); len(again[0].Places) == 0 || f.changes > before+1 {
		t.Errorf("looking again tells %d changes, and finds %+v", f.changes-before, again)
	}
	if n := p.AcceptLikely(); n != 1 {
		t.Errorf("%d were accepted", n)
	}
	f.wantLog("use the new places", "{{.N}} entries now name their new places")
	if got := f.comp.Files[0].Path; got != "net/listen.go" {
		t.Errorf("the first file is %s", got)
	}
	f.build()
	if list := f.find(); len(list) != 0 {
		t.Errorf("after that there is missing %+v", list)
	}
	if n := p.AcceptLikely(); n != 0 {
		t.Errorf("%d of nothing were accepted", n)
	}
}

func TestMissingThingsAreTakenOutOrPutElsewhere(t *testing.T) {
	f, p := newFake(t, map[string]string{"other.go": client}, "one.go", "two.go")
	list := f.find()
	if files, parts := Count(append(list, repair.Item{Kind: repair.Slice}, repair.Item{Kind: repair.Symbol})); files != 2 || parts != 2 {
		t.Errorf("%d files and %d parts are missing", files, parts)
	}
	f.log = nil
	to := repair.Place{}
	to.Path = "other.go"
	p.Accept(list[0], to)
	p.Exclude(list[1])
	f.wantLog("use {{.Name}}", "remove {{.N}} missing entries")
	if len(f.comp.Files) != 1 || f.comp.Files[0].Path != "other.go" {
		t.Errorf("put together is %+v", f.comp.Files)
	}
}

func TestNothingIsMissingBeforeThereIsATree(t *testing.T) {
	f, p := newFake(t, nil, "gone.go")
	f.scanned = false
	if list := f.find(); list != nil || f.log != nil || f.changes > 0 {
		t.Errorf("missing is %+v, and it did %q", list, f.log)
	}
	f.opened = nil
	p.Find()
	p.Exclude(repair.Item{Path: "gone.go"})
	if len(f.comp.Files) != 1 || p.Placing() {
		t.Error("something was done without a project")
	}
}

func TestHowFilesWereIsSavedOnce(t *testing.T) {
	f, p := newFake(t, map[string]string{"server.go": server}, "server.go", "gone.go")
	f.find()
	f.save()
	mark := f.state.Marks(f.opened.Dir)["server.go"]
	if mark.Size != int64(len(server)) || mark.Hash == "" || mark.Fingerprint == "" {
		t.Errorf("kept is %+v", mark)
	}
	if diff := cmp.Diff(mark, p.marks["server.go"]); diff != "" {
		t.Errorf("what is known here is another (-want +got):\n%s", diff)
	}
	f.log = nil
	if f.find(); p.unsaved || f.log != nil {
		t.Errorf("what is saved is to be saved again: %q", f.log)
	}
	f.write("server.go", server+"// edited\n")
	f.build()
	if f.find(); !p.unsaved {
		t.Error("how the file is now is not to be saved")
	}
	again := New(f, jobs.NewGroup(func(func()) {}, nil))
	again.remember()
	if again.marks["server.go"].Hash == mark.Hash {
		t.Error("what was saved stands above what is there now")
	}
}

func TestASearchFindsReplacements(t *testing.T) {
	f, p := newFake(t, nil)
	tests := []struct {
		kind  repair.Kind
		query string
		want  []string
	}{
		{repair.File, "", []string{"net/server.go", "shots/a.png", "web.go"}},
		{repair.Slice, "server", []string{"net/server.go"}},
		{repair.Folder, "", []string{"net"}},
		{repair.Screenshot, "", []string{"shots/a.png"}},
		{repair.Pattern, "net", []string{"net", "net/server.go"}},
	}
	for _, tt := range tests {
		t.Run(string(tt.kind), func(t *testing.T) {
			var got []string
			answered := false
			p.Search(repair.Item{Kind: tt.kind}, tt.query, 9, func(found []fuzzy.Found) {
				answered = true
				for _, one := range found {
					got = append(got, one.Path)
				}
			})
			f.until(func() bool { return answered })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong paths (-want +got):\n%s", diff)
			}
		})
	}
}
