package assets

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"

	"dossier/aggregate/systemtest"
	"dossier/models"
)

// contents returns the files of a folder by path, without the marker.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(files, marker)
	return files
}

// embedded returns the content of a fresh copy.
func embedded(t *testing.T) map[string]string {
	t.Helper()
	list, err := sampleFiles()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range list {
		files[f.path] = string(f.data)
	}
	return files
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCopySample(t *testing.T) {
	// written by an older version of the program: one file has other content, another does not
	// exist yet
	older := func(t *testing.T, dir string) {
		mark, err := os.ReadFile(filepath.Join(dir, marker))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(string(mark)) {
			switch _, name, _ := strings.Cut(strings.TrimSpace(line), "  "); name {
			case "README.md":
				line = fmt.Sprintf("%x  README.md\n", sha256.Sum256([]byte("old\n")))
			case "CHANGELOG.md":
				continue
			}
			lines = append(lines, line)
		}
		write(t, filepath.Join(dir, marker), strings.Join(lines, ""))
		write(t, filepath.Join(dir, "README.md"), "old\n")
		if err := os.Remove(filepath.Join(dir, "CHANGELOG.md")); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name   string
		change func(t *testing.T, dir string) // between two starts
		want   func(files map[string]string)  // difference from a fresh copy after the second start
	}{
		{
			name:   "a second start changes nothing",
			change: func(*testing.T, string) {},
			want:   func(map[string]string) {},
		},
		{
			name:   "an edited file stays as it was edited",
			change: func(t *testing.T, dir string) { write(t, filepath.Join(dir, "dossier.toml"), "schema = 1\n") },
			want:   func(files map[string]string) { files["dossier.toml"] = "schema = 1\n" },
		},
		{
			name:   "a deleted file stays away",
			change: func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "web/login.js")) },
			want:   func(files map[string]string) { delete(files, "web/login.js") },
		},
		{
			name:   "a user file is left alone",
			change: func(t *testing.T, dir string) { write(t, filepath.Join(dir, "notes.md"), "mine\n") },
			want:   func(files map[string]string) { files["notes.md"] = "mine\n" },
		},
		{
			name: "a file that became a folder is left alone",
			change: func(t *testing.T, dir string) {
				os.Remove(filepath.Join(dir, "Makefile"))
				write(t, filepath.Join(dir, "Makefile/part.mk"), "all:\n")
			},
			want: func(files map[string]string) {
				delete(files, "Makefile")
				files["Makefile/part.mk"] = "all:\n"
			},
		},
		{
			name: "an interrupted copy is completed",
			change: func(t *testing.T, dir string) {
				write(t, filepath.Join(dir, marker), "")
				os.RemoveAll(filepath.Join(dir, "internal"))
			},
			want: func(map[string]string) {},
		},
		{
			name:   "a newer version brings its files up to date",
			change: older,
			want:   func(map[string]string) {},
		},
		{
			name: "a newer version leaves edited files alone",
			change: func(t *testing.T, dir string) {
				older(t, dir)
				write(t, filepath.Join(dir, "README.md"), "mine\n")
				write(t, filepath.Join(dir, "CHANGELOG.md"), "mine too\n")
			},
			want: func(files map[string]string) {
				files["README.md"] = "mine\n"
				files["CHANGELOG.md"] = "mine too\n"
			},
		},
		{
			name:   "a deleted folder comes back fresh",
			change: func(t *testing.T, dir string) { os.RemoveAll(dir) },
			want:   func(map[string]string) {},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "new", SampleName)
			if err := CopySample(dir); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(embedded(t), contents(t, dir)); diff != "" {
				t.Fatalf("the first copy is not the sample (-want +got):\n%s", diff)
			}
			tt.change(t, dir)
			want := embedded(t)
			tt.want(want)
			for range 2 { // a third start changes nothing
				if err := CopySample(dir); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
					t.Fatalf("wrong files after another start (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestCopySampleKeepsOutOfOtherFolders(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "thesis.tex"), "mine\n")
	err := CopySample(dir)
	if err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v, want one that names the folder", err)
	}
	if diff := cmp.Diff(map[string]string{"thesis.tex": "mine\n"}, contents(t, dir)); diff != "" {
		t.Errorf("the folder was changed (-want +got):\n%s", diff)
	}

	file := filepath.Join(dir, "thesis.tex")
	if err := CopySample(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v for a file, want one that names it", err)
	}
}

// Several windows may be opened for the first time simultaneously. A window that found no marker,
// and then the files of another, used to fail in two of a hundred cases.
func TestCopySampleFromSeveralWindowsAtOnce(t *testing.T) {
	systemtest.NeedRenamesOverOpen(t) // one looks for a file while another replaces it
	for range 50 {
		dir := filepath.Join(t.TempDir(), SampleName)
		failed := make(chan error)
		const windows = 4
		for range windows {
			go func() { failed <- CopySample(dir) }()
		}
		for range windows {
			if err := <-failed; err != nil {
				t.Error(err)
			}
		}
		if diff := cmp.Diff(embedded(t), contents(t, dir)); diff != "" {
			t.Errorf("the copy is not the sample (-want +got):\n%s", diff)
		}
		if err := CopySample(dir); err != nil {
			t.Error(err)
		}
	}
}

// A start without changes must not trigger the watcher of another window.
func TestCopySampleWritesNothingTwice(t *testing.T) {
	dir := t.TempDir()
	if err := CopySample(dir); err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(dir, marker)
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	for _, name := range []string{mark, filepath.Join(dir, "README.md")} {
		if err := os.Chtimes(name, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := CopySample(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{mark, filepath.Join(dir, "README.md")} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if !info.ModTime().Equal(long) {
			t.Errorf("%s was written again", filepath.Base(name))
		}
	}
}

// The sample is small, contains only text and images, and no paths of any machine.
func TestSampleIsPortable(t *testing.T) {
	const most = 256 << 10
	// Prefixes of paths on a user's machine; the containers' own are fine.
	places := regexp.MustCompile(`(?i)/(home|users|root|work|tmp/)[/\w]|[a-z]:\\`)
	size := 0
	for name, text := range embedded(t) {
		size += len(text)
		switch {
		case strings.HasSuffix(name, sampleSuffix):
			t.Errorf("%s would be copied with the ending of its stored name", name)
		case path.Ext(name) == ".png":
		case strings.ContainsAny(text, "\r\x00"):
			t.Errorf("%s has bytes that are not plain text", name)
		case !strings.HasSuffix(text, "\n"):
			t.Errorf("%s does not end with a line feed", name)
		default:
			if place := places.FindString(text); place != "" && name != ".gitignore" {
				t.Errorf("%s names a place of one machine: %q", name, place)
			}
		}
	}
	if size > most {
		t.Errorf("the sample takes %d bytes, at most %d are wanted in the program", size, most)
	}
}

// Each file has the format of its extension, so that nothing in the window is wrong by accident.
func TestSampleFilesAreWellFormed(t *testing.T) {
	kinds := map[string]int{}
	for name, text := range embedded(t) {
		kinds[path.Ext(name)]++
		var err error
		switch path.Ext(name) {
		case ".go":
			_, err = parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		case ".toml":
			err = toml.Unmarshal([]byte(text), new(map[string]any))
		case ".jsonl", ".log":
			for line := range strings.Lines(text) {
				err = errors.Join(err, json.Unmarshal([]byte(line), new(map[string]any)))
			}
		case ".png":
			_, err = png.Decode(strings.NewReader(text))
			if len(text) > 60<<10 {
				err = errors.Join(err, fmt.Errorf("%d bytes, want at most 60 KiB", len(text)))
			}
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, kind := range []string{".go", ".py", ".cpp", ".hpp", ".md", ".sql", ".toml", ".yaml", ".jsonl", ".csv"} {
		if kinds[kind] == 0 {
			t.Errorf("the sample has no %s file to show", kind)
		}
	}
	if kinds[".png"] != 2 {
		t.Errorf("%d pictures, want 2", kinds[".png"])
	}
}

// The Go program of the sample builds and its tests pass; its defects are those in its issues.
func TestSampleProgramWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command here")
	}
	dir := t.TempDir()
	if err := CopySample(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(goTool, "test", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go test: %v\n%s", err, out)
	}
}

func sampleProject(t *testing.T) models.Project {
	t.Helper()
	var form map[string]any
	if err := toml.Unmarshal([]byte(embedded(t)["dossier.toml"]), &form); err != nil {
		t.Fatal(err)
	}
	project, err := models.ParseProject(form)
	if err != nil {
		t.Fatal(err)
	}
	if len(project.Unknown) > 0 {
		t.Errorf("unknown settings: %v", project.Unknown)
	}
	return project
}

// Every path in the project and its presets names an existing file, and every slice contains its
// original lines.
func TestSampleProjectFitsItsFiles(t *testing.T) {
	files := embedded(t)
	names := slices.Collect(func(yield func(string) bool) {
		for name := range files {
			if !yield(name) {
				return
			}
		}
	})
	project := sampleProject(t)
	if project.Name != SampleName {
		t.Errorf("the project calls itself %q, want %q", project.Name, SampleName)
	}
	if project.Strategy != models.Auto || project.ExecutionMode != models.Beads {
		t.Errorf("strategy %q in mode %q, want auto and beads", project.Strategy, project.ExecutionMode)
	}
	if len(project.Presets) != 2 {
		t.Errorf("%d presets, want 2", len(project.Presets))
	}
	items, shots := project.Files, project.Screenshots
	for _, p := range project.Presets {
		items = append(slices.Clone(items), p.Files...)
		shots = append(slices.Clone(shots), p.Screenshots...)
	}
	match := func(pattern string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return doublestar.MatchUnvalidated(pattern, name) })
	}
	for _, shot := range shots {
		if !match(shot.Path) {
			t.Errorf("no picture %s", shot.Path)
		}
	}
	for _, item := range items {
		if !match(item.Path) {
			t.Errorf("no file %s", item.Path)
		}
		lines := strings.Split(strings.TrimSuffix(files[item.Path], "\n"), "\n")
		for _, s := range item.CustomSlices {
			if s.EndLine > len(lines) {
				t.Errorf("%s has %d lines, its slice ends at %d", item.Path, len(lines), s.EndLine)
				continue
			}
			sum := sha256.Sum256([]byte(strings.Join(lines[s.StartLine-1:s.EndLine], "\n")))
			if want := fmt.Sprintf("sha256:%x", sum); s.ContentHash != want {
				t.Errorf("%s: slice %q has the hash %s, want %s", item.Path, s.Tag, s.ContentHash, want)
			}
			for _, anchor := range s.AnchorLines {
				if !slices.Contains(lines, anchor) {
					t.Errorf("%s: slice %q is anchored at %q, which is not there", item.Path, s.Tag, anchor)
				}
			}
		}
	}
}

func TestSampleHasADiscussion(t *testing.T) {
	var form map[string]any
	if err := toml.Unmarshal([]byte(embedded(t)["dossier_history.toml"]), &form); err != nil {
		t.Fatal(err)
	}
	all, err := models.ParseDiscussions(form)
	if err != nil {
		t.Fatal(err)
	}
	current, ok := all.Current()
	if !ok || len(current.History) < 2 {
		t.Errorf("the active discussion has %d entries (found: %t), want a conversation", len(current.History), ok)
	}
}

// The issues are in the format of bd 0.47: known statuses, ids with the prefix of the settings in
// byte order, and dependencies on existing issues.
func TestSampleIssues(t *testing.T) {
	files := embedded(t)
	prefix := regexp.MustCompile(`issue-prefix: "(\w+)"`).FindStringSubmatch(files[".beads/config.yaml"])
	if prefix == nil {
		t.Fatal("the settings name no prefix of ids")
	}
	type issue struct {
		ID, Title, Status string
		Dependencies      []struct {
			On string `json:"depends_on_id"`
		}
	}
	var issues []issue
	dec := json.NewDecoder(bytes.NewReader([]byte(files[".beads/issues.jsonl"])))
	for dec.More() {
		var one issue
		if err := dec.Decode(&one); err != nil {
			t.Fatal(err)
		}
		issues = append(issues, one)
	}
	byID := func(a, b issue) int { return strings.Compare(a.ID, b.ID) }
	if len(issues) < 10 || len(issues) > 15 || !slices.IsSortedFunc(issues, byID) {
		t.Errorf("%d issues, sorted: %t; want 10 to 15 in byte order", len(issues), slices.IsSortedFunc(issues, byID))
	}
	seen := map[string]int{}
	for _, one := range issues {
		seen[one.Status]++
		if one.Title == "" || !strings.HasPrefix(one.ID, prefix[1]+"-") {
			t.Errorf("issue %q with the title %q", one.ID, one.Title)
		}
		for _, d := range one.Dependencies {
			if !slices.ContainsFunc(issues, func(other issue) bool { return other.ID == d.On }) {
				t.Errorf("%s depends on %s, which is not there", one.ID, d.On)
			}
		}
	}
	for _, status := range []string{"open", "in_progress", "blocked", "deferred", "closed", "tombstone"} {
		if seen[status] == 0 {
			t.Errorf("no issue is %s", status)
		}
	}
	for _, id := range sampleProject(t).BeadsExclude {
		if !slices.ContainsFunc(issues, func(one issue) bool { return one.ID == id }) {
			t.Errorf("the project excludes %s, which is not there", id)
		}
	}
}
