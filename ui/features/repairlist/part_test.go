package repairlist

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/fuzzy"
	"dossier/models"
	"dossier/ui/project/repair"
	"dossier/ui/session/jobs"
	"dossier/ui/session/sessiontest"
)

const (
	server = "package web\n\nfunc ListenAndServe(addr string) error {\n\tlistener := openListener(addr)\n\treturn acceptForever(listener)\n}\n"
	client = "package web\n\nfunc Dial(addr string) (*Conn, error) {\n\treturn openConnection(addr)\n}\n"
)

// fake is a session with nothing but what this part asks of it.
type fake struct {
	*sessiontest.Desk
	part *Part
}

// newFake opens a project with files, all of which are in the composition.
func newFake(tb testing.TB, files map[string]string, named ...string) (*fake, *Part) {
	tb.Helper()
	f := &fake{Desk: sessiontest.New(tb, files)}
	for _, name := range named {
		f.Comp.Files = append(f.Comp.Files, models.NewFileItem(name))
	}
	f.part = New(f, f.Work)
	f.build()
	var err error
	if f.Listed, err = f.Opened.Tree(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return f, f.part
}

func (f *fake) remove(name string) {
	f.TB.Helper()
	if err := os.Remove(filepath.Join(f.Opened.Dir, name)); err != nil {
		f.TB.Fatal(err)
	}
}

// build builds the document of the composition and lists the project again.
func (f *fake) build() {
	f.TB.Helper()
	f.Opened.Builder.Invalidate()
	f.Opened.SetTree(nil, nil)
	doc, err := f.Opened.Builder.Build(f.TB.Context(), f.Input(), nil)
	if err != nil {
		f.TB.Fatal(err)
	}
	f.Doc = doc
}

// find looks for what is missing, and waits until places were looked for.
func (f *fake) find() []repair.Item {
	f.TB.Helper()
	f.part.Find()
	f.Until("it is done", func() bool { return !f.part.Placing() })
	return f.part.List()
}

func (f *fake) wantLog(want ...string) {
	f.TB.Helper()
	if diff := cmp.Diff(want, f.Log); diff != "" {
		f.TB.Errorf("it asked for other things (-want +got):\n%s", diff)
	}
	f.Log = nil
}

// save saves the marks and applies the result.
func (f *fake) save() {
	f.TB.Helper()
	if err := f.part.Save()(f.TB.Context()); err != nil {
		f.TB.Fatal(err)
	}
	f.Drain()
}

func TestAFileThatWentElsewhereIsFoundAndAccepted(t *testing.T) {
	f, p := newFake(t, map[string]string{"server.go": server, "client.go": client}, "server.go", "client.go")
	if list := f.find(); list != nil {
		t.Fatalf("something is missing: %v", list)
	}
	if f.Saved != 1 {
		t.Errorf("the marks were to be saved %d times", f.Saved)
	}
	f.save()
	f.remove("server.go")
	f.Write("net/listen.go", server)
	f.build()
	list := f.find()
	if len(list) != 1 || list[0].Path != "server.go" || len(list[0].Places) == 0 || list[0].Places[0].Path != "net/listen.go" {
		t.Fatalf("missing is %+v", list)
	}
	f.Log = nil
	before := f.Changes
	if again := f.find(); len(again[0].Places) == 0 || f.Changes > before+1 {
		t.Errorf("looking again tells %d changes, and finds %+v", f.Changes-before, again)
	}
	if n := p.AcceptLikely(); n != 1 {
		t.Errorf("%d were accepted", n)
	}
	f.wantLog("use the new paths", "Updated the paths of {{.N}} entries")
	if got := f.Comp.Files[0].Path; got != "net/listen.go" {
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
	f.Log = nil
	to := repair.Place{}
	to.Path = "other.go"
	p.Accept(list[0], to)
	p.Exclude(list[1])
	f.wantLog("use {{.Name}}", "remove {{.N}} missing entries")
	if len(f.Comp.Files) != 1 || f.Comp.Files[0].Path != "other.go" {
		t.Errorf("the files are %+v", f.Comp.Files)
	}
}

func TestNothingIsMissingBeforeThereIsATree(t *testing.T) {
	f, p := newFake(t, nil, "gone.go")
	f.Listed = nil
	if list := f.find(); list != nil || f.Log != nil || f.Changes > 0 {
		t.Errorf("missing is %+v, and it did %q", list, f.Log)
	}
	f.Opened = nil
	p.Find()
	p.Exclude(repair.Item{Path: "gone.go"})
	if len(f.Comp.Files) != 1 || p.Placing() {
		t.Error("something was done without a project")
	}
}

func TestHowFilesWereIsSavedOnce(t *testing.T) {
	f, p := newFake(t, map[string]string{"server.go": server}, "server.go", "gone.go")
	f.find()
	f.save()
	mark := f.Stored.FileIDs(f.Opened.Dir)["server.go"]
	if mark.Size != int64(len(server)) || mark.Hash == "" || mark.Fingerprint == "" {
		t.Errorf("kept is %+v", mark)
	}
	if diff := cmp.Diff(mark, p.marks["server.go"]); diff != "" {
		t.Errorf("what is known here is another (-want +got):\n%s", diff)
	}
	f.Log = nil
	if f.find(); p.unsaved || f.Log != nil {
		t.Errorf("what is saved is to be saved again: %q", f.Log)
	}
	f.Write("server.go", server+"// edited\n")
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
	f, p := newFake(t, map[string]string{"net/server.go": server, "shots/a.png": "", "web.go": "", ".gitignore": "/out\n", "out/b.go": ""})
	tests := []struct {
		kind  repair.Kind
		query string
		want  []string
	}{
		{repair.File, "", []string{".gitignore", "web.go", "net/server.go", "shots/a.png"}},
		{repair.Slice, "server", []string{"net/server.go"}},
		{repair.Folder, "", []string{"net", "shots"}},
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
			f.Until("it is done", func() bool { return answered })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong paths (-want +got):\n%s", diff)
			}
		})
	}
}
