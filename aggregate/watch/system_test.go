package watch

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/systemtest"
)

// project is a real folder, watched by the system's notifier.
type project struct {
	t       *testing.T
	dir     string
	w       *Watcher
	batches chan Batch
}

func newProject(t *testing.T) *project {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &project{t: t, dir: dir, batches: make(chan Batch, 1000)}
	p.mkdir("src/sub/deep")
	p.mkdir("docs")
	p.write("src/a.go", "a")
	p.write("src/sub/deep/b.go", "b")
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	folders := []Folder{{Path: "."}, {Path: "src", Selected: true}, {Path: "src/sub"}, {Path: "src/sub/deep"}, {Path: "docs"}}
	added := make(chan string, 1000)
	p.w = Start(root, Options{
		Report: func(b Batch) { p.batches <- b },
		Notifier: func() (Notifier, error) {
			n, err := System()
			return telling{n, added}, err
		},
		Limited: func(e *LimitError) { t.Error(e) },
	})
	t.Cleanup(func() {
		p.w.Close()
		root.Close()
	})
	p.w.Watch(folders)
	for range folders {
		<-added
	}
	return p
}

// telling is a notifier that reports added folders.
type telling struct {
	Notifier
	added chan<- string
}

func (n telling) Add(dir string) error {
	err := n.Notifier.Add(dir)
	n.added <- dir
	return err
}

func (p *project) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

func (p *project) check(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) mkdir(name string)  { p.t.Helper(); p.check(os.MkdirAll(p.path(name), 0o755)) }
func (p *project) remove(name string) { p.t.Helper(); p.check(os.RemoveAll(p.path(name))) }
func (p *project) rename(from, to string) {
	p.t.Helper()
	p.check(os.Rename(p.path(from), p.path(to)))
}

func (p *project) write(name, content string) {
	p.t.Helper()
	p.check(os.WriteFile(p.path(name), []byte(content), 0o644))
}

// await waits until all folders and files have been reported, and returns all reports.
func (p *project) await(folders, files []string) Batch {
	p.t.Helper()
	missing := map[string]bool{}
	for _, f := range folders {
		missing["folder "+f] = true
	}
	for _, f := range files {
		missing["file "+f] = true
	}
	var all Batch
	deadline := time.After(time.Minute)
	for len(missing) > 0 {
		select {
		case b := <-p.batches:
			if b.All {
				p.t.Fatal("everything is to be looked at again, with no event lost")
			}
			for _, f := range b.Folders {
				delete(missing, "folder "+f)
			}
			for _, f := range b.Files {
				delete(missing, "file "+f)
			}
			all.Folders, all.Files = append(all.Folders, b.Folders...), append(all.Files, b.Files...)
		case <-deadline:
			p.t.Fatalf("never reported: %q", slices.Sorted(maps.Keys(missing)))
		}
	}
	return all
}

// The system's notifier reports changes to real files by users and tools. The test waits for the
// expected events and measures no time.
func TestRealChanges(t *testing.T) {
	tests := []struct {
		name    string
		do      func(*project)
		folders []string
		files   []string
	}{
		{"a new file", func(p *project) { p.write("src/new.go", "") }, []string{"src"}, []string{"src/new.go"}},
		{"a written file", func(p *project) { p.write("src/a.go", "more") }, nil, []string{"src/a.go"}},
		{"an appended file", func(p *project) {
			f, err := os.OpenFile(p.path("src/a.go"), os.O_APPEND|os.O_WRONLY, 0)
			p.check(err)
			_, err = f.WriteString("more")
			p.check(err)
			p.check(f.Close())
		}, nil, []string{"src/a.go"}},
		{"a removed file", func(p *project) { p.remove("src/a.go") }, []string{"src"}, []string{"src/a.go"}},
		{"a renamed file", func(p *project) { p.rename("src/a.go", "docs/c.go") }, []string{"src", "docs"}, []string{"src/a.go", "docs/c.go"}},
		{"an editor that saves by renaming", func(p *project) {
			p.write("src/.a.go.swp", "saved")
			p.rename("src/.a.go.swp", "src/a.go")
		}, []string{"src"}, []string{"src/a.go"}},
		{"an editor that moves the old file away", func(p *project) {
			p.rename("src/a.go", "src/a.go~")
			p.write("src/a.go", "saved")
			p.remove("src/a.go~")
		}, []string{"src"}, []string{"src/a.go"}},
		{"a name with odd bytes", func(p *project) { p.write("src/a\n\xff`é.go", "") }, []string{"src"}, []string{"src/a\n\xff`é.go"}},
		{"new folders", func(p *project) { p.mkdir("src/new/deep") }, []string{"src", "src/new", "src/new/deep"}, []string{"src/new"}},
		{"a file that is written in a new folder, later", func(p *project) {
			p.mkdir("src/new/deep")
			p.await([]string{"src/new/deep"}, nil)
			p.write("src/new/deep/c.go", "")
		}, []string{"src/new/deep"}, []string{"src/new/deep/c.go"}},
		{"a removed folder", func(p *project) { p.remove("src") }, []string{".", "src", "src/sub/deep"}, []string{"src"}},
		{"a folder that is moved out of the project", func(p *project) {
			p.check(os.Rename(p.path("src"), filepath.Join(p.t.TempDir(), "src")))
		}, []string{".", "src", "src/sub/deep"}, []string{"src"}},
		{"a file in a renamed folder, later", func(p *project) {
			p.rename("src", "lib")
			p.await([]string{".", "src", "lib", "lib/sub/deep"}, []string{"src", "lib"})
			p.write("lib/sub/deep/b.go", "more")
		}, nil, []string{"lib/sub/deep/b.go"}},
		{"a file in a folder that was renamed and renamed back, later", func(p *project) {
			p.rename("src", "lib")
			p.rename("lib", "src")
			p.await(nil, []string{"src"})
			p.write("src/sub/deep/b.go", "more")
		}, nil, []string{"src/sub/deep/b.go"}},
		{"a file in a folder that was removed and came again, later", func(p *project) {
			p.remove("src")
			p.mkdir("src/sub/deep")
			p.await([]string{".", "src/sub/deep"}, nil)
			p.write("src/sub/deep/b.go", "more")
		}, []string{"src/sub/deep"}, []string{"src/sub/deep/b.go"}},
		{"a folder that becomes a file", func(p *project) {
			p.remove("docs")
			p.write("docs", "text")
		}, []string{".", "docs"}, []string{"docs"}},
		{"permissions", func(p *project) { p.check(os.Chmod(p.path("src/a.go"), 0o400)) }, nil, []string{"src/a.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			switch {
			case strings.Contains(tt.name, "removed folder"), strings.Contains(tt.name, "was removed"), tt.name == "a folder that becomes a file":
				systemtest.NeedRemovesOpenFolders(t)
			case tt.name == "permissions":
				systemtest.NeedPermissions(t)
			case tt.name == "a name with odd bytes":
				systemtest.NeedName(t, path.Base(tt.files[0]))
			}
			p := newProject(t)
			tt.do(p)
			p.await(tt.folders, tt.files)
		})
	}
}

// Files behind a symbolic link are not part of the project, and their changes are not reported.
func TestRealLinks(t *testing.T) {
	systemtest.NeedLinks(t)
	p := newProject(t)
	outside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p.check(os.Symlink(outside, p.path("docs/link")))
	p.await([]string{"docs"}, []string{"docs/link"})
	p.w.Watch([]Folder{{Path: "docs"}, {Path: "docs/link"}})
	p.check(os.WriteFile(filepath.Join(outside, "secret"), nil, 0o644))
	p.write("docs/last", "")
	all := p.await([]string{"docs"}, []string{"docs/last"})
	for _, name := range slices.Concat(all.Folders, all.Files) {
		if name != "docs" && filepath.Dir(name) != "docs" {
			t.Errorf("%s was reported", name)
		}
	}
}
