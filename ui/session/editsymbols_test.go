package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/editors"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

const symbolsSource = `class Server:
    """Serves."""

    def login(self, user):
        return user

    def stop(self):
        self.done = True

def main():
    Server().login("a")
`

// openSymbols opens the symbols of a file and waits until they are known.
func (d *desk) openSymbols(path string) *editors.Symbols {
	d.tb.Helper()
	m := editors.Of(d).Symbols(path, nil, func() {})
	d.tb.Cleanup(m.Close)
	d.until("the symbols are known", func() bool { return !m.Busy() })
	return m
}

// follow lets a model take in what has changed, as the window does.
func (d *desk) follow(m *editors.Symbols) {
	d.tb.Helper()
	d.settle()
	m.Follow(change.Document)
	d.until("the symbols are known", func() bool { return !m.Busy() })
}

// symbolRows are the rows of a model: the tick, the name, how it is shown.
func symbolRows(m *editors.Symbols) string {
	var b strings.Builder
	for i := range m.Len() {
		row := m.Row(i)
		tick := map[project.Tick]string{project.Unticked: "-", project.Partly: "~", project.Ticked: "x"}[row.Tick]
		if row.Lost {
			tick = "?"
		}
		fmt.Fprintf(&b, "%s%s %s %s\n", strings.Repeat("  ", row.Depth), tick, row.Name(), row.Mode)
	}
	return b.String()
}

func TestSymbolsBeginWithWhatIsShown(t *testing.T) {
	tests := []struct {
		name string
		item models.FileItem
		want string
	}{
		{"a file in full", models.FileItem{}, "x Server def\n  x login def\n  x stop def\nx main def\n"},
		{"a skeleton", models.FileItem{ViewMode: models.Skeleton}, "~ Server def\n  ~ login sig\n  ~ stop sig\n~ main sig\n"},
		{"an outline", models.FileItem{ViewMode: models.Outline}, "- Server hide\n  - login hide\n  - stop hide\n- main hide\n"},
		{
			"a mask",
			models.FileItem{ViewMode: models.Masked, AstMask: map[string]models.MaskMode{"Server.login": "sig", "gone": "def"}},
			"? gone def\n~ Server hide\n  ~ login sig\n  - stop hide\n- main hide\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"a.py": symbolsSource})
			d.Add([]string{"a.py"})
			d.change(message.New("", nil), "", func(e *project.Edit) {
				e.Change([]int{0}, func(it *models.FileItem) { it.ViewMode, it.AstMask = tt.item.ViewMode, tt.item.AstMask })
			})
			d.settle()
			before := d.Composition()
			m := d.openSymbols("a.py")
			if diff := cmp.Diff(tt.want, symbolRows(m)); diff != "" {
				t.Errorf("wrong rows (-want +got):\n%s", diff)
			}
			if !project.SameComposition(before, d.Composition()) {
				t.Error("to look at the symbols has changed the composition")
			}
		})
	}
}

func TestAChoiceIsOneStep(t *testing.T) {
	d := newDesk(t, map[string]string{"a.py": symbolsSource})
	d.Add([]string{"a.py"})
	d.settle()
	m := d.openSymbols("a.py")
	m.Choose([]int{m.Find("Server.login"), m.Find("main")}, models.MaskSig)
	d.follow(m)
	item := d.Files().Items()[0]
	if diff := cmp.Diff(map[string]models.MaskMode{"Server": "def", "Server.login": "sig", "main": "sig"}, item.AstMask); diff != "" || item.ViewMode != models.Masked {
		t.Errorf("view mode %s, wrong mask (-want +got):\n%s", item.ViewMode, diff)
	}
	if got, doc := strings.Join(m.Lines(), "\n"), d.Document().Text(); !strings.Contains(doc, got) || !strings.Contains(got, "def main():\n    ...") {
		t.Errorf("beside the symbols stands\n%s\nand in the document\n%s", got, doc)
	}
	shown, full := m.Cost()
	if !shown.Exact || shown.N == 0 || shown.N >= full.N {
		t.Errorf("%v of %v tokens", shown, full)
	}
	if !d.Undo() {
		t.Fatal("nothing to undo")
	}
	d.follow(m)
	if got := d.Files().Items()[0]; got.ViewMode != models.Full || got.AstMask != nil {
		t.Errorf("after one undo the file is shown as %s with %v", got.ViewMode, got.AstMask)
	}
	if row := m.Row(m.Find("main")); row.Mode != models.MaskDef {
		t.Errorf("after undo main is shown as %s", row.Mode)
	}
}

// With no symbol chosen the document shows the summary of the file, and so does its figure.
func TestNoSymbolCostsTheSummary(t *testing.T) {
	d := newDesk(t, map[string]string{"a.py": symbolsSource})
	d.Add([]string{"a.py"})
	d.settle()
	m := d.openSymbols("a.py")
	var all []int
	for i := range m.Len() {
		all = append(all, i)
	}
	m.Choose(all, models.MaskHide)
	d.follow(m)
	_, body := d.Document().BodyRange(d.Document().BlockOfRow(0))
	want := d.project.Counting()(body)
	if got, _ := m.Cost(); got != want || want.N == 0 || strings.Join(m.Lines(), "") != "" {
		t.Errorf("it costs %+v, want %+v, and shows %q", got, want, m.Lines())
	}
}

func TestAChoiceAddsTheFile(t *testing.T) {
	d := newDesk(t, map[string]string{"a.py": symbolsSource})
	m := d.openSymbols("a.py")
	m.Toggle([]int{m.Find("main")})
	d.follow(m)
	if _, ok := d.Files().RowOf("a.py"); !ok {
		t.Fatal("the file is not in the dossier")
	}
	if diff := cmp.Diff(map[string]models.MaskMode{"Server": "def"}, d.Files().Items()[0].AstMask); diff != "" {
		t.Errorf("wrong mask (-want +got):\n%s", diff)
	}
}

func TestLostSymbolsAreReplaced(t *testing.T) {
	d := newDesk(t, map[string]string{"a.py": symbolsSource})
	d.Add([]string{"a.py"})
	m := d.openSymbols("a.py")
	m.Choose([]int{m.Find("Server.login")}, models.MaskSig)
	d.follow(m)
	d.write("a.py", strings.Replace(symbolsSource, "def login", "def log_in", 1))
	d.project.Builder.Invalidate()
	d.rebuild()
	d.follow(m)
	row := m.Row(0)
	if !row.Lost || row.Path != "Server.login" || len(row.Nearest) == 0 || row.Nearest[0] != "Server.log_in" {
		t.Fatalf("the first row is %+v, want the lost Server.login", row)
	}
	m.Replace("Server.login", row.Nearest[0])
	d.follow(m)
	if diff := cmp.Diff(map[string]models.MaskMode{"Server": "def", "Server.log_in": "sig", "main": "def"}, d.Files().Items()[0].AstMask); diff != "" {
		t.Errorf("wrong mask (-want +got):\n%s", diff)
	}
	if m.Row(0).Lost {
		t.Error("it is still lost")
	}
}

func TestSymbolsAreFilteredAndFolded(t *testing.T) {
	d := newDesk(t, map[string]string{"a.py": symbolsSource, "a.txt": "text\n"})
	m := d.openSymbols("a.py")
	m.Open(m.Find("Server"), false)
	if got := symbolRows(m); got != "x Server def\nx main def\n" {
		t.Errorf("folded:\n%s", got)
	}
	m.SetFilter("LOG")
	if got := symbolRows(m); got != "x Server def\n  x login def\n" {
		t.Errorf("filtered:\n%s", got)
	}
	m.SetFilter("")
	if got := symbolRows(m); got != "x Server def\nx main def\n" {
		t.Errorf("without the filter what was folded is open:\n%s", got)
	}
	text := d.openSymbols("a.txt")
	if text.Problem() == nil || text.Len() != 0 {
		t.Errorf("problem %v of a file without symbols", text.Problem())
	}
}
