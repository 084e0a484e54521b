package session

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/ui/completion"
)

func TestOnlyTheNewestPathIsCompleted(t *testing.T) {
	d := newDesk(t, nil)
	var got []string
	for _, typed := range []string{"a", "b"} {
		d.CompletePath(completion.Kind{Base: d.dir}, typed, func(c completion.Result) { got = append(got, c.Text) })
	}
	d.until("a path is completed", func() bool { return len(got) > 0 })
	if diff := cmp.Diff([]string{"b"}, got); diff != "" {
		t.Errorf("wrong answers (-want +got):\n%s", diff)
	}
}

func TestProjectsThatAreGoneAreNotOffered(t *testing.T) {
	d := newDesk(t, nil)
	base := t.TempDir()
	for _, name := range []string{"gone", "first", "second"} {
		dir := filepath.Join(base, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := d.Open(dir); err != nil {
			t.Fatal(err)
		}
		d.until(name+" is among the recent ones", func() bool { list := d.Recents(); return len(list) > 0 && list[0].Path == dir })
	}
	if err := os.Remove(filepath.Join(base, "gone")); err != nil {
		t.Fatal(err)
	}
	var got []string
	asked := false
	d.OpenedBefore(func(list []presets.Recent) {
		asked = true
		for _, r := range list {
			got = append(got, filepath.Base(r.Path))
		}
	})
	d.until("there is an answer", func() bool { return asked })
	if diff := cmp.Diff([]string{"first", "project"}, got); diff != "" {
		t.Errorf("wrong projects (-want +got):\n%s", diff)
	}
}
