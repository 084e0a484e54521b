package beads

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/models"

	"github.com/google/go-cmp/cmp"
)

// realBD is the path of a bd for the tests. If it is not set, one is built from realModule.
const (
	realBD     = "DOSSIER_TEST_BD"
	realModule = "github.com/steveyegge/beads v0.47.1"
)

// buildBD returns a real bd. The first build takes a minute, later ones a few seconds; if the
// module is not available, the test is skipped.
func buildBD(t *testing.T) string {
	t.Helper()
	if program := os.Getenv(realBD); program != "" {
		return program
	}
	if testing.Short() {
		t.Skip("building bd takes a minute")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go to build bd with")
	}
	dir := t.TempDir()
	module := "module build\n\ngo 1.25\n\nrequire " + realModule + "\n"
	tool := "//go:build tools\n\npackage build\n\nimport _ \"github.com/steveyegge/beads/cmd/bd\"\n"
	for name, content := range map[string]string{"go.mod": module, "tool.go": tool} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) ([]byte, error) {
		cmd := exec.CommandContext(t.Context(), goTool, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "CGO_ENABLED=0", "GOWORK=off")
		return cmd.CombinedOutput()
	}
	if out, err := run("mod", "download", strings.ReplaceAll(realModule, " ", "@")); err != nil {
		t.Skipf("bd cannot be had: %v\n%s", err, out)
	}
	program := filepath.Join(dir, "bd")
	if out, err := run("build", "-o", program, "github.com/steveyegge/beads/cmd/bd"); err != nil {
		if bytes.Contains(out, []byte("proxy")) || bytes.Contains(out, []byte("dial tcp")) {
			t.Skipf("what bd needs cannot be had: %v\n%s", err, out)
		}
		t.Fatalf("build bd: %v\n%s", err, out)
	}
	return program
}

// repository is a folder with a tracker that is managed by a real bd.
type repository struct {
	t       *testing.T
	dir     string
	program string
	env     []string
}

func newRepository(t *testing.T, program string) *repository {
	t.Helper()
	r := &repository{t: t, dir: t.TempDir(), program: program}
	home := t.TempDir()
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "BD_") && !strings.HasPrefix(name, "BEADS_") && !strings.HasPrefix(name, "GIT_") {
			r.env = append(r.env, v)
		}
	}
	r.env = append(r.env, "HOME="+home, "XDG_CONFIG_HOME="+home, "BD_NO_DAEMON=true", "BEADS_NO_DAEMON=1",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=T", "GIT_AUTHOR_EMAIL=a@b.c", "GIT_COMMITTER_NAME=T", "GIT_COMMITTER_EMAIL=a@b.c")
	r.run("git", "init", "-q")
	r.bd("init", "--prefix", "demo", "--quiet")
	return r
}

func (r *repository) run(name string, args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), name, args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.Output()
	if err != nil {
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			r.t.Fatalf("%s %q: %v\n%s", name, args, err, ended.Stderr)
		}
		r.t.Fatalf("%s %q: %v", name, args, err)
	}
	return strings.TrimSpace(string(out))
}

func (r *repository) bd(args ...string) string { r.t.Helper(); return r.run(r.program, args...) }

func (r *repository) create(title string, args ...string) string {
	r.t.Helper()
	return r.bd(append([]string{"create", title, "--silent"}, args...)...)
}

// objects parses the JSON output of bd, by id.
func (r *repository) objects(args ...string) map[string]map[string]any {
	r.t.Helper()
	var list []map[string]any
	if err := json.Unmarshal([]byte(r.bd(args...)), &list); err != nil {
		r.t.Fatal(err)
	}
	byID := map[string]map[string]any{}
	for _, o := range list {
		byID[o["id"].(string)] = o
	}
	return byID
}

// TestRealTracker fills a tracker with a real bd, using every feature, and compares the parsed
// file with the output of bd: field by field with bd show, and the ready beads with bd ready.
func TestRealTracker(t *testing.T) {
	r := newRepository(t, buildBD(t))
	epic := r.create("An epic", "-t", "epic", "-p", "1")
	first := r.create("Ünïcödé “quotes” & <tags> 日本語", "-p", "0", "-t", "bug", "-d", "one\n\n- two `x`\n---\n## three", "--design", "d\nesign", "--acceptance", "- [ ] done",
		"--notes", "noted", "-e", "90", "--external-ref", "gh-9", "-l", "ui,backend", "-a", "alice", "--due", "2027-01-01")
	second := r.create("Waits for the first", "--deps", "blocks:"+first)
	child := r.create("A child", "--parent", epic)
	grandchild := r.create("A child of the child", "--parent", child)
	later := r.create("Later", "--defer", "2030-01-01")
	found := r.create("Found on the way", "--deps", "discovered-from:"+first)
	closed := r.create("Done already", "-d", "was done")
	gone := r.create("Deleted")
	free := r.create("Freed by what is done", "--deps", "blocks:"+closed)
	waits := r.create("Waits for the epic's children", "--waits-for", epic)
	doing := r.create("Being done")
	deferred := r.create("Put off")
	r.bd("dep", "add", child, second)
	r.bd("dep", "add", found, epic, "--type", "related")
	r.bd("comments", "add", first, "a comment\nof two lines")
	r.bd("comments", "add", first, "another one")
	r.bd("close", closed, "--reason", "all done")
	r.bd("update", doing, "--status", "in_progress")
	r.bd("update", deferred, "--status", "deferred")
	r.bd("label", "add", doing, "late")
	r.bd("delete", gone, "--force")

	// This bd has two ways to write the file, each of which omits something: the comments after a
	// command, and the due and defer dates in a full export.
	c := r.agree(map[string]any{"comments": []string{}}, nil)
	for id, held := range map[string]bool{second: true, child: true, grandchild: true, waits: true, later: false, found: false, free: false, doing: false} {
		if i, _ := c.Place(id); c.Blocked(i) != held {
			t.Errorf("%s is blocked: %t", c.Beads[i].Title, !held)
		}
	}
	if i, ok := c.Place(gone); ok && c.Beads[i].Class() != models.BeadDropped {
		t.Error("what was deleted is read as a bead")
	}
	r.bd("sync", "--flush-only")
	r.agree(map[string]any{"due_at": nil, "defer_until": nil}, []string{later})
}

// agree compares the parsed file of the tracker with the output of bd, except fields that its
// file lacks and what depends on them alone.
func (r *repository) agree(lacking map[string]any, unready []string) *Catalog {
	t := r.t
	t.Helper()
	root := os.DirFS(r.dir)
	loc, err := Locate(root, ".")
	if err != nil || !loc.Found || loc.File != ".beads/issues.jsonl" {
		t.Fatalf("location %+v, error %v", loc, err)
	}
	before, err := fs.ReadFile(root, loc.File)
	if err != nil {
		t.Fatal(err)
	}
	result, err := Read(bytes.NewReader(before))
	if err != nil || result.Note() != "" {
		t.Fatalf("note %q, error %v", result.Note(), err)
	}
	c := NewCatalog(result.Beads)

	listed := r.objects("list", "--all", "--json", "--limit", "0")
	for i, b := range result.Beads {
		if b.Class() == models.BeadDropped {
			if _, ok := listed[b.ID]; ok {
				t.Errorf("%s is dropped, and bd lists it", b.ID)
			}
			continue
		}
		want := shownBy(r.objects("show", b.ID, "--json")[b.ID])
		for name, empty := range lacking {
			if want[name] = empty; empty == nil {
				delete(want, name)
			}
		}
		if diff := cmp.Diff(want, ours(c, i)); diff != "" {
			t.Errorf("%s (-bd +read):\n%s", b.ID, diff)
		}
		delete(listed, b.ID)
	}
	if len(listed) > 0 {
		t.Errorf("bd lists %v, which is not read", listed)
	}

	ready, wanted := []string{}, []string{}
	for i, b := range result.Beads {
		if c.Ready(i, time.Now()) && !slices.Contains(unready, b.ID) {
			ready = append(ready, b.ID)
		}
	}
	for id := range r.objects("ready", "--json", "--limit", "0") {
		wanted = append(wanted, id)
	}
	slices.Sort(ready)
	slices.Sort(wanted)
	if diff := cmp.Diff(wanted, ready); diff != "" {
		t.Errorf("ready (-bd +read):\n%s", diff)
	}
	if after, err := fs.ReadFile(root, loc.File); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file is another one after it was read (%v)", err)
	}
	return c
}

// shownBy returns the output of bd show --json for a bead, without computed fields.
func shownBy(o map[string]any) map[string]any {
	out := map[string]any{}
	for _, name := range []string{
		"id", "title", "description", "design", "acceptance_criteria", "notes", "status", "priority", "issue_type", "assignee", "owner",
		"estimated_minutes", "created_at", "created_by", "updated_at", "closed_at", "close_reason", "due_at", "defer_until", "external_ref",
	} {
		if v, ok := o[name]; ok {
			out[name] = v
		}
	}
	texts := func(name string, say func(map[string]any) string) {
		list := []string{}
		items, _ := o[name].([]any)
		for _, item := range items {
			list = append(list, say(item.(map[string]any)))
		}
		slices.Sort(list)
		out[name] = list
	}
	link := func(l map[string]any) string { return fmt.Sprint(l["dependency_type"], " ", l["id"]) }
	texts("dependencies", link)
	texts("dependents", link)
	texts("comments", func(c map[string]any) string { return fmt.Sprint(c["author"], ": ", c["text"], " ", c["created_at"]) })
	labels := []string{}
	items, _ := o["labels"].([]any)
	for _, l := range items {
		labels = append(labels, l.(string))
	}
	slices.Sort(labels)
	out["labels"] = labels
	return out
}

// ours returns a parsed bead in the same form.
func ours(c *Catalog, i int) map[string]any {
	b := c.Beads[i]
	out := map[string]any{"priority": float64(b.Priority)}
	for name, v := range map[string]string{
		"id": b.ID, "title": b.Title, "description": b.Description, "design": b.Design, "acceptance_criteria": b.AcceptanceCriteria, "notes": b.Notes,
		"status": b.Status, "issue_type": b.Type, "assignee": b.Assignee, "owner": b.Owner, "created_by": b.CreatedBy, "close_reason": b.CloseReason, "external_ref": b.ExternalRef,
	} {
		if v != "" {
			out[name] = v
		}
	}
	if b.EstimatedMinutes > 0 {
		out["estimated_minutes"] = float64(b.EstimatedMinutes)
	}
	for name, at := range map[string]time.Time{
		"created_at": b.CreatedAt, "updated_at": b.UpdatedAt, "closed_at": b.ClosedAt, "due_at": b.DueAt, "defer_until": b.DeferUntil,
	} {
		if !at.IsZero() {
			out[name] = at.Format(time.RFC3339Nano)
		}
	}
	links := func(list []Link) []string {
		texts := []string{}
		for _, l := range list {
			texts = append(texts, l.Kind+" "+l.ID)
		}
		slices.Sort(texts)
		return texts
	}
	out["dependencies"], out["dependents"] = links(c.DependsOn(i)), links(c.Dependents(i))
	comments := []string{}
	for _, one := range b.Comments {
		comments = append(comments, fmt.Sprint(one.Author, ": ", one.Text, " ", one.CreatedAt.Format(time.RFC3339Nano)))
	}
	slices.Sort(comments)
	labels := append([]string{}, b.Labels...)
	slices.Sort(labels)
	out["comments"], out["labels"] = comments, labels
	return out
}
