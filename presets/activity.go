package presets

import (
	"cmp"
	"context"
	"slices"
	"time"

	"dossier/presets/store"
)

// KeepActivity is how long the activity of programs is stored.
const KeepActivity = 7 * 24 * time.Hour

// maxActivity and maxActivityFiles bound the activity of one project, and the files named by one entry.
const (
	maxActivity      = 5000
	maxActivityFiles = 200
)

// Activity is what one program did with a project in one minute by one tool. It holds names of files
// and no contents.
type Activity struct {
	Time   time.Time `json:"time"` // the beginning of the minute
	Client string    `json:"client"`
	Tool   string    `json:"tool"`
	Calls  int       `json:"calls"`
	Failed int       `json:"failed"`
	Tokens int       `json:"tokens"`          // about how many were given
	Files  []string  `json:"files,omitempty"` // that were read, in byte order; at most 200
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

// Activities lists what programs did with the project in dir in the last week, the oldest first.
func (s *State) Activities(dir string) []Activity {
	list, _ := read[[]Activity](s, "activity", store.Key(realFolder(dir)))
	return list
}

// AddActivities stores activities beside those that other processes store. What is older than
// [KeepActivity] at now is forgotten.
func (s *State) AddActivities(ctx context.Context, dir string, now time.Time, list ...Activity) error {
	return update(ctx, s, "activity", store.Key(realFolder(dir)), func(all []Activity) []Activity {
		all = slices.DeleteFunc(slices.Clone(all), func(a Activity) bool { return now.Sub(a.Time) > KeepActivity })
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
