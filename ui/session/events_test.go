package session

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/ui/session/feature"
)

// TestWhoFollowsWhat lists the features that follow each event, in order: a method of the right name makes
// a feature a follower, also by accident.
func TestWhoFollowsWhat(t *testing.T) {
	d := newDesk(t, nil)
	var got strings.Builder
	follow := func(event string, who []string) { fmt.Fprintf(&got, "%s: %s\n", event, strings.Join(who, ", ")) }
	follow("Load", followers[feature.Loader](d.states))
	follow("RestoreUnsaved", followers[feature.Restorer](d.states))
	follow("Opened", followers[feature.Opener](d.states))
	follow("Contribute", followers[feature.Contributor](d.states))
	follow("CompositionChanged", followers[feature.Edited](d.states))
	follow("DocumentBuilt", followers[feature.Built](d.states))
	follow("DocumentCounted", followers[feature.Counted](d.states))
	follow("DiskChanged", followers[feature.DiskFollower](d.states))
	follow("TreeListed", followers[feature.TreeFollower](d.states))
	follow("WatchBegins", followers[feature.WatchFollower](d.states))
	follow("RepositoryChanged", followers[feature.RepositoryFollower](d.states))
	follow("Reload", followers[feature.Reloader](d.states))
	follow("Recount", followers[feature.Recounter](d.states))
	follow("HasUnsaved", followers[feature.UnsavedReporter](d.states))
	follow("CollectUnsaved", followers[feature.Collector](d.states))
	follow("Finish", followers[feature.Finisher](d.states))
	follow("BuildBegins", followers[feature.Starter](d.states))
	follow("DuringBuild", followers[feature.Companion](d.states))
	follow("Save", followers[feature.Saver](d.states))
	follow("Discard", followers[feature.Discarder](d.states))
	follow("Join", followers[feature.Joiner](d.states))
	follow("Confirm", followers[feature.Guard](d.states))
	follow("Remarks", followers[feature.Remarker](d.states))
	follow("ReportMissing", followers[feature.Inspector](d.states))
	follow("MayRun", followers[feature.RunFollower](d.states))
	follow("Close", followers[feature.Closer](d.states))

	const golden = "testdata/events.txt"
	if os.Getenv("UPDATE") == "golden" {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("the followers are others (-want +got); UPDATE=golden writes them:\n%s", diff)
	}
}

func followers[T any](states []any) []string {
	var who []string
	for _, state := range states {
		if _, ok := state.(T); ok {
			who = append(who, strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", state), "*"), ".Part"))
		}
	}
	return who
}
