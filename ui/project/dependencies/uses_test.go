package dependencies

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

var files = map[string]string{
	"go.mod": "module m\n", "a.go": "package m\n\nimport \"m/b\"\n\nvar A = b.B\n",
	"b/b.go": "package b\n\nimport (\n\t\"fmt\"\n\t\"m/c\"\n)\n\nvar B = fmt.Sprint(c.C)\n\nfunc Long() {\n\tfmt.Println(1)\n\tfmt.Println(2)\n\tfmt.Println(3)\n}\n",
	"c/c.go": "package c\n\nvar C = 1\n",
}

func reached(t testing.TB, f *Files, to Direction, depth int, names ...string) []string {
	t.Helper()
	a, err := f.Find(t.Context(), to, depth, names, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, u := range a.Items {
		out = append(out, u.Path)
	}
	return out
}

// What changes on the disk is in the next answer, and what was read is kept for the next one who
// opens the project.
func TestFindFollowsTheDisk(t *testing.T) {
	p := projecttest.Open(t, files)
	f := Of(p)
	if diff := cmp.Diff([]string{"b/b.go", "c/c.go"}, reached(t, f, Uses, 2, "a.go")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	projecttest.Write(t, filepath.Join(p.Dir, "b/b.go"), "package b\n\nvar B = 1\n")
	for _, f := range []*Files{f, Of(p)} {
		if diff := cmp.Diff([]string{"b/b.go"}, reached(t, f, Uses, 2, "a.go")); diff != "" {
			t.Errorf("after a change (-want +got):\n%s", diff)
		}
	}
	var read atomic.Int64
	if _, err := Of(p).Graph(t.Context(), func(int, int) { read.Add(1) }); err != nil || read.Load() == 0 {
		t.Errorf("%d files looked at, %v", read.Load(), err)
	}
}

func TestCost(t *testing.T) {
	p := projecttest.Open(t, files)
	whole, err := Of(p).Cost(t.Context(), p.Input(), models.Full, []string{"b/b.go", "gone.go"})
	if err != nil {
		t.Fatal(err)
	}
	short, err := Of(p).Cost(t.Context(), p.Input(), models.Skeleton, []string{"b/b.go"})
	if err != nil {
		t.Fatal(err)
	}
	if whole[0].N <= short[0].N || short[0].N == 0 || whole[1].N != 0 {
		t.Errorf("in full %v, as skeletons %v", whole, short)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Of(p).Cost(ctx, p.Input(), models.Full, []string{"b/b.go"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Files that are there keep how they are shown; the others come in the view mode, in their order.
func TestAdd(t *testing.T) {
	p := projecttest.Open(t, files)
	in, base := p.Input(), p.StoredState().FilesBase()
	in.Composition.Files = []models.FileItem{{Path: "b/*.go", ViewMode: models.Full}}
	e := project.NewEdit(in.Composition, base, p.Resolver(t.Context(), base).Rows(in.Composition.Files))
	if n := Add(e, models.Skeleton, []string{"c/c.go", "b/b.go", "a.go"}); n != 2 {
		t.Errorf("%d added", n)
	}
	var got []string
	for _, item := range e.Composition.Files {
		got = append(got, item.Path+" "+string(item.ViewMode))
	}
	if diff := cmp.Diff([]string{"b/*.go full", "c/c.go skeleton", "a.go skeleton"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
