package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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
