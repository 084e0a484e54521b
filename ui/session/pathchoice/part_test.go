package pathchoice

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/fuzzy"
	"dossier/presets"
	"dossier/ui/completion"
	"dossier/ui/session/sessiontest"
)

// newDesk opens a project that has no files.
func newDesk(t *testing.T) (*sessiontest.Desk, *Part) {
	t.Helper()
	d := sessiontest.New(t, nil)
	d.Stored = presets.NewState(d.Places)
	return d, New(d, d.Work)
}

func TestOnlyTheNewestIsAnswered(t *testing.T) {
	f, p := newDesk(t)
	f.Write("main.go", "")
	kind := completion.Kind{Base: f.Dir}
	var got []string
	for _, typed := range []string{"x", "mai"} {
		p.Complete(kind, typed, func(c completion.Result) { got = append(got, "completed "+c.Text) })
	}
	f.Until("a path is completed", func() bool { return len(got) == 1 })
	for _, typed := range []string{"x", "mai"} {
		p.List(kind, typed, func(list []string) { got = append(got, "listed "+list[0]) })
	}
	f.Until("paths are listed", func() bool { return len(got) == 2 })
	for _, typed := range []string{"x", "mgo"} {
		p.Search(kind, typed, func(found []fuzzy.Found) { got = append(got, "found "+found[0].Path) })
	}
	f.Until("paths are found", func() bool { return len(got) == 3 })
	if diff := cmp.Diff([]string{"completed main.go", "listed main.go", "found main.go"}, got); diff != "" {
		t.Errorf("wrong answers (-want +got):\n%s", diff)
	}
}

func TestWhatWasChosenIsStoredByPurpose(t *testing.T) {
	f, p := newDesk(t)
	base := t.TempDir()
	for _, name := range []string{"old.json", "chat.json", "picture.png"} {
		path := filepath.Join(base, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		p.Choose("chats", path)
	}
	p.Choose("chats", filepath.Join(base, "gone.json"))
	p.Choose("presets", filepath.Join(base, "nowhere", "team.toml"))
	var got []string
	answered := false
	p.Chosen("chats", completion.Kind{Endings: []string{".json"}}, func(list []string) { got, answered = list, true })
	f.Until("there is an answer", func() bool { return answered })
	if diff := cmp.Diff([]string{filepath.Join(base, "chat.json"), filepath.Join(base, "old.json")}, got); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	for purpose, want := range map[string]string{"chats": base, "presets": "", "none": ""} {
		if got := p.Folder(purpose); got != want {
			t.Errorf("%s: the last folder is %q, want %q", purpose, got, want)
		}
	}
}
