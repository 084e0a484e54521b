package aggregate

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

func outputIn(t *testing.T, dir string) Output {
	t.Helper()
	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return Output{Folder: folder, Dir: models.DefaultOutputDir, Namespace: "acme"}
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
	p := newProject(t, map[string]string{"a.txt": "a\n", ".dossier/out/acme_007.md": "kept\n", ".dossier/out/.gitignore": "mine\n"})
	out := outputIn(t, p.dir)
	doc, name, err := p.Run(t.Context(), inputOf("a.txt"), out, Made{Time: time.Unix(1, 0)})
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

func TestOnlyTheDefaultFolderIsKeptOutOfTheRepository(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "a\n"})
	doc := p.build(inputOf("a.txt"))
	out := outputIn(t, p.dir)
	if _, err := out.Write(doc, RecordOf(doc, Input{}, Made{})); err != nil {
		t.Fatal(err)
	}
	if got := contentOf(t, p.dir, out.Dir, ".gitignore"); got != "*\n" {
		t.Errorf("the default folder's list is %q", got)
	}
	out.Dir = "docs/dossiers"
	if name, err := out.Write(doc, RecordOf(doc, Input{}, Made{})); err != nil || name != "docs/dossiers/acme_001.md" {
		t.Fatalf("written to %q: %v", name, err)
	}
	if _, err := os.Lstat(filepath.Join(p.dir, out.Dir, ".gitignore")); err == nil {
		t.Error("a folder that the person chose got a .gitignore")
	}
}

func TestNothingIsWrittenOutsideTheProject(t *testing.T) {
	outside := t.TempDir()
	p := newProject(t, nil)
	if err := os.Symlink(outside, filepath.Join(p.dir, "link")); err != nil {
		t.Skip(err)
	}
	out := outputIn(t, p.dir)
	for _, dir := range []string{"..", "../out", "/tmp/out", "a/../../out", "", "link", "link/deeper"} {
		out.Dir = dir
		if name, err := out.Write(p.build(Input{}), models.Snapshot{}); err == nil {
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
	p := newProject(t, nil)
	doc := p.build(Input{Composition: models.Composition{Instruction: "the same"}})
	const writers, each = 4, 10
	var (
		group sync.WaitGroup
		mu    sync.Mutex
		names = map[string]bool{}
	)
	for range writers {
		out := outputIn(t, p.dir)
		group.Go(func() {
			for range each {
				name, err := out.Write(doc, RecordOf(doc, Input{}, Made{}))
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
