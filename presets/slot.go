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

// sessions is the folder of windows' unsaved state.
const sessions = "sessions"

// Slot stores the unsaved state of one window for a project: an [Unsaved], and [Journals] of the
// discussions and the notes. Windows with the same project have one slot each. A lock, which the system
// releases when the process ends, distinguishes the slots of open windows from abandoned ones.
//
// Slots are numbered from 1. A Slot is safe for concurrent use.
type Slot struct {
	store  *State
	dir    string // without symbolic links
	number int

	mu      sync.Mutex
	release func() // nil if there is no lock, or it was released
}

// Claim returns a slot for a window that opens the project in dir: the most recently written one
// without an open window, or a new one. Slots of a newer version are left to it. If locks are not available, because the user's state
// folder is not writable, windows share a slot.
func (s *State) Claim(dir string) *Slot {
	sl := &Slot{store: s, dir: realFolder(dir)}
	defer sl.alone()()
	numbers := sl.numbers()
	for _, n := range numbers {
		if sl.number == 0 && !sl.ofNewerVersion(n) {
			sl.claim(n)
		}
	}
	// Windows that have not written anything have the lowest free numbers.
	for n := 1; sl.number == 0; n++ {
		if !slices.Contains(numbers, n) {
			sl.claim(n)
		}
	}
	return sl
}

// alone locks the allocation of the project's slots until the returned function is called, so that
// a slot that is being checked does not appear to be in use. Without locks it does nothing.
func (sl *Slot) alone() (done func()) {
	unlock, err := sl.store.store.Lock(context.Background(), "windows of "+sl.dir)
	if err != nil {
		return func() {}
	}
	return unlock
}

// claim makes n the number of the slot, unless a window has it.
func (sl *Slot) claim(n int) {
	release, err := sl.store.store.TryLock(sl.lockName(n))
	if errors.Is(err, store.ErrBusy) {
		return
	}
	sl.number, sl.release = n, release
}

// ofNewerVersion reports whether slot n stores what only a newer version can read.
func (sl *Slot) ofNewerVersion(n int) bool {
	_, data, ok := readBytes[Unsaved](sl.store, sessions, sl.name(n))
	return !ok && data != nil
}

// busy reports whether a window has slot n.
func (sl *Slot) busy(n int) bool {
	release, err := sl.store.store.TryLock(sl.lockName(n))
	if err == nil {
		release()
	}
	return errors.Is(err, store.ErrBusy)
}

func (sl *Slot) lockName(n int) string { return "window " + strconv.Itoa(n) + " of " + sl.dir }

// name returns the file name of a slot: the first one's is that of versions without slots.
func (sl *Slot) name(n int) string {
	if n == 1 {
		return store.Key(sl.dir)
	}
	return store.Key(sl.dir) + "-" + strconv.Itoa(n)
}

// numbers returns the slots of the project with files, most recently written session first.
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

// freeRun is the number of consecutive free numbers that ends the search for windows that have
// not written anything.
const freeRun = 3

// Others returns the number of other windows with the same project.
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

// Load returns the content of the slot; ok is false if there is none.
func (sl *Slot) Load() (unsaved Unsaved, ok bool) {
	return read[Unsaved](sl.store, sessions, sl.name(sl.number))
}

// Save stores unsaved state in the slot.
func (sl *Slot) Save(ctx context.Context, unsaved Unsaved) error {
	return sl.store.write(ctx, sessions, sl.name(sl.number), unsaved)
}

// Release releases the slot for other windows. It removes a slot without unsaved state, except
// the first one, which stores the window's position.
func (sl *Slot) Release(unsaved bool) {
	sl.mu.Lock()
	defer sl.mu.Unlock()
	if sl.release == nil {
		return
	}
	if !unsaved && sl.number > 1 {
		_ = sl.remove(sessions, sl.number) // otherwise it is checked and removed at the next start
	}
	sl.release()
	sl.release = nil
}

// AbandonedState is the unsaved state of a window that no longer exists.
type AbandonedState struct {
	ID      string // unique
	Saved   time.Time
	Unsaved Unsaved
	number  int
}

// Abandoned returns the abandoned states of the project, most recently saved first.
func (sl *Slot) Abandoned() []AbandonedState {
	defer sl.alone()()
	var out []AbandonedState
	for _, n := range sl.abandonedNumbers() {
		if left, ok := sl.abandoned(n); ok {
			out = append(out, left)
		}
	}
	return out
}

// abandonedNumbers returns the other slots without an open window.
func (sl *Slot) abandonedNumbers() []int {
	return slices.DeleteFunc(sl.numbers(), func(n int) bool { return n == sl.number || sl.busy(n) })
}

func (sl *Slot) abandoned(n int) (left AbandonedState, ok bool) {
	name := sl.name(n)
	info, err := os.Stat(filepath.Join(sl.store.places.State, sessions, name+".json"))
	if err != nil {
		return left, false
	}
	unsaved, data, ok := readBytes[Unsaved](sl.store, sessions, name)
	sum := sha256.Sum256(data)
	return AbandonedState{ID: hex.EncodeToString(sum[:12]), Saved: info.ModTime(), Unsaved: unsaved, number: n}, ok
}

// IsAbandoned reports whether no window has claimed the slot of left since it was listed.
func (sl *Slot) IsAbandoned(left AbandonedState) bool {
	defer sl.alone()()
	return sl.isAbandoned(left)
}

func (sl *Slot) isAbandoned(left AbandonedState) bool {
	now, ok := sl.abandoned(left.number)
	return ok && now.ID == left.ID && !sl.busy(left.number)
}

// Remove removes abandoned states, unless a window has claimed their slot since.
func (sl *Slot) Remove(list ...AbandonedState) error {
	defer sl.alone()()
	var errs []error
	for _, left := range list {
		if sl.isAbandoned(left) {
			errs = append(errs, sl.remove(sessions, left.number))
		}
	}
	return errors.Join(errs...)
}

// slotExt returns the extension of slot files in a folder.
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
