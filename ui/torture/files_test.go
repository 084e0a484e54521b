package torture

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dossier/models"
	"dossier/presets"
	"dossier/presets/snapshots"
	"dossier/ui/crash"
	"dossier/ui/project"
)

// consentKind is what the user has agreed to, the last one first.
func consentKind() kind {
	key := func(n int) string { return fmt.Sprintf("request %09d", n) }
	return kind{
		name: "agreements", file: ".json",
		open: func(d desk) (func(int) error, error) {
			return func(n int) error {
				return presets.NewState(d.places()).Consent(context.Background(), d.dir(), key(n))
			}, nil
		},
		load: func(d desk) (int, error) {
			names, _ := filepath.Glob(filepath.Join(d.places().State, "consents", "*.json"))
			if len(names) == 0 {
				return -1, nil
			}
			data, err := os.ReadFile(names[0])
			if err != nil {
				return 0, err
			}
			at := regexp.MustCompile(`request (\d{9})`).FindSubmatch(data) // the first is the last one
			if at == nil {
				return 0, errors.New("garbled")
			}
			n, err := strconv.Atoi(string(at[1]))
			if err == nil && !presets.NewState(d.places()).Consented(d.dir(), key(n)) {
				err = errors.New("it is not read")
			}
			return n, err
		},
	}
}

// promptKind is a stored prompt of the project.
func promptKind() kind {
	path := func(d desk) string { return filepath.Join(d.dir(), ".dossier", "prompts", "mine.md") }
	return kind{
		name: "prompts", file: "mine.md", named: true,
		open: func(d desk) (func(int) error, error) {
			if err := os.MkdirAll(filepath.Dir(path(d)), 0o755); err != nil {
				return nil, err
			}
			return func(n int) error {
				root, err := os.OpenRoot(d.dir())
				if err != nil {
					return err
				}
				defer root.Close()
				return presets.PromptsOf(d.places(), root).Save(context.Background(), models.ProjectPrompt, "mine", letter(n))
			}, nil
		},
		load: func(d desk) (int, error) {
			data, err := os.ReadFile(path(d))
			if errors.Is(err, fs.ErrNotExist) {
				return -1, nil
			}
			if err != nil {
				return 0, err
			}
			first := regexp.MustCompile(`\d+`).Find(data)
			if first == nil {
				return 0, errors.New("garbled")
			}
			n, err := strconv.Atoi(string(first))
			if err == nil && strings.TrimSpace(string(data)) != strings.TrimSpace(letter(n)) {
				err = errors.New("garbled")
			}
			return n, err
		},
	}
}

// presetExportKind is a file of presets that the user has named.
func presetExportKind() kind {
	path := func(d desk) string { return filepath.Join(d.dir(), "exported.toml") }
	return kind{
		name: "exported presets", file: "exported.toml", named: true,
		open: func(d desk) (func(int) error, error) {
			return func(n int) error {
				data, err := presets.ExportPresets([]models.Preset{{Name: "kept", Description: letter(n)}})
				if err != nil {
					return err
				}
				return presets.WriteFile(context.Background(), d.places(), path(d), data, true)
			}, nil
		},
		load: func(d desk) (int, error) {
			data, err := os.ReadFile(path(d))
			if errors.Is(err, fs.ErrNotExist) {
				return -1, nil
			}
			if err != nil {
				return 0, err
			}
			first := regexp.MustCompile(`(?s)description = .*?(\d+)`).FindSubmatch(data)
			if first == nil {
				return 0, errors.New("garbled")
			}
			n, err := strconv.Atoi(string(first[1]))
			if err != nil {
				return 0, err
			}
			want, err := presets.ExportPresets([]models.Preset{{Name: "kept", Description: letter(n)}})
			if err == nil && string(want) != string(data) {
				err = fmt.Errorf("garbled: %.80q", data)
			}
			return n, err
		},
	}
}

// snapshotExportKind is a snapshot in a file that the user has named: one that was copied, of which
// each generation makes a new one.
func snapshotExportKind() kind {
	path := func(d desk) string { return filepath.Join(d.dir(), "exported.md") }
	return kind{
		name: "exported snapshot", file: "exported.md", named: true,
		open: func(d desk) (func(int) error, error) {
			made := -1
			name := ""
			return func(n int) (err error) {
				folder := d.folderOf("exports")
				if made != n {
					if name, err = folder.Create(strings.NewReader(letter(n)), recordOf(n)); err != nil {
						return err
					}
					made = n
				}
				_, err = folder.Export(context.Background(), name, path(d), false, true)
				return err
			}, nil
		},
		load: func(d desk) (int, error) {
			data, err := os.ReadFile(path(d))
			if errors.Is(err, fs.ErrNotExist) {
				return -1, nil
			}
			if err != nil {
				return 0, err
			}
			return numberOf(string(data))
		},
	}
}

// movedKind is a snapshot that is moved to another folder, as one that was deleted is moved aside:
// it is in one of them at least.
func movedKind() kind {
	return kind{
		name: "moved snapshot", file: "_", once: true,
		open: func(d desk) (func(int) error, error) {
			return func(n int) error {
				name, err := d.folderOf("from").Create(strings.NewReader(letter(n)), recordOf(n))
				if err == nil {
					_, err = d.folderOf("from").Move(name, d.folderOf("to"))
				}
				return err
			}, nil
		},
		load: func(d desk) (int, error) {
			return highest(d.folderOf("from"), d.folderOf("to"))
		},
	}
}

// folderOf is a folder of snapshots that is named after it.
func (d desk) folderOf(name string) *snapshots.Folder {
	state := d.places().State
	return snapshots.Private(filepath.Join(state, "copies", name), name, project.TextExts(), state, false)
}

// highest returns the highest generation of the snapshots in folders; the error says which of them
// is not whole.
func highest(folders ...*snapshots.Folder) (int, error) {
	n := -1
	for _, folder := range folders {
		list, err := folder.List()
		if err != nil {
			return n, err
		}
		for _, h := range list {
			s, text, err := folder.Load(h.Name)
			if errors.Is(err, snapshots.ErrNoText) {
				continue // its writer ended before the text had its name, and it is listed as damaged
			}
			if err != nil {
				return n, err
			}
			one, err := numberOf(string(text))
			if err != nil || s.Description != fmt.Sprint(one) || len(s.Files) != 1+one%9 {
				return n, fmt.Errorf("%s holds another text than its record says: %w", h.Name, err)
			}
			n = max(n, one)
		}
	}
	return n, nil
}

// keepHighest removes all snapshots of a folder but the one of the highest generation: numbers that
// are free are taken again.
func keepHighest(tb testing.TB, folder *snapshots.Folder) {
	tb.Helper()
	n, err := highest(folder)
	if err != nil {
		tb.Fatal(err)
	}
	list, err := folder.List()
	for _, h := range list {
		if s, _, bad := folder.Load(h.Name); bad == nil && s.Description != fmt.Sprint(n) {
			err = errors.Join(err, folder.Delete(h.Name))
		}
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// crashKind is the report of a panic, which says nothing where it cannot be written.
func crashKind() kind {
	return kind{
		name: "crash report", once: true, cache: true,
		open: func(d desk) (func(int) error, error) {
			return func(n int) error {
				p := crash.Recovered("a value")
				if crash.In(d.places().State, "0.0.1").Write(fmt.Sprintf("%09d", n), p); p.Report == "" {
					return errors.New("there is no report")
				}
				return nil
			}, nil
		},
		load: func(d desk) (int, error) {
			n := -1
			names, _ := filepath.Glob(filepath.Join(crash.In(d.places().State, "").Path(), "crash-*.txt"))
			for _, name := range names {
				data, err := os.ReadFile(name)
				if err != nil {
					return n, err
				}
				at := regexp.MustCompile(`running: (\d{9})\n`).FindSubmatch(data)
				if at == nil || !strings.Contains(string(data), "testing.") && !strings.Contains(string(data), "main.main") {
					return n, fmt.Errorf("%s is garbled", name)
				}
				one, _ := strconv.Atoi(string(at[1]))
				n = max(n, one)
			}
			return n, nil
		},
	}
}

// changedKind is two files of the project that are changed together, as the edits of an answer are: at
// the latest when the next process looks for a change that was interrupted, both are of one
// generation.
func changedKind() kind {
	names := []string{"changed/a.txt", "changed/b.txt"}
	return kind{
		name: "changed files",
		open: func(d desk) (func(int) error, error) {
			p, err := project.Open(d.dir(), d.places())
			if err != nil {
				return nil, err
			}
			return func(n int) error {
				if _, err := p.Files().Recover(context.Background()); err != nil {
					return err
				}
				var list []project.FileChange
				for _, name := range names {
					before, err := p.Files().Read(context.Background(), name)
					if err != nil && !errors.Is(err, fs.ErrNotExist) {
						return err
					}
					list = append(list, project.FileChange{Path: name, Before: before, After: []byte(letter(n))})
				}
				_, err := p.Files().Change(context.Background(), list)
				return err
			}, nil
		},
		load: func(d desk) (int, error) {
			p, err := project.Open(d.dir(), d.places())
			if err != nil {
				return 0, err
			}
			defer p.Close()
			// What is looked at stays as it was, for those who look at the next state.
			back, err := remember(filepath.Join(d.dir(), "changed"), filepath.Join(d.places().State, "undo"))
			if err != nil {
				return 0, err
			}
			defer back()
			if _, err := p.Files().Recover(context.Background()); err != nil {
				return 0, err
			}
			found := []int{}
			for _, name := range names {
				data, err := os.ReadFile(filepath.Join(d.dir(), name))
				if errors.Is(err, fs.ErrNotExist) {
					found = append(found, -1)
					continue
				}
				if err != nil {
					return 0, err
				}
				n, err := numberOf(string(data))
				if err != nil {
					return n, fmt.Errorf("%s: %w", name, err)
				}
				found = append(found, n)
			}
			if found[0] != found[1] {
				return found[0], fmt.Errorf("the files are of the generations %v", found)
			}
			return found[0], nil
		},
	}
}

// remember reads what lies in folders, and returns what puts it there again.
func remember(folders ...string) (back func(), err error) {
	held := map[string][]byte{}
	there := map[string]bool{}
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		there[folder] = err == nil
		for _, e := range entries {
			name := filepath.Join(folder, e.Name())
			if held[name], err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
	}
	return func() {
		for _, folder := range folders {
			entries, _ := os.ReadDir(folder)
			for _, e := range entries {
				if _, old := held[filepath.Join(folder, e.Name())]; !old {
					_ = os.Remove(filepath.Join(folder, e.Name()))
				}
			}
			if there[folder] {
				_ = os.MkdirAll(folder, 0o755)
			} else {
				_ = os.Remove(folder)
			}
		}
		for name, data := range held {
			if now, err := os.ReadFile(name); err != nil || string(now) != string(data) {
				_ = os.WriteFile(name, data, 0o644)
			}
		}
	}, nil
}

// writes is what writes to a disk.
var writes = regexp.MustCompile(`diskwrite\.(Replace|Take|WriteTo)\(|store\.(Create|CreatePair|Remove|MakeFolder|MakeFolderIn)\(|\.Update\(ctx, (root|dir)|\.Move(Damaged)?Aside\(ctx, |\.MoveDamagedAside\(|cachefile\.Replace\(|` +
	`os\.(WriteFile|Create|CreateTemp|MkdirTemp|Rename|Remove|RemoveAll|Mkdir|MkdirAll|Link|Symlink|Truncate|Chtimes)\(|O_CREATE|[rR]oot\.(WriteFile|Create|Rename|Remove|RemoveAll|Mkdir|MkdirAll|Link)\(`)

// writers are the files of the program that write to a disk, and the kinds that have them killed,
// failed and crashed; after a dash the reason why there is none.
var writers = map[string]string{
	"aggregate/diskwrite/temp.go":       "cache of counts",
	"aggregate/cachefile/cachefile.go":  "cache of counts",
	"aggregate/git/history/stored.go":   "cache of counts",
	"aggregate/links/imports/stored.go": "cache of counts",
	"aggregate/rank/store.go":           "cache of counts",
	"assets/sample.go":                  "cache of counts", // the same call of diskwrite, and what is there already stays
	"presets/document.go":               "project, own presets, history",
	"presets/exchange.go":               "exported presets",
	"presets/journal.go":                "journal of discussions, journal of notes",
	"presets/kind.go":                   "notes",
	"presets/library.go":                "own presets",
	"presets/project.go":                "project",
	"presets/prompts.go":                "prompts",
	"presets/slot.go":                   "session",
	"presets/snapshots/folder.go":       "written snapshot, copied snapshot, record of a snapshot, moved snapshot, exported snapshot",
	"presets/undo.go":                   "changed files",
	"presets/state.go":                  "window, recent projects, chosen paths, allowed paths, marks of files, drafts, proposals, activity, agreements",
	"presets/store/folder.go":           "project, image, written snapshot",
	"presets/store/folder_unix.go":      "image, written snapshot",
	"presets/store/makefolder.go":       "session, written snapshot",
	"presets/store/store.go":            "project, session",
	"ui/crash/folder.go":                "crash report",
	"ui/project/images.go":              "image",
	"ui/project/output.go":              "written snapshot",
	"main.go":                           "- a folder for the toolkit, while the program runs",
	"ui/display.go":                     "- removes a file of the toolkit that is torn",
	"presets/front.go":                  "- an empty file: a request to come to the front, which is lost when its process is killed",
	"presets/connections.go":            "- removes records of servers that run no more, and makes empty files: requests to end one",
	"ui/project/diagnosis/diagnosis.go": "- an empty file, removed at once: whether a folder can be written to",
	"ui/project/caches/caches.go":       "- removes caches, and says what could not be removed",
	"ui/features/snapshots/deleting.go": "- removes what was deleted, once nothing can bring it back",
}

// Whatever writes to a disk is in the table of writers, with the kinds that torture it.
func TestEveryWriterIsTortured(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "ls-files", "-co", "--exclude-standard", "*.go").Output()
	if err != nil {
		t.Skip("git lists no files: ", err)
	}
	var found []string
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSuffix(name, "\n")
		switch {
		case strings.HasSuffix(name, "_test.go"), strings.HasPrefix(name, ".ci/"), strings.Contains(name, "/_sample/"), strings.Contains(name, "testdata/"):
			continue
		case strings.HasSuffix(filepath.Dir(name), "test"): // packages for tests
			continue
		}
		data, err := os.ReadFile(filepath.Join("../..", name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		if !writes.Match(data) {
			continue
		}
		found = append(found, name)
		if writers[name] == "" {
			t.Errorf("%s writes to a disk and is not in the table of writers: give it a kind", name)
		}
	}
	var known []string
	for _, k := range kinds() {
		known = append(known, k.name)
	}
	for name, of := range writers {
		if !slices.Contains(found, name) {
			t.Errorf("%s writes nothing", name)
		}
		if strings.HasPrefix(of, "- ") {
			continue
		}
		for one := range strings.SplitSeq(of, ", ") {
			if !slices.Contains(known, one) {
				t.Errorf("%s: there is no kind %q", name, one)
			}
		}
	}
}
