package presets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets/killtest"
)

// notesBench is a project with a file of notes.
type notesBench struct {
	*testing.T
	dir  string
	root *os.Root
}

func newNotesBench(t *testing.T, text string) *notesBench {
	t.Helper()
	b := &notesBench{T: t, dir: t.TempDir()}
	if err := os.Mkdir(filepath.Join(b.dir, "project"), 0o755); err != nil {
		t.Fatal(err)
	}
	if text != "" {
		b.write(text)
	}
	root, err := os.OpenRoot(filepath.Join(b.dir, "project"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	b.root = root
	return b
}

func (b *notesBench) write(text string) {
	b.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, "project", NotesName), []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
}

func (b *notesBench) load() *NotesFile {
	b.Helper()
	f, err := LoadNotes(b.root, Places{State: filepath.Join(b.dir, "state")})
	if err != nil {
		b.Fatal(err)
	}
	return f
}

func (b *notesBench) want(text string) {
	b.Helper()
	data, err := os.ReadFile(filepath.Join(b.dir, "project", NotesName))
	if diff := cmp.Diff(text, string(data)); err != nil || diff != "" {
		b.Errorf("wrong file (-want +got), %v:\n%s", err, diff)
	}
}

func textNote(content string) models.Note {
	return models.Note{Type: models.NoteText, Content: content, Time: time.Unix(1, 0).UTC()}
}

func addNote(content string) func(*models.Notes) {
	return func(n *models.Notes) { *n, _ = n.Insert(len(n.List), textNote(content)) }
}

const twoNotes = `# ours
schema = 1
last = 2

# the first
[[notes]]
id = "ctx-1" # so far
type = 'text'
content = 'one'
timestamp = 2208988801
colour = "red"

[[notes]]
id = "ctx-2"
type = "code"
content = """
two
lines
"""
metadata = { filename = "a.go", start_line = 3, end_line = 4, zzz = [1, "x"] }
timestamp = 2208988801
`

func TestNotesAreSavedSurgically(t *testing.T) {
	b := newNotesBench(t, "")
	f := b.load()
	if f.Exists() || len(f.Value.List) > 0 {
		t.Fatalf("without a file there are %+v", f.Value)
	}
	f, err := f.Save(t.Context(), addNote("one\ntwo"))
	if err != nil {
		t.Fatal(err)
	}
	b.want("schema = 1\nlast = 1\n\n[[notes]]\nid = \"ctx-1\"\ntype = \"text\"\ncontent = \"\"\"\none\ntwo\"\"\"\ntimestamp = 2208988801\n")
	if _, err := f.Save(t.Context(), func(n *models.Notes) { *n = n.Delete([]int{0}) }); err != nil {
		t.Fatal(err)
	}
	b.want("schema = 1\nlast = 1\n")
	for name, tt := range map[string]struct {
		edit func(*models.Notes)
		want string
	}{
		"a note is changed": {func(n *models.Notes) { n.List[0].Content = "1" }, strings.Replace(twoNotes, "'one'", `"1"`, 1)},
		"a note is added":   {addNote("three"), strings.Replace(twoNotes, "last = 2", "last = 3", 1) + "\n[[notes]]\nid = \"ctx-3\"\ntype = \"text\"\ncontent = \"three\"\ntimestamp = 2208988801\n"},
		"a limit is set":    {func(n *models.Notes) { n.Limit = 7 }, strings.Replace(twoNotes, "last = 2\n", "last = 2\nlimit = 7\n", 1)},
		"nothing":           {func(*models.Notes) {}, twoNotes},
	} {
		t.Run(name, func(t *testing.T) {
			b := newNotesBench(t, twoNotes)
			f := b.load()
			if len(f.Problems) > 0 || len(f.Notes) != 1 || f.Notes[0].Key != "notes[0].colour" || f.Notes[0].Line != 11 {
				t.Errorf("problems %v, unknown %v", f.Problems, f.Notes)
			}
			next, err := f.Save(t.Context(), tt.edit)
			if err != nil {
				t.Fatal(err)
			}
			b.want(tt.want)
			if !next.Value.Equal(b.load().Value) {
				t.Errorf("it is loaded as %+v, not %+v", b.load().Value, next.Value)
			}
		})
	}
	t.Run("they change places", func(t *testing.T) {
		b := newNotesBench(t, twoNotes)
		if _, err := b.load().Save(t.Context(), func(n *models.Notes) { *n = n.Move([]int{1}, 0) }); err != nil {
			t.Fatal(err)
		}
		got := b.load().Value
		if got.List[0].ID != "ctx-2" || got.List[1].Extra["colour"] != "red" {
			t.Errorf("there are %+v", got.List)
		}
	})
	t.Run("an empty list has brackets", func(t *testing.T) {
		b := newNotesBench(t, "notes = []\n")
		if _, err := b.load().Save(t.Context(), addNote("x")); err != nil {
			t.Fatal(err)
		}
		if got := b.load().Value.List; len(got) != 1 || got[0].Content != "x" {
			t.Errorf("there are %+v", got)
		}
	})
}

func TestNotesAreMergedWithWhatAnotherProgramWrote(t *testing.T) {
	theirs := strings.Replace(twoNotes, "'one'", "'theirs'", 1)
	b := newNotesBench(t, twoNotes)
	f := b.load()
	b.write(theirs)
	next, err := f.Save(t.Context(), addNote("three"))
	if err != nil || next.Forks != nil || len(next.Value.List) != 3 || next.Value.List[0].Content != "theirs" {
		t.Errorf("got %+v, forks %v, %v", next.Value, next.Forks, err)
	}
	b.write(theirs)
	next, err = f.Save(t.Context(), func(n *models.Notes) { n.List[0].Content = "mine" })
	if diff := cmp.Diff([]models.Fork{{Name: "ctx-1", As: "ctx-3"}}, next.Forks); diff != "" || err != nil {
		t.Errorf("wrong forks, %v (-want +got):\n%s", err, diff)
	}
	var got []string
	for _, n := range b.load().Value.List {
		got = append(got, n.ID+" "+n.Content)
	}
	if diff := cmp.Diff([]string{"ctx-1 theirs", "ctx-3 mine", "ctx-2 two\nlines\n"}, got); diff != "" {
		t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
}

func TestNotesThatAreNotWritten(t *testing.T) {
	for name, text := range map[string]string{"no TOML": "[[notes]", "a newer version": "schema = 99\n"} {
		b := newNotesBench(t, text)
		f, err := LoadNotes(b.root, Places{})
		var refused *ReadOnlyError
		if (err != nil) != (name == "no TOML") {
			t.Errorf("%s: loaded with %v", name, err)
		}
		if _, err := f.Save(t.Context(), addNote("x")); !errors.As(err, &refused) {
			t.Errorf("%s: saved with %v", name, err)
		}
		if _, err := f.Change(t.Context(), func(n models.Notes) (models.Notes, error) { return n, nil }); !errors.As(err, &refused) {
			t.Errorf("%s: changed with %v", name, err)
		}
		b.want(text)
	}
	b := newNotesBench(t, twoNotes)
	no := errors.New("no")
	if _, err := b.load().Change(t.Context(), func(n models.Notes) (models.Notes, error) { return models.Notes{}, no }); !errors.Is(err, no) {
		t.Errorf("a change that fails ends with %v", err)
	}
	b.want(twoNotes)
}

// noter adds notes to the project in a folder and prints the id of each.
func noter(args []string) error {
	root, err := os.OpenRoot(filepath.Join(args[0], "project"))
	if err != nil {
		return err
	}
	return noteAll(root, Places{State: filepath.Join(args[0], "state")}, args[1], func(id string) { fmt.Println(id) })
}

// eachNotes is the number of notes that each writer adds.
const eachNotes = 12

func noteAll(root *os.Root, places Places, name string, said func(id string)) error {
	f, err := LoadNotes(root, places)
	for i := 0; i < eachNotes && err == nil; i++ {
		var ids []string
		f, err = f.Change(context.Background(), func(n models.Notes) (models.Notes, error) {
			n, ids = n.Insert(len(n.List), textNote(fmt.Sprint(name, i)))
			return n, nil
		})
		if err == nil {
			said(ids[0])
		}
	}
	return err
}

// Goroutines and processes that add notes concurrently get unique ids, and no reported note is
// lost. Notes that windows add meanwhile, without knowing their id yet, are preserved too.
func TestIDsAreUniqueHoweverManyWrite(t *testing.T) {
	b := newNotesBench(t, "")
	places := Places{State: filepath.Join(b.dir, "state")}
	var mu sync.Mutex
	said := map[string]string{} // id: writer
	say := func(who string) func(string) {
		return func(id string) {
			mu.Lock()
			defer mu.Unlock()
			if said[id] != "" {
				t.Errorf("%s is given to %s and to %s", id, said[id], who)
			}
			said[id] = who
		}
	}
	var writers sync.WaitGroup
	var children []*killtest.Child
	for i := range 3 {
		children = append(children, killtest.Start(t, "notes", b.dir, fmt.Sprint("process", i, "-")))
	}
	for i := range 6 {
		writers.Go(func() {
			name := fmt.Sprint("goroutine", i, "-")
			if err := noteAll(b.root, places, name, say(name)); err != nil {
				t.Error(err)
			}
		})
	}
	for i := range 3 { // as a window saves: an edit of what it has loaded
		writers.Go(func() {
			f := b.load()
			for k := range eachNotes {
				next, err := f.Save(t.Context(), addNote(fmt.Sprint("window", i, "-", k)))
				if err != nil {
					t.Error(err)
					return
				}
				f = next
			}
		})
	}
	writers.Wait()
	for i, child := range children {
		ids, err := child.Wait()
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			say(fmt.Sprint("process", i))(id)
		}
	}
	notes := b.load()
	ids := map[string]bool{}
	var contents []string
	for _, n := range notes.Value.List {
		if ids[n.ID] {
			t.Errorf("%s twice", n.ID)
		}
		ids[n.ID] = true
		contents = append(contents, n.Content)
	}
	for id := range said {
		if !ids[id] {
			t.Errorf("%s is lost", id)
		}
	}
	slices.Sort(contents)
	if n := len(slices.Compact(contents)); n != 12*eachNotes || len(notes.Problems) > 0 {
		t.Errorf("%d notes of %d, problems %v", n, 12*eachNotes, notes.Problems)
	}
}

func TestJournalsOfNotes(t *testing.T) {
	s := NewState(Places{State: t.TempDir()})
	dir := t.TempDir()
	slot := s.Claim(dir)
	defer slot.Release(false)
	var n models.Notes
	n, _ = n.Insert(0, textNote("a\x00b\nc"), textNote("two"))
	n = n.Delete([]int{1}).WithLimit(9)
	want := Journal[models.Notes]{Base: "b", Value: n}
	if err := slot.Notes().Save(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	got, ok := slot.Notes().Load()
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Errorf("wrong journal, %t (-want +got):\n%s", ok, diff)
	}
	if _, ok := slot.Discussions().Load(); ok {
		t.Error("it is a journal of discussions too")
	}
	if err := errors.Join(slot.Notes().Forget(), slot.Notes().Forget()); err != nil {
		t.Error(err)
	}
	if _, ok := slot.Notes().Load(); ok {
		t.Error("it is still there")
	}
}
