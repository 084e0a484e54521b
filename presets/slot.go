package presets

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"dossier/presets/store"
)

// sessions is the folder of what windows have not saved.
const sessions = "sessions"

// Slot is where one window keeps what it has not saved of a project: an [Unsaved], and [Journals]
// of the discussions and the notes. Windows that have the same project open have a slot each. A
// lock tells the slots of windows that are open from those that were left: the system frees it
// when the process ends, however it ends.
//
// Slots are numbered from 1. A Slot may be used from several goroutines.
type Slot struct {
	store  *State
	dir    string // real
	number int

	mu      sync.Mutex
	release func() // nil where no lock can be had, or it was given back
}

// Claim returns a slot for a window that opens the project in dir: the one that was
// written last of those that nobody has open, or else a new one. Where no lock can be
// had, because the person's state folder cannot be written, windows share a slot.
func (s *State) Claim(dir string) *Slot {
	sl := &Slot{store: s, dir: realFolder(dir)}
	defer sl.alone()()
	numbers := sl.numbers()
	for _, n := range numbers {
		if sl.number == 0 {
			sl.take(n)
		}
	}
	// Windows that have written nothing yet have the lowest numbers that were free.
	for n := 1; sl.number == 0; n++ {
		if !slices.Contains(numbers, n) {
			sl.take(n)
		}
	}
	return sl
}

// alone keeps other windows from looking for a slot of the project until the function
// that it returns is called. Where that lock cannot be had it does nothing: it keeps a
// slot that is looked at from being taken for one that is in use.
func (sl *Slot) alone() (done func()) {
	unlock, err := sl.store.store.Lock(context.Background(), "windows of "+sl.dir)
	if err != nil {
		return func() {}
	}
	return unlock
}

// take makes n the number of the slot, unless a window has it.
func (sl *Slot) take(n int) {
	release, err := sl.store.store.Hold(sl.lockName(n))
	if errors.Is(err, store.ErrBusy) {
		return
	}
	sl.number, sl.release = n, release
}

// busy reports whether a window has the slot n.
func (sl *Slot) busy(n int) bool {
	release, err := sl.store.store.Hold(sl.lockName(n))
	if err == nil {
		release()
	}
	return errors.Is(err, store.ErrBusy)
}

func (sl *Slot) lockName(n int) string { return "window " + strconv.Itoa(n) + " of " + sl.dir }

// name returns the name of the files of a slot: that of the first is the one of versions
// that knew no slots.
func (sl *Slot) name(n int) string {
	if n == 1 {
		return store.Key(sl.dir)
	}
	return store.Key(sl.dir) + "-" + strconv.Itoa(n)
}

// numbers lists the slots of the project that hold something, the one whose session was
// written last first.
func (sl *Slot) numbers() []int {
	type found struct {
		number int
		time   time.Time
	}
	var list []found
	if sl.store.places.State == "" {
		return nil
	}
	for _, folder := range append([]string{sessions}, journalFolders()...) {
		entries, err := os.ReadDir(filepath.Join(sl.store.places.State, folder))
		if err != nil {
			continue
		}
		for _, e := range entries {
			n, ok := sl.numberOf(e.Name(), slotExt(folder))
			if !ok || slices.ContainsFunc(list, func(f found) bool { return f.number == n }) {
				continue
			}
			one := found{number: n}
			if info, err := e.Info(); err == nil && folder == sessions {
				one.time = info.ModTime()
			}
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Or(b.time.Compare(a.time), a.number-b.number) })
	numbers := make([]int, len(list))
	for i, f := range list {
		numbers[i] = f.number
	}
	return numbers
}

func (sl *Slot) numberOf(name, ext string) (int, bool) {
	stem, ok := strings.CutSuffix(name, ext)
	rest, mine := strings.CutPrefix(stem, store.Key(sl.dir))
	if !ok || !mine {
		return 0, false
	}
	if rest == "" {
		return 1, true
	}
	n, err := strconv.Atoi(strings.TrimPrefix(rest, "-"))
	return n, err == nil && sl.name(n) == stem
}

// freeRun is how many free numbers in a row end the search for windows that have written nothing.
const freeRun = 3

// Others counts the other windows that have the project open now.
func (sl *Slot) Others() int {
	defer sl.alone()()
	numbers, others := sl.numbers(), 0
	for _, n := range numbers {
		if n != sl.number && sl.busy(n) {
			others++
		}
	}
	for n, free := 1, 0; free < freeRun; n++ {
		switch {
		case n == sl.number || slices.Contains(numbers, n):
		case sl.busy(n):
			others, free = others+1, 0
		default:
			free++
		}
	}
	return others
}

// Load returns what the slot holds; ok is false when there is none.
func (sl *Slot) Load() (unsaved Unsaved, ok bool) {
	return read[Unsaved](sl.store, sessions, sl.name(sl.number))
}

// Save keeps what is unsaved in the slot.
func (sl *Slot) Save(ctx context.Context, unsaved Unsaved) error {
	return sl.store.write(ctx, sessions, sl.name(sl.number), unsaved)
}

// Release gives the slot back: another window may claim it. One that holds nothing unsaved
// is removed, unless it is the first, which remembers where the window stood.
func (sl *Slot) Release(unsaved bool) {
	sl.mu.Lock()
	defer sl.mu.Unlock()
	if sl.release == nil {
		return
	}
	if !unsaved && sl.number > 1 {
		_ = sl.remove(sessions, sl.number) // else it is looked at, and removed, at the next start
	}
	sl.release()
	sl.release = nil
}

// Left is what a window that is gone had not saved.
type Left struct {
	ID      string // tells it from every other
	Saved   time.Time
	Unsaved Unsaved
	number  int
}

// Left lists what of the project no window has open, the one saved last
// first.
func (sl *Slot) Left() []Left {
	defer sl.alone()()
	var out []Left
	for _, n := range sl.leftNumbers() {
		if left, ok := sl.left(n); ok {
			out = append(out, left)
		}
	}
	return out
}

// leftNumbers are the slots beside this one that no window has open.
func (sl *Slot) leftNumbers() []int {
	return slices.DeleteFunc(sl.numbers(), func(n int) bool { return n == sl.number || sl.busy(n) })
}

func (sl *Slot) left(n int) (left Left, ok bool) {
	name := sl.name(n)
	info, err := os.Stat(filepath.Join(sl.store.places.State, sessions, name+".json"))
	if err != nil {
		return left, false
	}
	unsaved, data, ok := readBytes[Unsaved](sl.store, sessions, name)
	sum := sha256.Sum256(data)
	return Left{ID: hex.EncodeToString(sum[:12]), Saved: info.ModTime(), Unsaved: unsaved, number: n}, ok
}

// StillLeft reports whether no window has claimed what was left since it was listed.
func (sl *Slot) StillLeft(left Left) bool {
	defer sl.alone()()
	return sl.stillLeft(left)
}

func (sl *Slot) stillLeft(left Left) bool {
	now, ok := sl.left(left.number)
	return ok && now.ID == left.ID && !sl.busy(left.number)
}

// Remove removes what was left, unless a window has claimed it since.
func (sl *Slot) Remove(list ...Left) error {
	defer sl.alone()()
	var errs []error
	for _, left := range list {
		if sl.stillLeft(left) {
			errs = append(errs, sl.remove(sessions, left.number))
		}
	}
	return errors.Join(errs...)
}

// slotExt is the ending of the files of slots in a folder.
func slotExt(folder string) string {
	if folder == sessions {
		return ".json"
	}
	return ".toml"
}

// remove removes the file of a slot.
func (sl *Slot) remove(folder string, n int) error {
	root, err := sl.store.open(folder, false)
	if err != nil {
		if notThere(err) || sl.store.places.State == "" {
			return nil
		}
		return err
	}
	defer root.Close()
	return store.Remove(root, sl.name(n)+slotExt(folder))
}
