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

// saveForEver saves every kind of stored data repeatedly, in any order. It reports when a save
// begins, and when it is done.
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

// lanes is how many processes are killed side by side, each at a desk of its own: most of what a
// kill takes is the start of the next process.
const lanes = 4

// Processes are killed at random moments while they save every kind of stored data. At the next
// start all of it is complete, nothing is older than what was reported as saved, and the temporary
// files are gone.
func TestTortureKills(t *testing.T) {
	all := make([]killing, lanes)
	t.Run("lane", func(t *testing.T) {
		for i := range all {
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				all[i].kill(t, (*kills+i)/lanes)
			})
		}
	})
	sum := killing{during: map[string]int{}}
	for _, one := range all {
		sum.saves, sum.left = sum.saves+one.saves, sum.left+one.left
		for name, n := range one.during {
			sum.during[name] += n
		}
	}
	var each []string
	for _, name := range slices.Sorted(maps.Keys(sum.during)) {
		each = append(each, fmt.Sprintf("%s %d", name, sum.during[name]))
	}
	t.Logf("%d kills, %d saves reported, %d temporary files swept: 0 garbled, 0 lost, 0 left", *kills, sum.saves, sum.left)
	t.Logf("killed during: %s", strings.Join(each, ", "))
}

// killing is what became of some kills.
type killing struct {
	saves  int            // that were reported
	left   int            // temporary files that the next start found
	during map[string]int // kills by the kind that was being saved
}

// kill kills processes one after the other at a desk.
func (c *killing) kill(t *testing.T, kills int) {
	all := kinds()
	d := newDesk(t, memory(t))
	next := 1
	c.during = map[string]int{}
	acknowledged := make([]int, len(all))
	for range kills {
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
				c.saves++
			}
		}
		c.during[during]++
		c.left += len(temps(t, d.base))
		sweep(t, d)
		for _, found := range temps(t, d.base) {
			if !strings.Contains(found, ".exported.") { // see kind.named
				t.Fatalf("left after the next start: %v", found)
			}
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
}
