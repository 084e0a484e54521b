package proposals

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/project/projecttest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

const source = "package a\n\n// A is the first.\nfunc A() int { return 1 }\n\n// B is the second.\nfunc B() int { return 2 }\n"

// open opens a project that puts a.go and b.go together.
func open(t *testing.T) *project.Project {
	return projecttest.Open(t, map[string]string{
		".gitignore": "out/\n", "a.go": source, "b.go": "package a\n", "c.go": source, "d/e.md": "# E\n", "out/x.go": "package x\n",
		"dossier.toml": "[project]\nname = \"acme\"\ninstruction = \"find it\"\n[files]\nitems = [\"a.go\", \"b.go\"]\n",
	})
}

// wanted are the files of a request that adds, changes and removes.
func wanted() Request {
	now := "fix it"
	return Request{
		Client: "agent", Title: "the second", Reason: "only B matters", Instruction: &now, Remove: []string{"b.go"},
		Show: []Wanted{
			{Part: project.Part{Path: "a.go", Symbols: []string{"B"}}, Why: "the function"},
			{Part: project.Part{Path: "c.go", Lines: []string{"3-4", "7"}}},
			{Part: project.Part{Path: "d/e.md"}},
		},
	}
}

func TestMakeAndTake(t *testing.T) {
	p := open(t)
	made, err := Make(t.Context(), p, wanted())
	if err != nil {
		t.Fatal(err)
	}
	want := Report{
		ID: "p1", Client: "agent", Title: "the second", Reason: "only B matters", State: presets.ProposalWaiting, Fits: true, Exact: true,
		Instruction: &TextReport{Old: "find it", New: "fix it"},
		Rows: []RowReport{
			{Path: "a.go", Kind: fit.KindChanged, Old: models.Full, New: models.Masked, Symbols: []string{"B"}, Why: "the function"},
			{Path: "c.go", Kind: fit.KindAdded, New: models.Custom, Lines: []string{"3-4", "7-7"}},
			{Path: "d/e.md", Kind: fit.KindAdded, New: models.Full},
			{Path: "b.go", Kind: fit.KindRemoved, Old: models.Full},
		},
	}
	counts := cmpopts.IgnoreFields(RowReport{}, "Before", "After")
	if diff := cmp.Diff(want, made, counts, cmpopts.IgnoreFields(Report{}, "Time", "Before", "After")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if made.Before == made.After || made.Rows[0].Before <= made.Rows[0].After || made.Rows[3].After != 0 {
		t.Errorf("tokens %d to %d, rows %+v", made.Before, made.After, made.Rows)
	}
	state, _ := os.ReadFile(firstFile(t, p, "proposals"))
	if strings.Contains(string(state), "return 1") || strings.Contains(string(state), "find it") {
		t.Errorf("contents are stored: %s", state)
	}
	if _, err := Accept(t.Context(), p, "p1"); err != nil {
		t.Fatal(err)
	}
	c := p.Input().Composition
	doc, err := p.Builder.Build(t.Context(), p.Input(), nil)
	if err != nil || c.Instruction != "fix it" || len(c.Files) != 3 {
		t.Fatalf("%+v, %v", c, err)
	}
	if doc, _ = p.Builder.Count(t.Context(), doc, nil); doc.Tokens.N != made.After {
		t.Errorf("it has %d tokens, and %d were said", doc.Tokens.N, made.After)
	}
	if text := doc.Text(); strings.Count(text, "return 1") != 1 || strings.Count(text, "return 2") != 2 {
		t.Errorf("it shows %s", text)
	}
	if _, err := Accept(t.Context(), p, "p1"); !errors.Is(err, presets.ErrDecided) {
		t.Error(err)
	}
}

// firstFile returns the one file in a folder of the state folder.
func firstFile(t *testing.T, p *project.Project, folder string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(p.User().Places().State, folder, "*.json"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	return names[0]
}

// TestStale says which rows no longer fit, and that none of them is taken with others.
func TestStale(t *testing.T) {
	p := open(t)
	if _, err := Make(t.Context(), p, wanted()); err != nil {
		t.Fatal(err)
	}
	projecttest.Write(t, filepath.Join(p.Dir, "c.go"), strings.Replace(source, "first", "last", 1))
	c := p.Input().Composition
	c.Files[0].ViewMode = models.Skeleton
	c.Files = append(c.Files, models.NewFileItem("d/e.md"))
	c.Instruction = "leave it"
	if _, err := p.SaveComposition(t.Context(), p.File(), c, false); err != nil {
		t.Fatal(err)
	}
	p.Builder.Invalidate()
	got, err := Find(t.Context(), p, "p1")
	if err != nil || got.Fits {
		t.Fatal(got, err)
	}
	var problems []string
	for _, row := range got.Rows {
		problems = append(problems, row.Problem)
	}
	want := []string{"it is now shown in another way", "lines 3-4 have changed", "it is now in the composition", ""}
	if diff := cmp.Diff(want, problems); diff != "" || got.Instruction.Problem == "" {
		t.Errorf("%q (-want +got):\n%s", got.Instruction.Problem, diff)
	}
	if _, err := Accept(t.Context(), p, "p1"); err == nil || !strings.Contains(err.Error(), "a.go: it is now shown in another way") {
		t.Error(err)
	}
	if diff := cmp.Diff(c, p.Input().Composition); diff != "" {
		t.Errorf("the composition changed:\n%s", diff)
	}
	if _, err := Accept(t.Context(), p, "p1", "b.go"); err != nil {
		t.Fatal(err)
	}
	if got, err = Find(t.Context(), p, "p1"); err != nil || got.State != presets.ProposalPartlyAccepted || got.Accepted[0] != "b.go" || len(p.Input().Composition.Files) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	p := open(t)
	one := func(part project.Part) Request { return Request{Title: "x", Show: []Wanted{{Part: part}}} }
	token := "gh" + "p_" + strings.Repeat("aB3dE6gH9", 4)
	tests := []struct {
		name string
		r    Request
		want string
	}{
		{"no title", Request{Remove: []string{"a.go"}}, "needs a title"},
		{"nothing", Request{Title: "x"}, "is empty"},
		{"no change", one(project.Part{Path: "a.go"}), "changes nothing"},
		{"a file that is not there", one(project.Part{Path: "d/f.md"}), "does not exist"},
		{"a name that is nearly right", one(project.Part{Path: "e.md"}), "is it d/e.md?"},
		{"an ignored file", one(project.Part{Path: "out/x.go"}), "is ignored (.gitignore:1: out/)"},
		{"a folder", one(project.Part{Path: "d"}), "is a folder with 1 file, such as d/e.md"},
		{"outside", one(project.Part{Path: "/etc/passwd"}), "is outside the project"},
		{"outside by a way", one(project.Part{Path: "d/../../x"}), "is outside the project"},
		{"a symbol that is not there", one(project.Part{Path: "c.go", Symbols: []string{"Bee"}}), `has no symbol "Bee"`},
		{"lines beyond the end", one(project.Part{Path: "c.go", Lines: []string{"90-91"}}), "has 7 lines"},
		{"lines that are none", one(project.Part{Path: "c.go", Lines: []string{"x"}}), "not a range of lines"},
		{"a view that is none", one(project.Part{Path: "c.go", View: "half"}), "there is no view"},
		{"masked without symbols", one(project.Part{Path: "c.go", View: models.Masked}), "needs symbols"},
		{"twice", Request{Title: "x", Show: []Wanted{{Part: project.Part{Path: "c.go"}}, {Part: project.Part{Path: "./c.go"}}}}, "named twice"},
		{"removed and not there", Request{Title: "x", Remove: []string{"c.go"}}, "is not in the composition"},
		{"an instruction with a secret", Request{Title: "x", Instruction: &token}, "contains a possible secret"},
		{"too long", Request{Title: strings.Repeat("x", 999), Remove: []string{"a.go"}}, "at most 200 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Make(t.Context(), p, tt.r); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
	if list, err := List(t.Context(), p); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := Drop(context.Background(), p, "p9"); err == nil || !strings.Contains(err.Error(), "and no other") {
		t.Error(err)
	}
}

// TestAllowedOutside says that a path outside needs the user's leave, also when it is taken later.
func TestAllowedOutside(t *testing.T) {
	p := open(t)
	outside := filepath.Join(filepath.Dir(p.Dir), "lib.go")
	projecttest.Write(t, outside, source)
	r := Request{Title: "x", Show: []Wanted{{Part: project.Part{Path: outside, Lines: []string{"3-4"}}}}}
	if _, err := Make(t.Context(), p, r); err == nil || !strings.Contains(err.Error(), "dossier allow") {
		t.Fatal(err)
	}
	if _, err := p.Access().Allow(t.Context(), outside); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(t.Context(), p, r); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Access().Revoke(t.Context(), outside); err != nil {
		t.Fatal(err)
	}
	if got, err := Find(t.Context(), p, "p1"); err != nil || got.Fits {
		t.Errorf("%+v, %v", got, err)
	}
	if len(p.Access().Allowed()) != 0 || !project.Outside(readErr(t, p, outside)) {
		t.Error("to look at a proposal allows what it names")
	}
}

func readErr(t *testing.T, p *project.Project, name string) error {
	_, err := p.Reader().Read(t.Context(), name, 1<<10)
	return err
}
