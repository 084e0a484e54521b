package session

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A change between the first reading and the start of the watcher is seen, even if the file's time
// is inconclusive and nothing in its folder is selected.
func TestChangesBeforeTheWatcherIsReadyAreSeen(t *testing.T) {
	d := newDesk(t, map[string]string{"sub/a.txt": "before\n", "dossier.toml": "[project]\nname = 'before'\n[files]\nitems = ['sub/a.txt']\n"})
	d.Tree().Close() // as if the watcher had just started
	d.write("sub/a.txt", "after it\n")
	d.write("dossier.toml", "[project]\nname = 'after'\n[files]\nitems = ['sub/a.txt']\n")
	for _, name := range []string{"sub/a.txt", "dossier.toml"} {
		if err := os.Chtimes(d.path(name), time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	treeHost{host{Session: d.Session}}.Watched()
	d.until("both changes are seen", func() bool {
		return strings.Contains(d.Document().Text(), "after it") && d.Name() == "after"
	})
}

// So is a change in a folder that is watched later, as an added one.
func TestChangesBeforeAFolderIsWatchedAreSeen(t *testing.T) {
	d := newDesk(t, map[string]string{"sub/a.txt": "before\n", "dossier.toml": "[files]\nitems = ['sub/a.txt']\n"})
	d.Tree().Close() // as if the watcher were busy
	d.write("sub/a.txt", "after it\n")
	treeHost{host{Session: d.Session}}.FoldersWatched()
	d.until("the change is seen", func() bool { return strings.Contains(d.Document().Text(), "after it") })
}

// Nothing that a check has found is lost when the next one begins before its result has arrived.
func TestChecksOfWhatWasReadDoNotReplaceEachOther(t *testing.T) {
	d := newDesk(t, map[string]string{"sub/a.txt": "before\n", "dossier.toml": "[files]\nitems = ['sub/a.txt']\n"})
	d.Tree().Close()
	h := treeHost{host{Session: d.Session}}
	for name, check := range map[string]func(){"folders are watched": h.FoldersWatched, "the watcher is ready": h.Watched} {
		d.until("the checks of the start are done", func() bool { return !d.work.Busy() && d.queue.Idle() })
		d.write("sub/a.txt", name)
		check()
		for d.work.Busy() { // it has found the change, and its result waits
			runtime.Gosched()
		}
		check()
		d.until("the change is seen: "+name, func() bool { return strings.Contains(d.Document().Text(), name) })
	}
}

// So is an image, which is measured before a folder that nothing was selected in is watched.
func TestAnImageThatChangesBeforeTheWatcherIsReadyIsSeen(t *testing.T) {
	d := shotDesk(t)
	d.Tree().Close() // as if the watcher had just started
	d.Screenshots().Add([]string{"other.png"})
	d.measured()
	d.write("other.png", pngFile(t, 33, 44))
	treeHost{host{Session: d.Session}}.Watched()
	d.until("the new size is known", func() bool { return d.Screenshots().Row(0).Info.Width == 33 })
}
