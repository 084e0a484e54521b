package attacks

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"dossier/models"
	"dossier/ui/project"
)

// While a folder becomes a link to outside and a folder again, what lies in it is listed,
// built, ranked, followed by a window, and written to: only what lies in the project is read,
// and nothing is written outside.
func TestSwaps(t *testing.T) {
	w := newWorld(t, map[string]string{
		"dossier.toml": "[project]\nnamespace = \"s\"\nexecution_mode = \"beads\"\ntree = \"full\"\n[files]\nitems = [\"a.txt\", \"swap/canary.txt\", \"swap/*.txt\", \"swap/\", \"way/swap/canary.txt\"]\n" +
			"[screenshots]\npaths = [\"swap/*\", \"swap/canary.txt\"]\n[output]\ndir = \"swap/out\"\n[links.contexts.all]\ndocument = true\ncontext_items = [\"swap/canary.md\"]\n",
		"a.txt": "a\n", "swap/canary.txt": "INSIDE\n", "swap/canary.md": "# INSIDE\n\n[[canary.txt]]\n", "swap/.beads/issues.jsonl": "",
		"way/swap/canary.txt": "INSIDE\n", ".beads/redirect": "../swap/.beads\n",
	})
	w.link("aside", "../outside")
	w.link("way/aside", "../../outside")
	opened, err := project.Open(w.dir(), w.places())
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()

	var swapped atomic.Int64
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			for _, folder := range []string{"", "way/"} {
				if err := unix.Renameat2(unix.AT_FDCWD, w.path(folder+"swap"), unix.AT_FDCWD, w.path(folder+"aside"), unix.RENAME_EXCHANGE); err != nil {
					stopped <- err
					return
				}
				swapped.Add(1)
			}
		}
	}()
	v := w.open()
	builds, inside, refused := 0, 0, 0
	lines := [][]string{{"build", "--stdout"}, {"build"}, {"tokens"}, {"beads"}, {"links", "compile", "--context", "all"}, {"fit", "-q", "what lies inside?", "--rank"}, {"screenshots", "list"}, {"snapshots", "list"}}
	for builds < 60 || swapped.Load() < int64(*swaps) || (inside == 0 || refused == 0) && builds < 2000 {
		select {
		case err := <-stopped:
			t.Fatal(err)
		default:
		}
		opened.Builder.SetRoot(opened.Reader()) // it has read nothing yet
		in := opened.Input()
		in.Composition.Files = append(in.Composition.Files, models.NewFileItem("swap/canary.md"))
		doc, err := opened.Builder.Build(t.Context(), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		w.tell("a build", doc.Text(), doc.Warnings)
		for _, item := range doc.Items {
			if project.Outside(item.Err) {
				refused++
			}
		}
		if strings.Contains(doc.Text(), "INSIDE") {
			inside++
		}
		if builds%12 == 0 {
			w.command("", lines[builds/12%len(lines)]...)
			v.Tree().Rescan()
			v.look("while folders change places")
		}
		builds++
		w.listen("swaps")
	}
	v.close()
	close(stop)
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	w.check("swaps")
	if inside == 0 || refused == 0 {
		t.Errorf("of %d builds %d read inside, and %d paths were refused: nothing was tried", builds, inside, refused)
	}
	if info, err := os.Lstat(w.path("swap")); err != nil {
		t.Error(info, err)
	}
	if !t.Failed() {
		report("links that change places", fmt.Sprintf("%d swaps while %d documents were built (%d with what lies inside, %d paths refused): 0 bytes of what lies outside", swapped.Load(), builds, inside, refused))
	}
}
