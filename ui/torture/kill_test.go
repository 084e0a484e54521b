package torture

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/presets/killtest"
)

// saveForEver saves everything that is kept again and again, in any order. It says when a
// save begins, and when it is done.
func saveForEver(args []string) error {
	d := desk{args[0]}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	all := kinds()
	fmt.Println("begin")
	for ; ; n++ {
		for _, i := range rand.Perm(len(all)) {
			fmt.Println("begin", i, n)
			if err := all[i].save(d, n); err != nil {
				return fmt.Errorf("%s %d: %w", all[i].name, n, err)
			}
			fmt.Println("done", i, n)
		}
	}
}

// Processes are killed at random moments while they save everything that is kept. At the
// next start all of it is whole, nothing is older than what was said to be saved, and the
// temporary files are gone.
func TestTortureKills(t *testing.T) {
	all := kinds()
	d := newDesk(t, memory(t))
	next, saves, left := 1, 0, 0
	killed := map[string]int{}
	acknowledged := make([]int, len(all))
	for range *kills {
		child := killtest.Start(t, "save", d.base, strconv.Itoa(next))
		child.Line() // it begins
		during := "between saves"
		for _, line := range child.Kill(25 * time.Millisecond) {
			var what string
			var i, n int
			if _, err := fmt.Sscan(line, &what, &i, &n); err != nil {
				t.Fatalf("the child says %q", line)
			}
			next = max(next, n+1)
			if during = all[i].name; what == "done" {
				acknowledged[i], during = n, "between saves"
				saves++
			}
		}
		killed[during]++
		left += len(temps(t, d.base))
		sweep(t, d)
		if found := temps(t, d.base); len(found) > 0 {
			t.Fatalf("left after the next start: %v", found)
		}
		for i, k := range all {
			n, err := k.load(d)
			if err != nil {
				t.Fatalf("killed during %s: %s of generation %d: %v", during, k.name, n, err)
			}
			if n < acknowledged[i] {
				t.Fatalf("killed during %s: %s is of generation %d, %d was said to be saved", during, k.name, n, acknowledged[i])
			}
		}
		d.tidy(t)
	}
	var each []string
	for _, name := range slices.Sorted(maps.Keys(killed)) {
		each = append(each, fmt.Sprintf("%s %d", name, killed[name]))
	}
	t.Logf("%d kills, %d saves reported, %d temporary files swept: 0 garbled, 0 lost, 0 left", *kills, saves, left)
	t.Logf("killed during: %s", strings.Join(each, ", "))
}
