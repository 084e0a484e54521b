package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets/snapshots"
)

func outputIn(t *testing.T, project, dir string) Output {
	t.Helper()
	root, err := os.OpenRoot(project)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	place := func(create bool) (*os.Root, bool, error) {
		folder, err := snapshots.OpenFolder(root, dir, create)
		return folder, models.OwnFolder(dir), err
	}
	return Output{Folder: snapshots.Written(place, "acme", TextExts(), ""), Dir: dir}
}

// build builds a document of the folder's project.
func (d *folder) build(in aggregate.Input) *aggregate.Document {
	d.tb.Helper()
	doc, err := d.open().Builder.Build(d.tb.Context(), in, nil)
	if err != nil {
		d.tb.Fatal(err)
	}
	return doc
}

func contentOf(t *testing.T, names ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(names...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWriteTakesTheNextNumber(t *testing.T) {
	p := newFolder(t, map[string]string{"a.txt": "a\n", ".dossier/out/acme_007.md": "kept\n", ".dossier/out/.gitignore": "mine\n"})
	out := outputIn(t, p.dir, models.DefaultOutputDir)
	in := aggregate.Input{Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("a.txt")}}}
	doc := p.build(in)
	name, err := out.Write(doc, aggregate.RecordOf(doc, in, aggregate.RecordInfo{Time: time.Unix(1, 0)}))
	if err != nil || name != ".dossier/out/acme_008.md" {
		t.Fatalf("written to %q: %v", name, err)
	}
	if diff := cmp.Diff(doc.Text(), contentOf(t, p.dir, name)); diff != "" {
		t.Errorf("the file is not the document (-document +file):\n%s", diff)
	}
	if got := contentOf(t, p.dir, ".dossier/out/acme_007.md") + contentOf(t, p.dir, ".dossier/out/.gitignore"); got != "kept\nmine\n" {
		t.Errorf("what was there became %q", got)
	}
}

func TestFoldersThatAreMadeAreKeptOutOfTheRepository(t *testing.T) {
	tests := []struct {
		name  string
		dir   string
		files map[string]string
		want  string // of .gitignore; empty: there is none
	}{
		{name: "the default folder", dir: models.DefaultOutputDir, want: "*\n"},
		{name: "a folder that is new", dir: "docs/dossiers", want: "*\n"},
		{name: "a folder that is empty", dir: "docs", files: map[string]string{"docs/": ""}, want: "*\n"},
		{name: "a folder with files of the person's", dir: "docs", files: map[string]string{"docs/a.md": "a\n"}},
		{name: "the project's own", dir: ".", files: map[string]string{"a.md": "a\n"}},
		{name: "the default folder with others' dossiers", dir: models.DefaultOutputDir, files: map[string]string{".dossier/out/acme_001.md": "a\n"}, want: "*\n"},
		{name: "a folder in ours", dir: ".dossier/here", files: map[string]string{".dossier/here/acme_001.md": "a\n"}, want: "*\n"},
		{name: "a list that is there", dir: models.DefaultOutputDir, files: map[string]string{".dossier/out/.gitignore": "mine\n"}, want: "mine\n"},
		{name: "a list that the person took away", dir: "docs", files: map[string]string{"docs/acme_001.md": "a\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			for name, content := range tt.files {
				if !strings.HasSuffix(name, "/") {
					files[name] = content
				}
			}
			p := newFolder(t, files)
			for name := range tt.files {
				if err := os.MkdirAll(filepath.Join(p.dir, filepath.Dir(name)), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			doc := p.build(aggregate.Input{Composition: models.Composition{Instruction: "x"}})
			for range 2 {
				if _, err := outputIn(t, p.dir, tt.dir).Write(doc, aggregate.RecordOf(doc, aggregate.Input{}, aggregate.RecordInfo{})); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(filepath.Join(p.dir, tt.dir, ".gitignore"))
			if string(got) != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("the list is %q (%v), want %q", got, err, tt.want)
			}
		})
	}
}

func TestNothingIsWrittenOutsideTheProject(t *testing.T) {
	outside := t.TempDir()
	p := newFolder(t, nil)
	if err := os.Symlink(outside, filepath.Join(p.dir, "link")); err != nil {
		t.Skip(err)
	}
	for _, dir := range []string{"..", "../out", "/tmp/out", "a/../../out", "", "link", "link/deeper"} {
		if name, err := outputIn(t, p.dir, dir).Write(p.build(aggregate.Input{}), models.Snapshot{}); err == nil {
			t.Errorf("%q: written to %s", dir, name)
		}
	}
	err := filepath.WalkDir(filepath.Dir(outside), func(name string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".md") {
			t.Errorf("%s was written", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestWritersNeverShareANumber(t *testing.T) {
	p := newFolder(t, nil)
	doc := p.build(aggregate.Input{Composition: models.Composition{Instruction: "the same"}})
	const writers, each = 4, 10
	var (
		group sync.WaitGroup
		mu    sync.Mutex
		names = map[string]bool{}
	)
	for range writers {
		out := outputIn(t, p.dir, models.DefaultOutputDir)
		group.Go(func() {
			for range each {
				name, err := out.Write(doc, aggregate.RecordOf(doc, aggregate.Input{}, aggregate.RecordInfo{}))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				names[name] = true
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if len(names) != writers*each {
		t.Errorf("%d names for %d documents", len(names), writers*each)
	}
}
