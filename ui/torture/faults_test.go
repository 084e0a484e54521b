package torture

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"dossier/aggregate/diskwrite"
	"dossier/presets/store"
	"dossier/ui/project"
)

// errnos are the errors of a disk and of its folders.
var errnos = []syscall.Errno{syscall.ENOSPC, syscall.EIO, syscall.EROFS, syscall.EPERM, syscall.EDQUOT}

// fault is what goes wrong: the step at, from 1, and with sticky all those after it.
type fault struct {
	at     int
	sticky bool
	half   bool // writes take half of their bytes first
	err    error
}

// inject lets steps fail. It returns which failed first, once one has.
func (f fault) inject() (failed func() *diskwrite.Step, stop func()) {
	steps, first := 0, (*diskwrite.Step)(nil)
	stop = diskwrite.Watch(func(s *diskwrite.Step, take func() error) error {
		if steps++; steps < f.at || steps > f.at && !f.sticky {
			return take()
		}
		if first == nil {
			first = s
		}
		if f.half && s.Do == diskwrite.Write {
			s.Data = s.Data[:len(s.Data)/2]
			_ = take()
		}
		return f.err
	})
	return func() *diskwrite.Step { return first }, stop
}

// Every step of every save fails with every error, once and from then on, writes also after half of
// their bytes. Stored data is then the previous or the new one; it is the new one if the save
// reported success. An error names the file and what to do, nothing is left next to it, and saving
// again, once the disk works, succeeds with what is in memory.
func TestTortureFaults(t *testing.T) {
	errs := errnos
	if !*every {
		errs = errnos[:1]
	}
	d := newDesk(t, memory(t))
	faults, next := 0, 0
	for _, k := range kinds() {
		ofKind := 0
		for _, err := range errs {
			for _, sticky := range []bool{false, true} {
				for at, more := 1, true; more; at++ {
					more = false
					for _, half := range []bool{false, true} {
						step := tryFault(t, d, k, &next, fault{at, sticky, half, err})
						if step == nil {
							break
						}
						more = true
						ofKind++
						if step.Do != diskwrite.Write && !sticky {
							break // half of nothing
						}
					}
					d.tidy(t) // else each look takes longer than the one before, and each file that is read is one more step
				}
			}
		}
		faults += ofKind
		t.Logf("%s: %d faults", k.name, ofKind)
	}
	t.Logf("%d faults: 0 garbled, 0 lost, 0 unheard, 0 temporary files left at the next start", faults)
}

// tryFault saves one more generation while a step fails, and returns that step; nil when
// there is none.
func tryFault(t *testing.T, d desk, k kind, next *int, f fault) *diskwrite.Step {
	t.Helper()
	save, err := k.open(d)
	if err != nil {
		t.Fatalf("%s: %v", k.name, err)
	}
	if err := save(*next); err != nil && !k.once {
		t.Fatalf("%s: %v", k.name, err)
	}
	old, fresh := *next, *next+1
	*next = fresh + 1
	failed, stop := f.inject()
	err = save(fresh)
	stop()
	step := failed()
	if step == nil {
		if err != nil {
			t.Fatalf("%s: nothing failed, and it says %v", k.name, err)
		}
		return nil
	}
	about := fmt.Sprintf("%s: %s of %s failed with %v (step %d, sticky %t, half %t)", k.name, step.Do, step.Name, f.err, f.at, f.sticky, f.half)
	n, bad := k.load(d)
	switch {
	case bad != nil:
		t.Fatalf("%s: %v", about, bad)
	case n != fresh && n != old:
		t.Fatalf("%s: generation %d is kept, neither %d nor %d", about, n, old, fresh)
	case err == nil && n != fresh:
		t.Fatalf("%s: nobody heard of it, and it is not saved", about)
	case err != nil:
		checkError(t, about, d, k, err)
	}
	left := temps(t, d.base)
	if len(left) > 0 && !f.sticky && step.Do != diskwrite.Remove {
		t.Fatalf("%s, and left %v", about, left)
	}
	if len(left) > 0 {
		sweep(t, d)
		if left = temps(t, d.base); len(left) > 0 && !k.named {
			t.Fatalf("%s, and left %v after the next start", about, left)
		}
	}
	// The disk is well again, and what was to be saved is still at hand.
	if k.once && n == fresh {
		return step
	}
	if err := save(fresh); err != nil {
		t.Fatalf("%s; saved again: %v", about, err)
	}
	if n, err := k.load(d); n != fresh || err != nil {
		t.Fatalf("%s; saved again, generation %d is kept, want %d: %v", about, n, fresh, err)
	}
	if left = temps(t, d.base); len(left) > 0 {
		t.Fatalf("%s; saved again, and left %v", about, left)
	}
	return step
}

// checkError holds what the user reads to naming the file, or the folder that it lies in, and a way
// out.
func checkError(t *testing.T, about string, d desk, k kind, err error) {
	t.Helper()
	text := err.Error()
	ways := []string{"try again", "check the drive", "save again", "set HOME", "make it writable", "still here", "another folder"}
	if !k.cache && !slices.ContainsFunc(ways, func(way string) bool { return strings.Contains(text, way) }) {
		t.Fatalf("%s: no way out in %q", about, text)
	}
	if k.file != "" && !strings.Contains(text, k.file) && !strings.Contains(text, d.base) && !errors.As(err, new(*store.StateError)) {
		t.Fatalf("%s: it does not name %s: %q", about, k.file, text)
	}
}

// sweep does what the next start does.
func sweep(t *testing.T, d desk) {
	t.Helper()
	p, err := project.Open(d.dir(), d.places())
	if err != nil {
		t.Fatal(err)
	}
	p.Sweep()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
}
