package torture

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/diskwrite"
)

// model is a tree of files that knows what would survive a loss of power: bytes that were
// synced, and names that were there at the last sync of their folder.
type model struct {
	base    string            // of the tree
	now     map[string]*inode // by path, as the running system sees them
	durable map[string]*inode // as the disk is sure of them
	pending []change          // of names that no sync of their folder has covered
}

type inode struct {
	data   []byte
	synced int // bytes that are certain
	dir    bool
}

// change is one name that came, or went where node is nil.
type change struct {
	path string
	node *inode
}

func (m *model) apply(changes ...change) {
	for _, c := range changes {
		if c.node == nil {
			delete(m.now, c.path)
		} else {
			m.now[c.path] = c.node
		}
	}
	m.pending = append(m.pending, changes...)
}

// take follows a step that was taken.
func (m *model) take(s diskwrite.Step) {
	path := filepath.Join(s.Folder, s.Name)
	to := filepath.Join(s.Folder, s.To)
	switch node := m.now[path]; s.Do {
	case diskwrite.Create:
		m.apply(change{path, &inode{data: []byte{}}})
	case diskwrite.Write:
		node.data = append(node.data[:len(node.data):len(node.data)], s.Data...)
	case diskwrite.Sync:
		node.synced = len(node.data)
	case diskwrite.Rename:
		m.apply(change{to, node}, change{path, nil})
	case diskwrite.Link:
		m.apply(change{to, node})
	case diskwrite.Remove:
		m.apply(change{path, nil})
	case diskwrite.MakeFolder:
		for ; m.now[path] == nil && len(path) > len(m.base); path = filepath.Dir(path) {
			m.apply(change{path, &inode{dir: true}})
		}
	case diskwrite.SyncFolder:
		m.pending = slices.DeleteFunc(m.pending, func(c change) bool {
			if filepath.Dir(c.path) != s.Folder {
				return false
			}
			if c.node == nil {
				delete(m.durable, c.path)
			} else {
				m.durable[c.path] = c.node
			}
			return true
		})
	}
}

// tree is what a disk holds: contents of files by path, and nil of folders.
type tree map[string][]byte

// most is how many changes of names that the disk may or may not have taken are combined in
// every way. Of more, all are taken up to each, and all but each.
const most = 6

// crashes calls visit with each tree that a loss of power now may leave: any subset of the
// changes of names, and any cut of the bytes that were not synced, also with zeros behind it.
func (m *model) crashes(visit func(tree)) {
	var subsets [][]bool
	n := len(m.pending)
	if n <= most {
		for bits := range 1 << n {
			one := make([]bool, n)
			for i := range one {
				one[i] = bits&(1<<i) != 0
			}
			subsets = append(subsets, one)
		}
	} else {
		for i := range n + 1 {
			prefix, without := make([]bool, n), make([]bool, n)
			for j := range n {
				prefix[j], without[j] = j < i, j != i
			}
			subsets = append(subsets, prefix, without)
		}
	}
	for _, taken := range subsets {
		names := maps.Clone(m.durable)
		for i, c := range m.pending {
			switch {
			case !taken[i]:
			case c.node == nil:
				delete(names, c.path)
			default:
				names[c.path] = c.node
			}
		}
		m.cuts(names, visit)
	}
}

// cuts calls visit with each cut of the file of names whose bytes are not all synced.
func (m *model) cuts(names map[string]*inode, visit func(tree)) {
	whole := tree{}
	var unsure []string
	for path, node := range names {
		if !node.dir {
			whole[path] = node.data
			if node.synced < len(node.data) {
				unsure = append(unsure, path)
			}
		} else {
			whole[path] = nil
		}
	}
	for path := range whole { // what lies in a folder that is gone is gone
		for dir := filepath.Dir(path); len(dir) > 1; dir = filepath.Dir(dir) {
			if node, known := m.now[dir]; known && node.dir && names[dir] == nil {
				delete(whole, path)
			}
		}
	}
	visit(whole)
	for _, path := range unsure {
		if _, there := whole[path]; !there {
			continue
		}
		node := names[path]
		for cut := node.synced; cut < len(node.data); cut++ {
			state := maps.Clone(whole)
			state[path] = node.data[:cut]
			visit(state)
			if cut%16 == 0 {
				zeros := make([]byte, len(node.data))
				copy(zeros, node.data[:cut])
				state = maps.Clone(whole)
				state[path] = zeros
				visit(state)
			}
		}
	}
}

// readTree returns what is below a folder, as if all of it had reached the disk.
func readTree(tb testing.TB, base string) *model {
	tb.Helper()
	m := &model{base: base, now: map[string]*inode{}}
	err := filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == base {
			return err
		}
		if d.IsDir() {
			m.now[path] = &inode{dir: true}
			return nil
		}
		data, err := os.ReadFile(path) // not nil, also where it is empty
		m.now[path] = &inode{data: data, synced: len(data)}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	m.durable = maps.Clone(m.now)
	return m
}

// lay makes a folder that holds one tree hold another.
func lay(holds, state tree) error {
	gone := slices.Sorted(maps.Keys(holds))
	slices.Reverse(gone) // files before their folders
	for _, path := range gone {
		if _, stays := state[path]; !stays {
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(state)) { // folders before their files
		data := state[path]
		had, there := holds[path]
		var err error
		switch {
		case data == nil && !there:
			err = os.MkdirAll(path, 0o755)
		case data != nil && (!there || string(had) != string(data)):
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unsure names the changes of names that no sync has covered, for messages.
func (m *model) unsure() (list []string) {
	for _, c := range m.pending {
		what := "+ "
		if c.node == nil {
			what = "- "
		}
		list = append(list, what+strings.TrimPrefix(c.path, m.base))
	}
	return list
}

// whole returns what the running system sees.
func (m *model) whole() tree {
	all := tree{}
	for path, node := range m.now {
		if all[path] = nil; !node.dir {
			all[path] = append([]byte{}, node.data...)
		}
	}
	return all
}

// key identifies a tree.
func (t tree) key() [sha256.Size]byte {
	h := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(t)) {
		fmt.Fprintf(h, "%s\x00%d\x00%s\x00", path, len(t[path]), t[path])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// The power is lost at any moment of a save, and the disk has taken any of the names and any of the
// bytes that were not synced. Stored data is then the previous or the new one, and the new one
// after the save was reported; caches may be lost, and are never wrong.
func TestTortureCrashes(t *testing.T) {
	d := layDesk(t, memory(t))
	all := kinds()
	seen := map[[sha256.Size]byte]bool{}
	each := make([]int, len(all))
	moments := 0
	for n := 0; len(seen) < *states; n++ {
		for i, k := range all {
			before := len(seen)
			moments += crashOf(t, d, k, n, seen)
			each[i] += len(seen) - before
		}
		d.tidy(t)
	}
	for i, k := range all {
		t.Logf("%s: %d states", k.name, each[i])
	}
	t.Logf("%d different states after a loss of power at %d moments: 0 garbled, 0 lost", len(seen), moments)
}

// crashOf saves generation n of a kind, and looks at all states that a loss of power before,
// between and after its steps may leave. It returns how many moments these are.
func crashOf(t *testing.T, d desk, k kind, n int, seen map[[sha256.Size]byte]bool) (moments int) {
	t.Helper()
	save, err := k.open(d)
	if err != nil {
		t.Fatal(err)
	}
	old, err := k.load(d)
	if err != nil {
		t.Fatal(err)
	}
	m := readTree(t, d.base)
	steps := record(t, func() error { return save(n) })
	holds := readTree(t, d.base).whole()
	last := holds
	for i := range len(steps) + 1 {
		done, acknowledged := "the beginning", i == len(steps)
		if i > 0 {
			m.take(steps[i-1])
			done = steps[i-1].Do + " of " + steps[i-1].Name
		}
		moments++
		m.crashes(func(state tree) {
			key := state.key()
			if seen[key] && !acknowledged {
				return
			}
			seen[key] = true
			if err := lay(holds, state); err != nil {
				t.Fatal(err)
			}
			holds = maps.Clone(state)
			got, err := k.load(d)
			switch {
			case err != nil:
				t.Fatalf("%s: after %s: %v; not sure on the disk are %v", k.name, done, err, m.unsure())
			case k.cache && got == -1:
			case acknowledged && !k.cache && got != n:
				t.Fatalf("%s: generation %d is kept after %d was said to be saved; not sure on the disk are %v", k.name, got, n, m.unsure())
			case got != n && got != old:
				t.Fatalf("%s: after %s generation %d is kept, neither %d nor %d", k.name, done, got, old, n)
			}
		})
	}
	if err := lay(holds, last); err != nil {
		t.Fatal(err)
	}
	return moments
}

// record returns the steps that were taken on the disk while something was done.
func record(t *testing.T, do func() error) (steps []diskwrite.Step) {
	t.Helper()
	stop := diskwrite.Watch(func(s *diskwrite.Step, take func() error) error {
		err := take()
		if err == nil {
			one := *s
			one.Folder, one.Data = filepath.Clean(s.Folder), slices.Clone(s.Data)
			steps = append(steps, one)
			if !filepath.IsAbs(s.Folder) {
				t.Errorf("%s in the folder %q", s.Do, s.Folder)
			}
		}
		return err
	})
	defer stop()
	if err := do(); err != nil {
		t.Fatal(err)
	}
	return steps
}

// The model finds what it is for: without syncs a name may come before its bytes, and a file
// may be gone with the new folder that it lies in.
func TestModelFindsWhatIsLost(t *testing.T) {
	in := func(steps ...diskwrite.Step) map[string]bool {
		m := &model{base: "/b", now: map[string]*inode{}, durable: map[string]*inode{}}
		for _, s := range steps {
			m.take(s)
		}
		found := map[string]bool{}
		m.crashes(func(state tree) { found[string(state["/b/new/f"])] = true })
		return found
	}
	made := []diskwrite.Step{
		{Do: diskwrite.MakeFolder, Folder: "/b/new"},
		{Do: diskwrite.Create, Folder: "/b/new", Name: "t"},
		{Do: diskwrite.Write, Folder: "/b/new", Name: "t", Data: []byte("whole")},
		{Do: diskwrite.Rename, Folder: "/b/new", Name: "t", To: "f"},
	}
	if got := in(made...); !got["wh"] || !got[""] || !got["whole"] {
		t.Errorf("without a sync the file may hold %v", got)
	}
	synced := slices.Insert(slices.Clone(made), 3, diskwrite.Step{Do: diskwrite.Sync, Folder: "/b/new", Name: "t"})
	synced = append(synced, diskwrite.Step{Do: diskwrite.SyncFolder, Folder: "/b/new"})
	if got := in(synced...); got["wh"] || !got[""] || !got["whole"] {
		t.Errorf("without a sync of the folder above the file may hold %v", got)
	}
	if got := in(append(synced, diskwrite.Step{Do: diskwrite.SyncFolder, Folder: "/b"})...); len(got) != 1 || !got["whole"] {
		t.Errorf("with all syncs the file may hold %v", got)
	}
}
