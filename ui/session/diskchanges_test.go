package session

import (
	"os"
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
