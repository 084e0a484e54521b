package project

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets/snapshots"
)

// The output folder of a project file is taken without a question when it is .dossier or
// below, or one in the project on the way to which no name begins with a dot. Any other
// has to be allowed first, and nothing is made, listed or deleted there before. %s is the
// folder that the project lies in.
func TestOutputFolders(t *testing.T) {
	tests := []struct {
		name, dir string
		target    string // to be allowed; empty: none has to be
		to        string // where the dossier goes, from the project
		never     string // in the message of an error that no leave helps against
	}{
		{name: "the default", to: ".dossier/out"},
		{name: "our folder", dir: ".dossier", to: ".dossier"},
		{name: "a folder in ours", dir: "./.dossier//x/", to: ".dossier/x"},
		{name: "a folder without a dot", dir: "docs/dossiers", to: "docs/dossiers"},
		{name: "the project's own", dir: ".", to: "."},
		{name: "an absolute path inside", dir: "%s/project/docs", to: "docs"},
		{name: "by the name the project was opened by", dir: "%s/alias/docs", to: "docs"},
		{name: "a dot within a name", dir: "v1.0/out", to: "v1.0/out"},
		{name: "a link to a folder without a dot", dir: "plain", to: "docs"},

		{name: "git's", dir: ".git", target: "%s/project/.git", to: ".git"},
		{name: "in git's", dir: ".git/hooks", target: "%s/project/.git/hooks", to: ".git/hooks"},
		{name: "github's", dir: ".github/workflows", target: "%s/project/.github/workflows", to: ".github/workflows"},
		{name: "keys", dir: ".ssh", target: "%s/project/.ssh", to: ".ssh"},
		{name: "the tracker's", dir: ".beads", target: "%s/project/.beads", to: ".beads"},
		{name: "a dot further down", dir: "sub/.config/x", target: "%s/project/sub/.config/x", to: "sub/.config/x"},
		{name: "through our own", dir: ".dossier/../.git", target: "%s/project/.git", to: ".git"},
		{name: "a name that begins as ours", dir: ".dossiers", target: "%s/project/.dossiers", to: ".dossiers"},
		{name: "ours further down", dir: "sub/.dossier/out", target: "%s/project/sub/.dossier/out", to: "sub/.dossier/out"},
		{name: "in capitals", dir: ".Git", target: "%s/project/.Git", to: ".Git"},
		{name: "behind what has no width", dir: "\u200c.git", target: "%s/project/\u200c.git", to: "\u200c.git"},
		{name: "a name that Windows abbreviates", dir: "GIT~1/x", target: "%s/project/GIT~1/x", to: "GIT~1/x"},
		{name: "an absolute path to one", dir: "%s/alias/.github", target: "%s/project/.github", to: ".github"},
		{name: "a link to git's", dir: "hooks", target: "%s/project/.git/hooks", to: ".git/hooks"},
		{name: "below a link to git's", dir: "hooks/x", target: "%s/project/.git/hooks/x", to: ".git/hooks/x"},
		{name: "a link in the way of ours", dir: ".dossier/link/x", target: "%s/project/.git/x", to: ".git/x"},
		{name: "an absolute link to git's", dir: "absolute", target: "%s/project/.git", to: ".git"},
		{name: "outside", dir: "../out", target: "%s/out", to: "../out"},
		{name: "outside by an absolute path", dir: "%s/out/x", target: "%s/out/x", to: "../out/x"},
		{name: "a folder whose name begins alike", dir: "%s/project-evil", target: "%s/project-evil", to: "../project-evil"},
		{name: "through the project and out", dir: "%s/project/../out", target: "%s/out", to: "../out"},
		{name: "a link outside", dir: "out/x", target: "%s/elsewhere/x", to: "../elsewhere/x"},

		{name: "a file", dir: "a.txt", never: "the output folder a.txt cannot be made, because a.txt is a file: rename it"},
		{name: "below a file", dir: "a.txt/x/y", never: "the output folder a.txt/x/y cannot be made, because a.txt is a file: rename it"},
		{name: "too deep", dir: strings.Repeat("x/", 100), never: "64 folders deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newFolder(t, map[string]string{"a.txt": "a\n", ".git/hooks/x_001.md": "theirs\n", "docs/mine.md": "mine\n", ".dossier/kept": ""})
			real, err := filepath.EvalSymlinks(d.dir)
			if err != nil {
				t.Fatal(err)
			}
			top := filepath.Dir(real)
			at := func(s string) string { return strings.ReplaceAll(s, "%s", top) }
			for name, target := range map[string]string{
				"plain": "docs", "hooks": ".git/hooks", ".dossier/link": "../.git", "absolute": filepath.Join(real, ".git"), "out": "../elsewhere", "../alias": "project",
			} {
				if err := os.Symlink(target, d.path(name)); err != nil {
					t.Fatal(err)
				}
			}
			d.dir = filepath.Join(top, "alias")
			d.write("dossier.toml", "[project]\nnamespace = \"x\"\n[files]\nitems = [\"a.txt\"]\n[output]\ndir = '"+at(tt.dir)+"'\n")
			p := d.open()
			in := p.Input()
			doc, err := p.Builder.Build(t.Context(), in, nil)
			if err != nil {
				t.Fatal(err)
			}
			write := func() (string, error) {
				name, _, err := p.Snapshots().Write(doc, in, PresetRef{})
				return name, err
			}
			before := treeOf(t, top)

			if tt.never != "" {
				for _, err := range []error{p.OutputProblem(), second(write())} {
					if err == nil || !strings.Contains(err.Error(), tt.never) {
						t.Errorf("error %v, want one with %q", err, tt.never)
					}
				}
				return
			}
			if tt.target != "" {
				var unasked *OutputError
				for _, err := range []error{p.OutputProblem(), second(write()), second(p.Snapshots().Folder(false).Create(aggregate.Replay(models.Snapshot{}, "x"), models.Snapshot{}))} {
					if !errors.As(err, &unasked) || unasked.Target != at(tt.target) {
						t.Fatalf("error %v, want leave for %s", err, at(tt.target))
					}
				}
				if list, err := p.Snapshots().Folder(false).List(); len(list) != 0 || err != nil {
					t.Errorf("listed are %v, %v", list, err)
				}
				if err := p.Snapshots().Folder(false).Delete("x_001"); err == nil {
					t.Error("a file was deleted without leave")
				}
				if !slices.ContainsFunc(p.Warnings(), func(w aggregate.Warning) bool {
					return strings.Contains(w.Message, "dossier allow "+Shown(at(tt.target)))
				}) {
					t.Errorf("warnings %v do not say how to give leave", p.Warnings())
				}
				if diff := cmp.Diff(before, treeOf(t, top)); diff != "" {
					t.Fatalf("without leave the disk changed (-before +after):\n%s", diff)
				}
				if _, err := p.Access().Allow(t.Context(), at(tt.target)); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.OutputProblem(); err != nil {
				t.Fatal(err)
			}
			name, err := write()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Base(name)
			if _, err := os.Stat(filepath.Join(real, tt.to, file)); err != nil {
				t.Errorf("%s went elsewhere: %v\n%v", name, err, treeOf(t, top))
			}
			if got := p.Snapshots().Path(SnapshotID{Name: strings.TrimSuffix(file, ".md")}); !sameFile(got, filepath.Join(real, tt.to, file)) {
				t.Errorf("the snapshot is said to lie at %s", got)
			}
			if list, err := p.Snapshots().Folder(false).List(); err != nil || !slices.ContainsFunc(list, func(h snapshots.Head) bool { return h.Name+".md" == file }) {
				t.Errorf("listed are %v, %v", list, err)
			}
			for _, old := range before {
				if !slices.Contains(treeOf(t, top), old) {
					t.Errorf("%s has gone", old)
				}
			}
			if len(p.Warnings()) != 0 {
				t.Errorf("warnings %v", p.Warnings())
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, otherErr := os.Stat(b)
	return err == nil && otherErr == nil && os.SameFile(one, other)
}

// treeOf lists all that lies in a folder but for the user's own.
func treeOf(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if e != nil && e.IsDir() && slices.Contains([]string{"config", "state", "cache"}, e.Name()) && filepath.Dir(name) == dir {
			return filepath.SkipDir
		}
		out = append(out, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A link that is put in the way after leave was given for a folder leads nowhere.
func TestAnAllowedOutputFolderIsNotLedOutOf(t *testing.T) {
	d := newFolder(t, map[string]string{"a.txt": "a\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n[output]\ndir = \"../shared/out\"\n", "../shared/x": "", "../elsewhere/x": ""})
	p := d.open()
	if _, err := p.Access().Allow(t.Context(), "../shared"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../elsewhere", d.path("../shared/out")); err != nil {
		t.Fatal(err)
	}
	in := p.Input()
	doc, err := p.Builder.Build(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if name, _, err := p.Snapshots().Write(doc, in, PresetRef{}); err == nil {
		t.Errorf("written to %s", name)
	}
	if files, _ := os.ReadDir(d.path("../elsewhere")); len(files) != 1 {
		t.Errorf("elsewhere lie %v", files)
	}
}

func TestAllow(t *testing.T) {
	d := newFolder(t, map[string]string{"a.txt": "a\n", "../shared/b.txt": "b\n", "../c.txt": "c\n", ".github/x": ""})
	p := d.open()
	top := filepath.Dir(p.Dir)
	tests := []struct {
		name string
		path string
		want string // the path that is kept, %s for the folder above the project; empty: none
		says string // in the error
	}{
		{name: "a file", path: "../c.txt", want: "%s/c.txt"},
		{name: "a folder", path: top + "/shared/", want: "%s/shared"},
		{name: "not clean", path: "sub/../../shared/./b.txt", want: "%s/shared/b.txt"},
		{name: "what is not there yet", path: "../new", want: "%s/new"},
		{name: "an output folder with a dot", path: ".github", want: "%s/project/.github"},
		{name: "a folder whose name begins alike", path: p.Dir + "-evil", want: "%s/project-evil"},
		{name: "a file of the project", path: "a.txt", says: "a.txt is in the project and needs no permission"},
		{name: "by an absolute path", path: p.Dir + "/a.txt", says: "is in the project and needs no permission"},
		{name: "the project", path: ".", says: "is in the project"},
		{name: "our own folder", path: ".dossier/out", says: "is in the project"},
		{name: "the whole disk", path: "/", says: "/ is a whole disk: allow the folder or the file that you need"},
		{name: "up to the whole disk", path: strings.Repeat("../", 50), says: "is a whole disk"},
		{name: "nothing", path: "", says: `"" cannot be a path`},
		{name: "a NUL", path: "../a\x00", says: `"../a\x00" cannot be a path`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := p.Access().Allow(t.Context(), tt.path)
			if tt.says != "" {
				if err == nil || !strings.Contains(err.Error(), tt.says) || len(p.Access().Allowed()) != 0 {
					t.Errorf("error %v, want one with %q; allowed are %v", err, tt.says, p.Access().Allowed())
				}
				return
			}
			want := []string{strings.ReplaceAll(tt.want, "%s", top)}
			if err != nil || !slices.Equal(got, want) || !slices.Equal(p.Access().Allowed(), want) {
				t.Fatalf("%v, %v and kept %v, want %v", got, err, p.Access().Allowed(), want)
			}
			if again := d.open(); !slices.Equal(again.Access().Allowed(), want) || !again.leave().Has(want[0]) {
				t.Errorf("the next time %v are allowed", again.Access().Allowed())
			}
			if gone, err := p.Access().Revoke(t.Context(), tt.path); err != nil || !slices.Equal(gone, want) || len(p.Access().Allowed()) != 0 || p.leave().Has(want[0]) {
				t.Errorf("revoked are %v, %v, left %v", gone, err, p.Access().Allowed())
			}
		})
	}
	// All or none.
	if _, err := p.Access().Allow(t.Context(), "../c.txt", "a.txt"); err == nil || len(p.Access().Allowed()) != 0 {
		t.Errorf("with a path of the project %v are allowed", p.Access().Allowed())
	}
	if _, err := p.Access().Allow(t.Context(), "../shared", "../c.txt"); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{"../gone": "is not allowed; dossier allow --list lists the allowed paths", "../shared/b.txt": "is allowed as part of " + top + "/shared: revoke that"} {
		if _, err := p.Access().Revoke(t.Context(), "../c.txt", path); err == nil || !strings.Contains(err.Error(), says) || len(p.Access().Allowed()) != 2 {
			t.Errorf("revoking %s: %v, left %v", path, err, p.Access().Allowed())
		}
	}
	if names, err := os.ReadDir(d.dir); err != nil || len(names) != 2 {
		t.Errorf("the project holds %v", names)
	}
}
