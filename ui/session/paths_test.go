package session

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/fuzzy"
	"dossier/ui/completion"
)

func TestOnlyTheNewestIsAnswered(t *testing.T) {
	d := newDesk(t, nil)
	p := d.Paths()
	d.write("main.go", "")
	kind := completion.Kind{Base: d.dir}
	var got []string
	for _, typed := range []string{"x", "mai"} {
		p.Complete(kind, typed, func(c completion.Result) { got = append(got, "completed "+c.Text) })
	}
	d.until("a path is completed", func() bool { return len(got) == 1 })
	for _, typed := range []string{"x", "mai"} {
		p.List(kind, typed, func(list []string) { got = append(got, "listed "+list[0]) })
	}
	d.until("paths are listed", func() bool { return len(got) == 2 })
	for _, typed := range []string{"x", "mgo"} {
		p.Search(kind, typed, func(found []fuzzy.Found) { got = append(got, "found "+found[0].Path) })
	}
	d.until("paths are found", func() bool { return len(got) == 3 })
	if diff := cmp.Diff([]string{"completed main.go", "listed main.go", "found main.go"}, got); diff != "" {
		t.Errorf("wrong answers (-want +got):\n%s", diff)
	}
}

func TestWhatWasChosenIsStoredByPurpose(t *testing.T) {
	d := newDesk(t, nil)
	p := d.Paths()
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
	d.until("they are stored", func() bool { return !d.writes.Busy() })
	var got []string
	answered := false
	p.Chosen("chats", completion.Kind{Endings: []string{".json"}}, func(list []string) { got, answered = list, true })
	d.until("there is an answer", func() bool { return answered })
	if diff := cmp.Diff([]string{filepath.Join(base, "chat.json"), filepath.Join(base, "old.json")}, got); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	for purpose, want := range map[string]string{"chats": base, "presets": "", "none": ""} {
		if got := p.Folder(purpose); got != want {
			t.Errorf("%s: the last folder is %q, want %q", purpose, got, want)
		}
	}
}
