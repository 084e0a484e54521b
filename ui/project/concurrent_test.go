package project

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
)

func pngOf(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Faces that are used at once, such as a window and a server, call one project: whatever
// reads gets one consistent answer, and what each write has saved is on the disk at the end.
func TestAProjectIsCalledFromManyGoroutines(t *testing.T) {
	const each = 8 // of nine kinds: 72 goroutines
	files := map[string]string{"dossier.toml": "[project]\nname = \"demo\"\n[files]\nitems = [\"*.go\", \"a.txt\"]\n", "a.txt": poem}
	var issues strings.Builder
	for i := range each {
		files[fmt.Sprintf("f%d.go", i)] = fmt.Sprintf("package f\n\nfunc F%d() {}\n", i)
		files[fmt.Sprintf("shots/%d.png", i)] = pngOf(t)
		fmt.Fprintf(&issues, `{"id":"x-%d","status":"open","title":"t","priority":2,"issue_type":"task"}`+"\n", i)
	}
	files[".beads/issues.jsonl"] = issues.String()
	d := newFolder(t, files)
	p := d.open()
	ctx := t.Context()

	kinds := []func(i int) error{
		func(int) error {
			doc, err := p.Builder.Build(ctx, p.Input(), nil)
			if err == nil && len(doc.Items) < each {
				err = fmt.Errorf("a document of %d files", len(doc.Items))
			}
			return err
		},
		func(i int) error {
			if _, err := p.Tree(ctx); err != nil {
				return err
			}
			if _, err := p.Explain(ctx, "a.txt"); err != nil {
				return err
			}
			if _, err := p.CountFile(ctx, fmt.Sprintf("f%d.go", i)); err != nil {
				return err
			}
			p.Presets().All()
			p.Warnings()
			if p.Beads().Tracker().Err != nil || p.Discussions().All().List != nil {
				return errors.New("the tracker or the discussions are wrong")
			}
			_, err := p.Snapshots().List()
			return err
		},
		func(i int) error {
			doc, err := p.Builder.Build(ctx, p.Input(), nil)
			if err != nil {
				return err
			}
			_, _, err = p.Snapshots().Write(doc, p.Input(), PresetRef{})
			return err
		},
		func(i int) error {
			f, err := p.FileSlices(ctx, "a.txt")
			if err != nil {
				return err
			}
			s, err := f.Make(i+1, i+2)
			if err == nil {
				_, _, err = f.Add(ctx, s)
			}
			return err
		},
		func(i int) error {
			_, err := p.Screenshots().Add(ctx, []string{fmt.Sprintf("shots/%d.png", i)}, "")
			return err
		},
		func(i int) error {
			return p.Presets().Save(ctx, PresetRef{[]models.Scope{models.ProjectScope, models.Global}[i%2], fmt.Sprintf("p%d", i)}, SaveOptions{})
		},
		func(i int) error {
			_, err := p.Beads().Set(ctx, []string{fmt.Sprintf("x-%d", i)}, false)
			return err
		},
		func(i int) error {
			if i == 0 {
				_, err := p.Discussions().Change(ctx, func(d models.Discussions) (models.Discussions, error) { return d, nil })
				return err
			}
			return p.User().ChangeSettings(ctx, func(s *presets.Settings) { s.MaxBytes += int64(i) })
		},
	}
	maxBytes := p.StoredState().MaxBytes()
	var group sync.WaitGroup
	for k, kind := range kinds {
		for i := range each {
			group.Go(func() {
				if err := kind(i); err != nil {
					t.Errorf("kind %d, %d: %v", k, i, err)
				}
			})
		}
	}
	group.Wait()

	check := func(p *Project) {
		t.Helper()
		saved := p.StoredState().Project
		names := func(n int, name func(int) string) []string {
			var out []string
			for i := range n {
				out = append(out, name(i))
			}
			slices.Sort(out)
			return out
		}
		got := map[string][]string{}
		for _, s := range saved.Screenshots {
			got["screenshots"] = append(got["screenshots"], s.Path)
		}
		for _, one := range p.Presets().All() {
			got["presets"] = append(got["presets"], one.Name)
		}
		got["beads"] = slices.Clone(saved.BeadsExclude)
		for _, it := range saved.Files {
			for _, s := range it.CustomSlices {
				got["slices"] = append(got["slices"], fmt.Sprintf("%d-%d", s.StartLine, s.EndLine))
			}
		}
		rows, err := p.Snapshots().List()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			got["dossiers"] = append(got["dossiers"], row.ID.Name)
		}
		for _, list := range got {
			slices.Sort(list)
		}
		want := map[string][]string{
			"screenshots": names(each, func(i int) string { return fmt.Sprintf("shots/%d.png", i) }),
			"presets":     names(each, func(i int) string { return fmt.Sprintf("p%d", i) }),
			"beads":       names(each, func(i int) string { return fmt.Sprintf("x-%d", i) }),
			"slices":      names(each, func(i int) string { return fmt.Sprintf("%d-%d", i+1, i+2) }),
			"dossiers":    names(each, func(i int) string { return fmt.Sprintf("demo_%03d", i+1) }),
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("wrong (-want +got):\n%s", diff)
		}
		if got, want := p.StoredState().MaxBytes(), maxBytes+each*(each-1)/2; got != want {
			t.Errorf("the limit is %d, want %d", got, want)
		}
	}
	check(p)
	check(d.open())
}

// Settings change while a build runs that asks for them: what a build reads is one value.
// The race detector sees when it is not.
func TestSettingsChangeWhileBuildsRun(t *testing.T) {
	files := map[string]string{"dossier.toml": "[files]\nitems = [\"*.go\"]\n"}
	for i := range 50 {
		files[fmt.Sprintf("f%02d.go", i)] = "package a\n"
	}
	d := newFolder(t, files)
	p := d.open()
	ctx, end := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for ctx.Err() == nil {
				fresh := p.newBuilder()
				in := aggregate.Input{Composition: p.StoredState().Composition(), IsOutput: p.StoredState().Output().Has}
				if _, err := fresh.Build(t.Context(), in, nil); err != nil {
					t.Error(err)
				}
				p.StoredState().ScanOptions()
			}
		})
	}
	for i := range 50 {
		d.write("dossier.toml", fmt.Sprintf("[project]\nname = \"p%d\"\n[output]\ndir = \"out%d\"\n[files]\nitems = [\"*.go\"]\nexclude = [\"x%d\"]\n", i, i, i))
		if changed, err := p.Reload(); err != nil || !changed {
			t.Fatalf("it changed: %t, %v", changed, err)
		}
	}
	end()
	group.Wait()
	if got := p.StoredState().Output().Dir; got != "out49" {
		t.Errorf("dossiers go to %s", got)
	}
}
