//go:build linux

package snapshots

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/presets/killtest"
)

func TestMain(m *testing.M) {
	role := func(run func(d *desk, arg string) error) func([]string) error {
		return func(args []string) error {
			d, err := openDesk(args[0])
			if err != nil {
				return err
			}
			return run(d, args[1])
		}
	}
	killtest.Main(m, map[string]func([]string) error{"number": role((*desk).number), "save": role((*desk).saveForEver)})
}

// desk is what a process saves to: a project, with its stored state.
type desk struct {
	root      *os.Root
	places    presets.Places
	snapshots *Folder
}

func openDesk(dir string) (*desk, error) {
	root, err := os.OpenRoot(filepath.Join(dir, "project"))
	if err != nil {
		return nil, err
	}
	state := filepath.Join(dir, "state")
	return &desk{root, presets.Places{Config: filepath.Join(dir, "config"), State: state, Cache: filepath.Join(dir, "cache")}, inProject(root, state)}, nil
}

// number writes snapshots, and prints their names.
func (d *desk) number(writer string) error {
	for range eachWriter {
		text := "text of " + writer + "\n"
		name, err := d.snapshots.Create(strings.NewReader(text), recordOf(text, 3))
		if err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}

// saveForEver saves everything in a loop, and prints each completed save.
func (d *desk) saveForEver(first string) error {
	fmt.Println("begin")
	for n, _ := strconv.Atoi(first); ; n++ {
		if err := d.save(context.Background(), n, os.Stdout); err != nil {
			return err
		}
	}
}

// save saves generation n of a preset, a discussion and a snapshot, and reports each.
func (d *desk) save(ctx context.Context, n int, report io.Writer) error {
	file, err := presets.LoadProject(d.root, d.places)
	if err != nil {
		return err
	}
	if file, err = file.Save(ctx, func(p *models.Project) { p.Presets[0] = presetOf(n) }); err != nil {
		return err
	}
	fmt.Fprintln(report, "preset", n)
	history, err := presets.LoadHistory(d.root, file)
	if err != nil {
		return err
	}
	_, err = history.Save(ctx, func(all *models.Discussions) {
		talk := &all.List[0]
		talk.History = append(slices.Clone(talk.History), entryOf(n))
		talk.History = talk.History[max(len(talk.History)-keptEntries, 0):]
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(report, "entry", n)
	name, err := d.snapshots.Create(strings.NewReader(textOf(n)), generation(n))
	if err != nil {
		return err
	}
	fmt.Fprintln(report, "snapshot", n, name)
	if err := d.snapshots.Pin(ctx, name, true); err != nil {
		return err
	}
	fmt.Fprintln(report, "pinned", n, name)
	return nil
}

// keptEntries is the max number of entries in the discussion.
const keptEntries = 20

func presetOf(n int) models.Preset {
	p := models.Preset{Name: "kept", Description: fmt.Sprint(n)}
	for i := range 20 + n%50 {
		p.Files = append(p.Files, models.NewFileItem(fmt.Sprintf("generation/%d/file_%d.go", n, i)))
	}
	return p
}

func entryOf(n int) models.Entry {
	return models.Entry{Role: "User", Content: fmt.Sprintf("generation %d\n---\n## Heading\n````\n%s", n, strings.Repeat("line\n", n%30))}
}

func textOf(n int) string { return strings.Repeat(fmt.Sprintf("generation %d\n", n), 100+n%900) }

func generation(n int) models.Snapshot {
	s := recordOf(textOf(n), 5+n%100)
	s.Description = fmt.Sprint(n)
	return s
}

// check compares the disk with the reports: acknowledged are the generations reported as saved,
// and names the snapshots. It returns the highest generation.
func (d *desk) check(t *testing.T, acknowledged map[string]int, names map[string]int) (highest int) {
	t.Helper()
	file, err := presets.LoadProject(d.root, d.places)
	if err != nil || len(file.Problems) > 0 || len(file.Project.Presets) != 2 {
		t.Fatalf("the project file: %v, problems %v, presets %v", err, file.Problems, file.Project.Presets)
	}
	n, err := strconv.Atoi(file.Project.Presets[0].Description)
	if err != nil || fmt.Sprint(file.Project.Presets[0].Fields()) != fmt.Sprint(presetOf(n).Fields()) {
		t.Fatalf("the preset is garbled: %v", file.Project.Presets[0])
	}
	if n < acknowledged["preset"] {
		t.Fatalf("the preset is of generation %d, %d was reported", n, acknowledged["preset"])
	}
	highest = n
	history, err := presets.LoadHistory(d.root, file)
	if err != nil || len(history.Problems) > 0 {
		t.Fatalf("the discussion: %v, problems %v", err, history.Problems)
	}
	last := 0
	for _, entry := range history.Discussions.List[0].History {
		if _, err := fmt.Sscanf(entry.Content, "generation %d\n", &last); err != nil || entry.Content != entryOf(last).Content {
			t.Fatalf("an entry is garbled: %q", entry.Content)
		}
	}
	if last < acknowledged["entry"] {
		t.Fatalf("the last entry is of generation %d, %d was reported", last, acknowledged["entry"])
	}
	list, err := d.snapshots.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range list {
		if !h.Recorded || h.Damage != nil {
			t.Fatalf("half a snapshot: %+v", h)
		}
		s, text, err := d.snapshots.Load(h.Name)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(s.Description)
		if err != nil || string(text) != textOf(n) || len(s.Files) != 5+n%100 {
			t.Fatalf("%s is garbled: generation %q, %d files", h.Name, s.Description, len(s.Files))
		}
		if want, ok := names[h.Name]; ok && want != n {
			t.Fatalf("%s holds generation %d, %d was reported", h.Name, n, want)
		}
		if n <= acknowledged["pinned"] && names[h.Name] == n && !h.Pinned {
			t.Fatalf("%s is not pinned, as was reported", h.Name)
		}
		delete(names, h.Name)
		highest = max(highest, n)
	}
	if len(names) > 0 {
		t.Fatalf("snapshots are lost: %v", names)
	}
	for _, h := range list[min(1, len(list)):] { // the next check has less to do
		if err := d.snapshots.Delete(h.Name); err != nil && !errors.As(err, new(*NotFoundError)) {
			t.Fatal(err)
		}
	}
	return max(highest, last)
}

// A process that saves presets, discussions and snapshots in a loop is killed at random moments.
// Everything is always complete, and nothing that was reported as saved is lost.
func TestKill(t *testing.T) {
	kills := killtest.Kills(t, 120)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"dossier.toml":         "# mine\n[presets.kept]\ndescription = \"0\"\n\n# stays\n[presets.other]\nfiles = [\"a\"]\n",
		"dossier_history.toml": "active = \"main\"\n\n[[discussions.main.history]]\nrole = \"User\"\ncontent = \"generation 0\\n---\\n## Heading\\n````\\n\"\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, "project"), 0o755), os.WriteFile(filepath.Join(dir, "project", name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	d, err := openDesk(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.root.Close()
	if err := d.save(t.Context(), 0, io.Discard); err != nil {
		t.Fatal(err)
	}
	next, reports := 1, 0
	for range kills {
		child := killtest.Start(t, "save", dir, strconv.Itoa(next))
		child.Line() // it has started
		acknowledged, names := map[string]int{}, map[string]int{}
		for _, line := range child.Kill(40 * time.Millisecond) {
			what, rest, _ := strings.Cut(line, " ")
			number, name, named := strings.Cut(rest, " ")
			n, err := strconv.Atoi(number)
			if err != nil {
				t.Fatalf("the child says %q", line)
			}
			acknowledged[what] = n
			if named {
				names[name] = n
			}
			reports++
		}
		next = d.check(t, acknowledged, names) + 1
	}
	whole, err := os.ReadFile(filepath.Join(dir, "project", "dossier.toml"))
	if err != nil || !strings.HasPrefix(string(whole), "# mine\n") || !strings.HasSuffix(string(whole), "# stays\n[presets.other]\nfiles = [\"a\"]\n") {
		t.Errorf("what was not saved has changed: %v\n%s", err, whole)
	}
	t.Logf("%d kills, %d saves reported, generation %d: 0 garbled, 0 half, 0 lost", kills, reports, next-1)
}

// writers concurrent processes write eachWriter snapshots each.
const (
	writers    = 50
	eachWriter = 6
)

func TestProcessesShareNoNumber(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "project"), 0o755); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for writer, names := range killtest.Concurrently(t, writers, "number", dir) {
		for _, name := range names {
			if other, twice := seen[name]; twice {
				t.Errorf("%s was written by %d and %d", name, other, writer)
			}
			seen[name] = writer
		}
	}
	d, err := openDesk(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.root.Close()
	for name, writer := range seen {
		if _, text, err := d.snapshots.Load(name); err != nil || string(text) != fmt.Sprintf("text of %d\n", writer) {
			t.Errorf("%s holds %q, %v, and %d wrote it", name, text, err, writer)
		}
	}
	list, err := d.snapshots.List()
	if err != nil || len(list) != writers*eachWriter || len(seen) != len(list) || list[0].Number != len(list) {
		t.Errorf("%d snapshots are there and %d were reported, want %d (%v)", len(list), len(seen), writers*eachWriter, err)
	}
	files, err := fs.Glob(d.root.FS(), "out/[^.]*")
	if err != nil || len(files) != 2*writers*eachWriter {
		t.Errorf("%d files, want %d (%v)", len(files), 2*writers*eachWriter, err)
	}
}
