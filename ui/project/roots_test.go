package project_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

// withLibrary opens a project with a folder library beside it.
func withLibrary(t *testing.T, file string) (p *project.Project, base string) {
	t.Helper()
	files := map[string]string{"a.go": "package a\n"}
	if file != "" {
		files["dossier.toml"] = file
	}
	p = projecttest.Open(t, files)
	base = filepath.Dir(p.Dir)
	projecttest.Write(t, filepath.Join(base, "library", "src", "b.go"), "package b\n")
	projecttest.Write(t, filepath.Join(base, "library", ".env"), "X=1\n")
	projecttest.Write(t, filepath.Join(base, "other", "c.go"), "package c\n")
	return p, base
}

func TestAddRoot(t *testing.T) {
	p, base := withLibrary(t, "")
	root, _, err := p.Roots().Add(t.Context(), "lib", "../library")
	if err != nil || root.Err != nil || root.Dir != filepath.Join(base, "library") || root.Path != "../library" {
		t.Fatalf("%+v, %v", root, err)
	}
	tree, err := p.Tree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.go", "dossier.toml", "lib:/.env", "lib:/src/b.go"}, tree.Files()); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	items, err := p.Choose(t.Context(), project.Choice{Paths: []string{"lib:/src", filepath.Join(base, "library", "src", "b.go"), "a.go"}})
	if err != nil || len(items) != 3 || items[0].Path != "lib:/src" || items[1].Path != "lib:/src/b.go" {
		t.Errorf("%+v, %v", items, err)
	}
	in, err := p.BuildInput(project.BuildOptions{Files: items})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := p.Builder.Build(t.Context(), in, nil)
	if err != nil || !strings.Contains(doc.Text(), "### `lib:/src/b.go`\n\n```go\npackage b\n") || len(doc.Items) != 2 {
		t.Errorf("%v\n%s", err, doc.Text())
	}
	// The permission is the user's: it holds when the project is opened again, and for this project only.
	again, err := p.User().Open(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if list := again.Roots().List(); len(list) != 1 || list[0].Err != nil {
		t.Errorf("opened again: %+v", list)
	}
}

func TestAddRootIsRefused(t *testing.T) {
	p, base := withLibrary(t, "")
	for _, dir := range []string{"sub/deep", "lib2:"} {
		if err := os.MkdirAll(filepath.Join(p.Dir, filepath.FromSlash(dir)), 0o755); err != nil {
			t.Skip(err)
		}
	}
	if _, _, err := p.Roots().Add(t.Context(), "lib", "../library"); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(base, "link")
	if err := os.Symlink("library", link); err != nil {
		t.Skip(err)
	}
	before := p.Access().Allowed()
	for _, tt := range []struct{ name, label, dir, want string }{
		{"a folder of the project", "sub", "sub", "in the project already"},
		{"the project", "self", ".", "in the project already"},
		{"one that contains it", "up", "..", "contains the project"},
		{"the whole disk", "all", "/", "whole disk"},
		{"the same folder again", "lib3", "../library", "already included as the folder lib"},
		{"by a link", "lib3", link, "already included as the folder lib"},
		{"a folder in it", "src", "../library/src", "already included in the folder lib"},
		{"a label that is taken", "lib", "../other", "is taken"},
		{"a label that the project has as a folder", "lib2", "../other", "is taken"},
		{"a drive", "c", "../other", "at least two characters"},
		{"a file", "file", "../other/c.go", "is a file"},
		{"nothing", "none", "../none", "there is no folder"},
	} {
		if _, _, err := p.Roots().Add(t.Context(), tt.label, tt.dir); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if diff := cmp.Diff(before, p.Access().Allowed()); diff != "" {
		t.Errorf("allowed by what was refused (-want +got):\n%s", diff)
	}
	if root, _, err := p.Roots().Add(t.Context(), "", "../library"); err != nil || root.Label != "lib" {
		t.Errorf("added again without a label: %+v, %v", root, err)
	}
	if root, _, err := p.Roots().Add(t.Context(), "", "../other"); err != nil || root.Label != "other" {
		t.Errorf("without a label: %+v, %v", root, err)
	}
}

// A project file reads nothing by naming a root; the user's permission does, and ends with it.
func TestRootsNeedPermission(t *testing.T) {
	p, base := withLibrary(t, "[roots]\nlib = \"../library\"\nlink = \"../link\"\ngone = \"../gone\"\nin = \"./sub\"\nup = \"..\"\nagain = \"../library/\"\nsrc = \"../library/src\"\n[files]\nitems = [\"lib:/src/b.go\"]\n")
	if err := os.Symlink("other", filepath.Join(base, "link")); err != nil {
		t.Skip(err)
	}
	state := func() map[string]string {
		out := map[string]string{}
		for _, root := range p.Roots().List() {
			switch {
			case root.Err == nil:
				out[root.Label] = "read"
			case root.PermissionPath() != "":
				out[root.Label] = "asks " + filepath.Base(root.PermissionPath())
			default:
				out[root.Label] = root.Err.Error()[strings.Index(root.Err.Error(), ") ")+1:]
			}
		}
		return out
	}
	want := map[string]string{
		"again": "asks library", "lib": "asks library", "src": "asks src", "link": "asks link", "gone": "asks gone",
		"in": " is not used: it is in the project already", "up": " is not used: it contains the project; open that folder instead, or name a folder next to the project",
	}
	if diff := cmp.Diff(want, state()); diff != "" {
		t.Errorf("before (-want +got):\n%s", diff)
	}
	read := func() error { _, err := p.Reader().Stat("lib:/src/b.go"); return err }
	if !project.Outside(read()) {
		t.Errorf("read without permission: %v", read())
	}
	if _, err := p.Access().Allow(t.Context(), "lib:", "../link", "../gone"); err != nil {
		t.Fatal(err)
	}
	want["again"], want["link"], want["gone"] = "read", "asks other", "/gone does not exist"
	want["lib"], want["src"] = " is not used: it is already included as the folder again", " is not used: it is already included in the folder again"
	got := state()
	got["gone"] = strings.TrimPrefix(got["gone"], filepath.ToSlash(base))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("allowed (-want +got):\n%s", diff)
	}
	if _, err := p.Reader().Stat("again:/src/b.go"); err != nil {
		t.Error(err)
	}
	if _, err := p.Access().Revoke(t.Context(), "../library"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Reader().Stat("again:/src/b.go"); !project.Outside(err) {
		t.Errorf("read after it was revoked: %v", err)
	}
	if len(p.Warnings()) < len(want) {
		t.Errorf("not all are warned of: %v", p.Warnings())
	}
}

func TestRemoveRoot(t *testing.T) {
	p, _ := withLibrary(t, "[files]\nbase_dir = \"sub\"\nitems = [\"lib:/src/b.go\", \"../a.go\", \"lib:/src/**\", \"../../library/.env\"]\n[screenshots]\npaths = [\"lib:/x.png\"]\n")
	if _, _, err := p.Roots().Add(t.Context(), "lib", "../library"); err != nil {
		t.Fatal(err)
	}
	root, removed, err := p.Roots().Remove(t.Context(), "lib", true)
	if err != nil || root.Label != "lib" {
		t.Fatal(root, err)
	}
	if diff := cmp.Diff([]string{"lib:/src/b.go", "lib:/src/**", "lib:/.env", "lib:/x.png"}, removed); diff != "" {
		t.Errorf("removed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]models.FileItem{models.NewFileItem("../a.go")}, p.StoredState().Project.Files); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	if got := p.Access().Allowed(); len(got) != 0 {
		t.Errorf("still allowed: %q", got)
	}
	if _, err := p.Reader().Stat("lib:/src/b.go"); err == nil {
		t.Error("a removed root is read")
	}
	if _, _, err := p.Roots().Remove(t.Context(), "lib", true); err == nil {
		t.Error("a root that is not there is removed")
	}
}

// Removing a root revokes only the permission that adding it gave.
func TestRemoveRootKeepsOtherPermissions(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before bool // the folder is allowed before it is added
		kept   int
	}{
		{"allowed by adding it", false, 0},
		{"allowed before", true, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := withLibrary(t, "")
			if tt.before {
				if _, err := p.Access().Allow(t.Context(), "../library"); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 { // adding it again makes no difference
				if _, _, err := p.Roots().Add(t.Context(), "lib", "../library"); err != nil {
					t.Fatal(err)
				}
				if _, _, err := p.Roots().Remove(t.Context(), "lib", false); err != nil {
					t.Fatal(err)
				}
				if got := p.Access().Allowed(); len(got) != tt.kept {
					t.Errorf("allowed after the root was removed: %q, want %d", got, tt.kept)
				}
				if _, err := p.Reader().Stat("lib:/src/b.go"); err == nil {
					t.Error("a removed root is read")
				}
			}
		})
	}
}

// Nothing is written to a root: neither documents nor edits nor images.
func TestRootsAreOnlyRead(t *testing.T) {
	for _, dir := range []string{"lib:/out", "../library/out", "link/out"} {
		p, base := withLibrary(t, "[output]\ndir = \""+dir+"\"\n")
		if err := os.Symlink("../library", filepath.Join(p.Dir, "link")); err != nil {
			t.Skip(err)
		}
		if _, _, err := p.Roots().Add(t.Context(), "lib", "../library"); err != nil {
			t.Fatal(err)
		}
		if err := p.OutputProblem(); err == nil || errors.As(err, new(*project.OutputError)) {
			t.Errorf("%s: documents are written to a root: %v", dir, err)
		}
		for _, name := range []string{"lib:/new.go", "lib:/src/b.go"} {
			if err := p.Files().Check(t.Context(), name); err == nil {
				t.Errorf("%s may be written", name)
			}
		}
		if _, err := p.Screenshots().SaveImage([]byte("\x89PNG\r\n\x1a\n"), "lib:/x.png"); err == nil {
			t.Error("an image is saved in a root")
		}
		if _, err := os.Stat(filepath.Join(p.Dir, "lib:")); err == nil {
			t.Error("the project has a folder of the root's name")
		}
		if entries, _ := os.ReadDir(filepath.Join(base, "library")); len(entries) != 2 {
			t.Errorf("%s: the root has %d entries", dir, len(entries))
		}
	}
}

// A folder that is replaced on the disk, or comes back, is read again after a refresh.
func TestRefreshRoots(t *testing.T) {
	p, base := withLibrary(t, "")
	if _, _, err := p.Roots().Add(t.Context(), "lib", "../library"); err != nil {
		t.Fatal(err)
	}
	if p.Roots().Refresh() {
		t.Error("refreshed without a change")
	}
	if err := os.Rename(filepath.Join(base, "library"), filepath.Join(base, "away")); err != nil {
		t.Fatal(err)
	}
	if !p.Roots().Refresh() {
		t.Error("a missing root is not noticed")
	}
	if root, _ := p.Roots().Find("lib"); root.Err == nil || root.PermissionPath() != "" {
		t.Errorf("a missing root is %+v", root)
	}
	projecttest.Write(t, filepath.Join(base, "library", "new.go"), "package n\n")
	if !p.Roots().Refresh() {
		t.Error("the root that came back is not noticed")
	}
	tree, err := p.Tree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if files, _ := tree.Folder("lib:"); !cmp.Equal(files, []string{"lib:/new.go"}) {
		t.Errorf("it has %q", files)
	}
}

// Two programs add roots at the same time: both stay.
func TestRootsAreSavedOneByOne(t *testing.T) {
	p, _ := withLibrary(t, "")
	other, err := p.User().Open(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, _, err := p.Roots().Add(t.Context(), "", "../library"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := other.Roots().Add(t.Context(), "", "../other"); err != nil {
		t.Fatal(err)
	}
	file, err := p.ReadFile()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]models.Root{{Label: "library", Path: "../library"}, {Label: "other", Path: "../other"}}, file.Project.Roots); diff != "" {
		t.Errorf("wrong roots (-want +got):\n%s", diff)
	}
}
