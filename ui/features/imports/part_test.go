package imports

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project/dependencies"
	"dossier/ui/project/projecttest"
	"dossier/ui/session/jobs"
	"dossier/ui/session/sessiontest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

// fake is a session with nothing but what the uses ask of it.
type fake struct {
	*sessiontest.Desk
}

func newFake(t *testing.T, files map[string]string) (*fake, *Part) {
	t.Helper()
	f := &fake{Desk: sessiontest.New(t, files)}
	work := jobs.NewGroup(f.Do, func(err error) { t.Error(err) })
	t.Cleanup(work.Close)
	return f, New(f, work)
}

var files = map[string]string{
	"a.py": "import b\nimport c\n", "b.py": "import d\n\ndef f():\n    a = 1\n    b = 2\n    c = 3\n    return a + b + c\n", "c.py": "", "d.py": "import gone_too\n",
}

func paths(p *Part) []string {
	var out []string
	for _, row := range p.Rows() {
		sign := " "
		if row.Ticked {
			sign = "+"
		}
		out = append(out, sign+row.Path)
	}
	return out
}

func TestWhatIsTickedIsAddedInOneStep(t *testing.T) {
	f, p := newFake(t, files)
	f.Comp.Files = []models.FileItem{models.NewFileItem("a.py"), models.NewFileItem("c.py")}
	counted := func() bool {
		_, cost := p.Ticked()
		return len(p.Rows()) > 0 && !p.Busy() && !cost.Pending
	}
	p.Query(dependencies.Uses, "a.py")
	f.Until("it is counted", counted)
	if diff := cmp.Diff([]string{"+b.py", " c.py"}, paths(p)); diff != "" {
		t.Errorf("what is put together already is not ticked (-want +got):\n%s", diff)
	}
	_, short := p.Ticked()
	p.SetMode(models.Full)
	f.Until("it is counted in full", counted)
	if _, whole := p.Ticked(); whole.N <= short.N {
		t.Errorf("in full %d, as a skeleton %d", whole.N, short.N)
	}
	p.SetMode(models.Skeleton)
	p.SetDepth(2)
	f.Until("it is followed further", func() bool { return len(p.Rows()) == 3 && counted() })
	p.Tick([]int{2}, false)
	if files, _ := p.Ticked(); files != 1 || !p.Add() || len(f.Log) != 2 {
		t.Errorf("%d files, the steps %q", files, f.Log)
	}
	at := slices.IndexFunc(f.Comp.Files, func(item models.FileItem) bool { return item.Path == "b.py" })
	if at != 1 || f.Comp.Files[at].ViewMode != models.Skeleton || len(f.Comp.Files) != 3 || f.Comp.Files[2].ViewMode != models.Full {
		t.Errorf("the composition is %v", f.Comp.Files)
	}
	if len(f.Messages) != 1 || f.Messages[0].Text != "Added {{.N}} files" || !f.Messages[0].Undo {
		t.Errorf("said is %+v", f.Messages)
	}
	if p.Add() {
		t.Error("nothing is ticked, and something is added")
	}
}

// While many files are read the progress is reported, and only then.
func TestProgressOfReading(t *testing.T) {
	many := map[string]string{"a.py": "import b0\n"}
	for i := range 2 * progressAfter {
		many[fmt.Sprintf("b%d.py", i)] = ""
	}
	f, p := newFake(t, many)
	var most aggregate.Progress
	p.Query(dependencies.Uses, "a.py")
	f.Until("it is found", func() bool {
		if now := p.Progress(); now.Done > most.Done {
			most = now
		}
		return len(p.Rows()) == 1 && !p.Busy()
	})
	if most.Done < progressAfter || most.Total != len(many) || p.Progress().Done != 0 {
		t.Errorf("told were %+v, and in the end %+v", most, p.Progress())
	}
}

func TestWhatUsesItAndWhatIsWrong(t *testing.T) {
	f, p := newFake(t, files)
	p.Query(dependencies.UsedBy, "d.py")
	p.SetDepth(9)
	f.Until("it is found", func() bool { return !p.Busy() && len(p.Rows()) == 2 })
	if p.Depth() != dependencies.MaxDepth || p.Rows()[1].From != "b.py" {
		t.Errorf("to depth %d: %+v", p.Depth(), p.Rows())
	}
	p.Query(dependencies.Uses, "gone.py")
	f.Until("it is said", func() bool { return !p.Busy() })
	if p.Err() == nil || len(p.Rows()) > 0 {
		t.Errorf("%v, %v", p.Err(), p.Rows())
	}
	f.Opened = nil
	p.Query(dependencies.Uses, "a.py")
	if p.Busy() {
		t.Error("without a project something is looked for")
	}
}
