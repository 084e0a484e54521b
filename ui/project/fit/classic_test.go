package fit

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRecentByTime(t *testing.T) {
	at := func(day int, more time.Duration) time.Time {
		return time.Date(2024, 1, day, 12, 0, 0, 0, time.UTC).Add(more)
	}
	tests := []struct {
		name    string
		changed map[string]time.Time
		want    map[string]int
	}{
		{name: "no files", want: map[string]int{}},
		{name: "the newest first", changed: map[string]time.Time{"a": at(1, 0), "b": at(3, 0), "c": at(2, 0)}, want: map[string]int{"b": 0, "c": 1, "a": 2}},
		{name: "one second is one step", changed: map[string]time.Time{"a": at(1, 0), "b": at(1, 999*time.Millisecond), "c": at(1, time.Second)}, want: map[string]int{"c": 0, "a": 1, "b": 1}},
		{name: "what is older than 30 days is not recent", changed: map[string]time.Time{"a": at(1, 0), "b": at(31, 0), "c": at(31, time.Second)}, want: map[string]int{"c": 0, "b": 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, recentByTime(tt.changed)); diff != "" {
				t.Errorf("wrong steps (-want +got):\n%s", diff)
			}
		})
	}
}
