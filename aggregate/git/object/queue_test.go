package object

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQueue(t *testing.T) {
	var q Queue[string]
	q.Push("old", 10, 0)
	q.Push("second of its time", 20, 2)
	q.Push("new", 30, 3)
	q.Push("first of its time", 20, 1)
	if !q.Contains(func(c string) bool { return c == "old" }) || q.Contains(func(c string) bool { return c == "other" }) {
		t.Error("Contains does not report the queued commits")
	}
	var got []string
	for q.Len() > 0 {
		got = append(got, q.Pop())
	}
	want := []string{"new", "first of its time", "second of its time", "old"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong order (-want +got):\n%s", diff)
	}
}
