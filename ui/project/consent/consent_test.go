package consent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

const asking = `[project]
execution_mode = "beads"
[files]
items = ["a.txt", "../shared/b.txt", "./../shared/b.txt", "link.txt", "../shared/*.txt", "gone.txt", "/"]
[screenshots]
base_dir = "../shots"
paths = ["x.png"]
[output]
dir = ".github/out"
[presets.p]
files = ["../shared/c.txt", "a.txt"]
[links.contexts.c]
context_items = ["../notes/n.md", { path = "../notes/off.md", include = false }]
`

// open opens a project that asks for things, with a bd on the PATH that leaves a mark.
func open(t *testing.T, file string) (p *project.Project, base string) {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "bd"), []byte("#!/bin/sh\n: > "+bin+"/ran\necho '[]'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	t.Cleanup(func() {
		if _, err := os.Stat(filepath.Join(bin, "ran")); err == nil {
			t.Error("to ask has run bd")
		}
	})
	p = projecttest.Open(t, map[string]string{"dossier.toml": file, "a.txt": "a\n", ".beads/metadata.json": "{}"})
	base = filepath.Dir(p.Dir)
	projecttest.Write(t, filepath.Join(base, "shared", "b.txt"), "outside\n")
	projecttest.Write(t, filepath.Join(base, "secret"), "outside\n")
	if err := os.Symlink("../secret", filepath.Join(p.Dir, "link.txt")); err != nil {
		t.Skip(err)
	}
	return p, base
}

func ask(t *testing.T, p *project.Project) Question {
	t.Helper()
	q, err := Of(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// said is a question with the folder above the project cut off.
func said(q Question, base string) (lines []string) {
	for _, a := range q.Permissions {
		target := strings.TrimPrefix(a.Target, base+string(filepath.Separator))
		if a.Kind == Run {
			target = filepath.Base(a.request.Program)
		}
		lines = append(lines, fmt.Sprint(a.Kind, " ", filepath.ToSlash(target), " ", a.Names, " ", a.New))
	}
	return lines
}

func TestOneQuestionNamesAllThatIsAskedFor(t *testing.T) {
	p, base := open(t, asking)
	q := ask(t, p)
	want := []string{
		"read notes/n.md [../notes/n.md] true", "read secret [link.txt] true", "read shared/b.txt [../shared/b.txt] true", "read shared/c.txt [../shared/c.txt] true",
		"read shots/x.png [x.png] true", "run bd [] true", "write project/.github/out [.github/out] true",
	}
	if diff := cmp.Diff(want, said(q, base)); diff != "" {
		t.Errorf("wrong question (-want +got):\n%s", diff)
	}
	if !q.Open() || q.More != 0 {
		t.Errorf("it is %+v", q)
	}
	if allowed := p.Access().Allowed(); len(allowed) != 0 {
		t.Errorf("to ask has allowed %q", allowed)
	}
}

// All of it is allowed by one answer, and nothing else; what comes later is asked again.
func TestAnAnswerHoldsForWhatWasAsked(t *testing.T) {
	p, base := open(t, asking)
	q := ask(t, p)
	if err := Answer(t.Context(), p, q, q.Permissions); err != nil {
		t.Fatal(err)
	}
	if q := ask(t, p); len(q.Permissions) != 0 || q.Open() {
		t.Errorf("asked again: %q", said(q, base))
	}
	if p.OutputProblem() != nil || !p.Beads().Consented(q.Permissions[5].Request()) {
		t.Error("the folder or the program is not allowed")
	}
	if _, err := p.Reader().Stat("../shared/b.txt"); err != nil {
		t.Error(err)
	}
	projecttest.Write(t, filepath.Join(base, "other.txt"), "outside\n")
	if _, err := p.Reader().Stat("../other.txt"); !project.Outside(err) {
		t.Errorf("what nobody asked for: %v", err)
	}

	projecttest.Write(t, filepath.Join(p.Dir, "dossier.toml"), strings.Replace(asking, `"../shared/b.txt"`, `"../shared/b.txt", "../other.txt"`, 1))
	projecttest.Write(t, filepath.Join(p.Dir, ".beads", "metadata.json"), `{"database": "other"}`)
	if _, err := p.Reload(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"read other.txt [../other.txt] true", "run bd [] true"}, said(ask(t, p), base)); diff != "" {
		t.Errorf("wrong question of another file (-want +got):\n%s", diff)
	}
}

// Refused requests are not asked again until the project requests something else, which is new;
// fewer requests are no reason to ask.
func TestRefusedRequestsAreNotAskedAgain(t *testing.T) {
	p, base := open(t, asking)
	q := ask(t, p)
	if err := Answer(t.Context(), p, q, q.Permissions[2:3]); err != nil {
		t.Fatal(err)
	}
	rest := ask(t, p)
	if rest.Open() || len(rest.Permissions) != len(q.Permissions)-1 || rest.Key() == q.Key() {
		t.Errorf("asked again: %q", said(rest, base))
	}
	if diff := cmp.Diff([]string{filepath.Join(base, "shared", "b.txt")}, p.Access().Allowed()); diff != "" {
		t.Errorf("allowed (-want +got):\n%s", diff)
	}
	change := func(old, new string) Question {
		t.Helper()
		projecttest.Write(t, filepath.Join(p.Dir, "dossier.toml"), strings.Replace(asking, old, new, 1))
		if _, err := p.Reload(); err != nil {
			t.Fatal(err)
		}
		return ask(t, p)
	}
	if q := change(`"link.txt", `, ""); q.Open() {
		t.Errorf("fewer things are asked again: %q", said(q, base))
	}
	q = change(`"link.txt"`, `"link.txt", "../../etc/new"`)
	for _, a := range q.Permissions {
		if a.New != strings.HasSuffix(a.Target, "new") {
			t.Errorf("%s is new: %t", a.Target, a.New)
		}
	}
	if !q.Open() {
		t.Error("what is new is not asked for")
	}
}

// A project cannot answer for the user: neither by keys of its file, nor by files in it, nor
// because another project has the same text, or had the same path and was moved.
func TestAProjectDoesNotAnswerForTheUser(t *testing.T) {
	p, base := open(t, asking+"[allow]\npaths = [\"../shared/b.txt\"]\nall = true\n")
	q := ask(t, p)
	for _, folder := range []string{"answers", "allowed", "consents", ".dossier/answers", "state/answers"} {
		for _, a := range q.Permissions {
			projecttest.Write(t, filepath.Join(p.Dir, folder, a.id()+".json"), `{"version":1,"data":{"project":"`+p.Dir+`","asked":["`+a.id()+`"],"paths":["`+a.Target+`"]}}`)
		}
	}
	if now := ask(t, p); !now.Open() || now.Key() != q.Key() {
		t.Errorf("the project has answered: %q", said(now, base))
	}
	// Both projects ask for the same, and have the same person's folders.
	one, _ := open(t, "[files]\nitems = [\"/nowhere/at/all.txt\"]\n")
	copied := filepath.Join(filepath.Dir(one.Dir), "copied")
	projecttest.Write(t, filepath.Join(copied, "dossier.toml"), "[files]\nitems = [\"/nowhere/at/all.txt\"]\n")
	other, err := one.User().Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	if err := Answer(t.Context(), one, ask(t, one), nil); err != nil {
		t.Fatal(err)
	}
	if !ask(t, other).Open() || ask(t, one).Open() {
		t.Error("an answer holds for another project, or not for its own")
	}
	stranger := Question{Permissions: []Permission{{Kind: Read, Target: filepath.Join(base, "other")}}}
	if err := Answer(t.Context(), p, ask(t, p), stranger.Permissions); err == nil {
		t.Error("what was not asked for is allowed")
	}
}

func TestAQuestionIsBounded(t *testing.T) {
	var items strings.Builder
	for i := range MaxPermissions + 50 {
		fmt.Fprintf(&items, "%q, ", fmt.Sprintf("../shared/%d.txt", i))
	}
	p, _ := open(t, "[files]\nitems = ["+items.String()+"]\n")
	if q := ask(t, p); len(q.Permissions) != MaxPermissions || q.More != 50 {
		t.Errorf("%d things and %d more", len(q.Permissions), q.More)
	}
}

// A root is asked for as a folder to read; what cannot be a root is not asked for, nor what its
// link leads to before the link itself is allowed.
func TestRootsAreAskedFor(t *testing.T) {
	p, base := open(t, "[roots]\nlib = \"../shared\"\nlink = \"../link\"\nin = \"sub\"\nup = \"..\"\nall = \"/\"\n[files]\nitems = [\"lib:/b.txt\", \"other:/b.txt\"]\n")
	if err := os.Symlink("notes", filepath.Join(base, "link")); err != nil {
		t.Skip(err)
	}
	projecttest.Write(t, filepath.Join(base, "notes", "n.md"), "outside\n")
	q := ask(t, p)
	if diff := cmp.Diff([]string{"read link [link:] true", "read shared [lib: lib:/b.txt] true"}, said(q, base)); diff != "" {
		t.Errorf("wrong question (-want +got):\n%s", diff)
	}
	if err := Answer(t.Context(), p, q, q.Permissions); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Reader().Stat("lib:/b.txt"); err != nil {
		t.Error(err)
	}
	if _, err := p.Reader().Stat("link:/n.md"); !project.Outside(err) {
		t.Errorf("what a link leads to: %v", err)
	}
	if diff := cmp.Diff([]string{"read notes [link:] true"}, said(ask(t, p), base)); diff != "" {
		t.Errorf("wrong question about the link (-want +got):\n%s", diff)
	}
}
