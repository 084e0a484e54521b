package presets

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/models"
	"dossier/presets/tomledit"
)

// valid returns documents that decode: the short ones of the TOML suite and the project file of
// these tests.
func valid(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("tomledit", "testdata", "suite.json"))
	if err != nil {
		t.Fatal(err)
	}
	var suite struct{ Documents []struct{ Text string } }
	if err := json.Unmarshal(data, &suite); err != nil {
		t.Fatal(err)
	}
	list := []string{sample}
	for _, doc := range suite.Documents {
		if len(doc.Text) < 150 {
			list = append(list, doc.Text)
		}
	}
	return list
}

// Every prefix, changed byte and doubled line of valid files: a file that does not decode is
// never written, and one that does contains the saved values afterwards.
func TestDamagedFilesAreNeverWritten(t *testing.T) {
	base := t.TempDir()
	root, err := os.OpenRoot(base)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	places := Places{State: filepath.Join(base, "state")}
	name := filepath.Join(base, ProjectName)
	refused, saved, each := 0, 0, 20
	if testing.Short() {
		each = 200
	}
	try := func(text []byte) {
		// The disk operations are the same for all, so one of twenty is enough.
		if parseDocument(name, text).refusal != nil {
			if refused++; refused%each != 0 {
				return
			}
		} else if saved++; saved%each != 0 {
			return
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		f, _ := LoadProject(root, places)
		next, err := f.Save(context.Background(), func(p *models.Project) { p.Name += "x" })
		got, readErr := os.ReadFile(name)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err != nil {
			if !bytes.Equal(got, text) {
				t.Fatalf("%q was written although %v", text, err)
			}
			return
		}
		if f.ReadOnly() != nil || next.Project.Name != f.Project.Name+"x" {
			t.Fatalf("%q became %q with the name %q", text, got, next.Project.Name)
		}
	}
	docs := valid(t)
	for _, doc := range docs {
		for i := range doc {
			try([]byte(doc[:i]))
			for _, flip := range []byte{0x01, 0x20, 0x80} {
				b := []byte(doc)
				b[i] ^= flip
				try(b)
			}
		}
		for line := range strings.SplitSeq(doc, "\n") {
			try([]byte(strings.Replace(doc, line, line+"\n"+line, 1)))
		}
	}
	t.Logf("%d files damaged into %d that are refused and %d that decode", len(docs), refused, saved)
	if len(docs) < 50 || refused+saved < 20_000 {
		t.Errorf("%d files and %d damages, want 50 and 20000", len(docs), refused+saved)
	}
}

// For any project, a change of one kind modifies the file to mean exactly that, and loading
// returns the saved values.
func TestSaveAnyProject(t *testing.T) {
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		f, err := LoadProject(root, Places{State: filepath.Join(base, "state")})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			want := drawProject(t)
			next, err := f.Save(context.Background(), func(p *models.Project) {
				SetComposition(p, want.Composition.Clone())
				p.Name, p.Exclude, p.OutputDir = want.Name, want.Exclude, want.OutputDir
				p.Presets = want.Presets
			})
			if err != nil {
				t.Fatal(err)
			}
			again, err := LoadProject(root, Places{State: filepath.Join(base, "state")})
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []models.Project{next.Project, again.Project} {
				for _, u := range projectParts(want) {
					if v := byKey(projectParts(got))[u.key()].value; !tomledit.Equal(v, u.value) && !(u.plain && v == nil) {
						t.Fatalf("%s is %v, want %v", u.key(), v, u.value)
					}
				}
				if len(got.Presets) != len(want.Presets) {
					t.Fatalf("%d presets, want %d", len(got.Presets), len(want.Presets))
				}
			}
			f = next
		}
	})
}

func drawProject(t *rapid.T) models.Project {
	text := rapid.StringOf(rapid.RuneFrom([]rune("ab c.\"'\\\n#[]=é")))
	items := func(label string) []models.FileItem {
		var list []models.FileItem
		for _, path := range rapid.SliceOfNDistinct(text.Filter(func(s string) bool { return s != "" }), 0, 4, rapid.ID[string]).Draw(t, label) {
			item := models.NewFileItem(path)
			item.ViewMode = rapid.SampledFrom(models.ViewModes()).Draw(t, "mode")
			item.ForceFull = rapid.Bool().Draw(t, "force")
			if rapid.Bool().Draw(t, "mask") {
				item.AstMask = map[string]models.MaskMode{text.Draw(t, "symbol"): models.MaskSig}
			}
			for range rapid.IntRange(0, 2).Draw(t, "slices") {
				item.CustomSlices = append(item.CustomSlices, models.Slice{StartLine: rapid.IntRange(1, 3).Draw(t, "start"), EndLine: 3, Tag: text.Draw(t, "tag")})
			}
			list = append(list, item)
		}
		return list
	}
	shots := func(label string) []models.Screenshot {
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) models.Screenshot {
			path := rapid.StringMatching(`[a-z*/]{1,8}`).Draw(t, "path")
			return models.Screenshot{Path: path, Caption: rapid.SampledFrom([]string{"", "what it shows"}).Draw(t, "caption")}
		}), 0, 3).Draw(t, label)
	}
	p := models.Project{
		Name: text.Draw(t, "name"), OutputDir: text.Draw(t, "output"),
		Exclude: rapid.SliceOfN(text, 0, 3).Draw(t, "exclude"),
		Composition: models.Composition{
			Instruction: text.Draw(t, "instruction"), Screenshots: shots("screenshots"),
			SummaryOnly: rapid.Bool().Draw(t, "summary"), Tree: rapid.SampledFrom(models.TreeModes()).Draw(t, "tree"),
			Strategy: rapid.SampledFrom(models.Strategies()).Draw(t, "strategy"),
			Files:    items("items"),
		},
	}
	for _, name := range rapid.SliceOfNDistinct(text.Filter(func(s string) bool { return strings.TrimSpace(s) != "" }), 0, 2, rapid.ID[string]).Draw(t, "presets") {
		p.Presets = append(p.Presets, models.Preset{Name: name, Description: text.Draw(t, "description"), Files: items("files"), Screenshots: shots("screenshots")})
	}
	return p
}

func BenchmarkSaveProject(b *testing.B) {
	dir := b.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	if err := os.WriteFile(filepath.Join(dir, ProjectName), []byte(sample), 0o644); err != nil {
		b.Fatal(err)
	}
	f, err := LoadProject(root, Places{State: filepath.Join(dir, "state")})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if f, err = f.Save(context.Background(), func(p *models.Project) { p.Name = fmt.Sprint(i) }); err != nil {
			b.Fatal(err)
		}
	}
}
