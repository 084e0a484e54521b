package presets

import (
	"cmp"
	"context"
	"slices"
	"time"

	"dossier/presets/store"
)

// ActivityRetention is the retention period of programs' activity.
const ActivityRetention = 7 * 24 * time.Hour

// maxActivity is the max number of activities per project, and maxActivityFiles the max number of files per activity.
const (
	maxActivity      = 5000
	maxActivityFiles = 200
)

// Activity summarizes the calls of one tool by one program in a project within one minute. It
// contains file names but no contents.
type Activity struct {
	Time   time.Time `json:"time"` // start of the minute
	Client string    `json:"client"`
	Tool   string    `json:"tool"`
	Calls  int       `json:"calls"`
	Failed int       `json:"failed"`
	Tokens int       `json:"tokens"`          // approximate number of returned tokens
	Files  []string  `json:"files,omitempty"` // files that were read, in byte order; at most 200
}

func (a Activity) same(b Activity) bool {
	return a.Time.Equal(b.Time) && a.Client == b.Client && a.Tool == b.Tool
}

// Add returns the sum of two activities of the same minute, program and tool.
func (a Activity) Add(b Activity) Activity {
	a.Calls, a.Failed, a.Tokens = a.Calls+b.Calls, a.Failed+b.Failed, a.Tokens+b.Tokens
	files := slices.Concat(a.Files, b.Files)
	slices.Sort(files)
	files = slices.Compact(files)
	a.Files = files[:min(len(files), maxActivityFiles)]
	return a
}

// Activities returns the activity of programs in the project in dir within [ActivityRetention] of
// now, oldest first.
func (s *State) Activities(dir string, now time.Time) []Activity {
	list, _ := read[[]Activity](s, "activity", store.Key(realFolder(dir)))
	return recent(list, now)
}

// recent removes activities older than [ActivityRetention] at now from a list, in place.
func recent(list []Activity, now time.Time) []Activity {
	return slices.DeleteFunc(list, func(a Activity) bool { return now.Sub(a.Time) > ActivityRetention })
}

// AddActivities adds activities to those stored by other processes. It removes activities older
// than [ActivityRetention] at now.
func (s *State) AddActivities(ctx context.Context, dir string, now time.Time, list ...Activity) error {
	return update(ctx, s, "activity", store.Key(realFolder(dir)), func(all []Activity) []Activity {
		all = recent(slices.Clone(all), now)
		for _, a := range list {
			if i := slices.IndexFunc(all, a.same); i >= 0 {
				all[i] = all[i].Add(a)
			} else {
				all = append(all, Activity{Time: a.Time.UTC(), Client: a.Client, Tool: a.Tool}.Add(a))
			}
		}
		slices.SortStableFunc(all, func(a, b Activity) int {
			return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Tool, b.Tool))
		})
		return all[max(0, len(all)-maxActivity):]
	})
}
