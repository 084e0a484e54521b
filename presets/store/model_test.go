package store

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// model is an in-memory folder that knows what would survive a power loss: synced bytes, and the
// names at the last sync of the folder. It can be configured to fail.
type model struct {
	names   map[string]*inode // as the running system sees them
	durable map[string]*inode // at the last sync of the folder
	pending []change          // to names, since then

	ops    int    // so far
	failAt int    // the operation that fails, from 1; 0 is none
	sticky bool   // whether later operations fail too
	short  bool   // whether a failing write takes half of the bytes
	fault  error  // its error
	failed string // the first failed operation
	steps  func() // called before and after each operation, if set
	links  error  // the error of Link, if set
	lying  bool   // whether syncing a file has no effect
}

type inode struct {
	data   []byte
	synced int // durable bytes
	dir    bool
	perm   fs.FileMode
}

// change is one modification of a folder: name becomes node, or is removed if node is nil.
type change struct {
	name string
	node *inode
}

func newModel(files map[string]string) *model {
	m := &model{names: map[string]*inode{}, durable: map[string]*inode{}}
	for name, text := range files {
		node := &inode{data: []byte(text), synced: len(text), perm: 0o644}
		m.names[name], m.durable[name] = node, node
	}
	return m
}

// op counts an operation and returns an error if it fails.
func (m *model) op(what string) error {
	if m.steps != nil {
		m.steps()
	}
	m.ops++
	if m.failAt == 0 || m.ops < m.failAt || m.ops > m.failAt && !m.sticky {
		return nil
	}
	if m.failed == "" {
		m.failed = what
	}
	return &fs.PathError{Op: what, Path: "x", Err: m.fault}
}

func (m *model) apply(changes ...change) {
	for _, c := range changes {
		if c.node == nil {
			delete(m.names, c.name)
		} else {
			m.names[c.name] = c.node
		}
	}
	m.pending = append(m.pending, changes...)
	if m.steps != nil {
		m.steps()
	}
}

type modelInfo struct {
	name string
	node *inode
}

func (i modelInfo) Name() string       { return i.name }
func (i modelInfo) Size() int64        { return int64(len(i.node.data)) }
func (i modelInfo) Mode() fs.FileMode  { return i.node.perm }
func (i modelInfo) ModTime() time.Time { return time.Time{} }
func (i modelInfo) IsDir() bool        { return i.node.dir }
func (i modelInfo) Sys() any           { return nil }

func (m *model) Lstat(name string) (fs.FileInfo, error) {
	if err := m.op("lstat"); err != nil {
		return nil, err
	}
	node := m.names[name]
	if node == nil {
		return nil, fs.ErrNotExist
	}
	return modelInfo{name, node}, nil
}

func (m *model) Read(name string, limit int64) ([]byte, error) {
	if err := m.op("read"); err != nil {
		return nil, err
	}
	node := m.names[name]
	if node == nil {
		return nil, fs.ErrNotExist
	}
	if int64(len(node.data)) > limit {
		return nil, &SizeError{Name: name, Size: int64(len(node.data)), Limit: limit}
	}
	return slices.Clone(node.data), nil
}

func (m *model) Create(name string, perm fs.FileMode) (file, error) {
	if err := m.op("create"); err != nil {
		return nil, err
	}
	if m.names[name] != nil {
		return nil, fs.ErrExist
	}
	node := &inode{perm: perm}
	m.apply(change{name, node})
	return &modelFile{m, node}, nil
}

func (m *model) TryLock(string) (release func(), err error) { return func() {}, nil }

func (m *model) Rename(old, new string) error {
	if err := m.op("rename"); err != nil {
		return err
	}
	if m.names[old] == nil {
		return fs.ErrNotExist
	}
	m.apply(change{new, m.names[old]}, change{old, nil})
	return nil
}

func (m *model) Place(old, new string) error {
	if err := m.op("link"); err != nil {
		return err
	}
	switch {
	case m.links != nil && m.links != errMoves:
		return m.links
	case m.names[new] != nil:
		return fs.ErrExist
	case m.names[old] == nil:
		return fs.ErrNotExist
	}
	changes := []change{{new, m.names[old]}}
	if m.links == errMoves {
		changes = append(changes, change{old, nil})
	}
	m.apply(changes...)
	return nil
}

// errMoves, as the error of links, simulates a disk on which a renamed file loses its first name,
// as on Windows.
var errMoves = errors.New("files are moved")

func (m *model) Remove(name string) error {
	if err := m.op("remove"); err != nil {
		return err
	}
	if m.names[name] == nil {
		return fs.ErrNotExist
	}
	m.apply(change{name, nil})
	return nil
}

func (m *model) Names() ([]string, error) {
	if err := m.op("names"); err != nil {
		return nil, err
	}
	return slices.Collect(maps.Keys(m.names)), nil
}

func (m *model) Sync() error {
	if err := m.op("sync folder"); err != nil {
		return err
	}
	m.durable, m.pending = maps.Clone(m.names), nil
	if m.steps != nil {
		m.steps()
	}
	return nil
}

// errUnlinkable, as the error of links, is that of a file system without hard links.
var errUnlinkable = map[bool]error{false: syscall.ENOTSUP, true: syscall.Errno(50)}[runtime.GOOS == "windows"] // ERROR_NOT_SUPPORTED

type modelFile struct {
	m    *model
	node *inode
}

func (f *modelFile) Write(p []byte) (int, error) {
	if err := f.m.op("write"); err != nil {
		n := 0
		if f.m.short {
			n = len(p) / 2
		}
		f.node.data = append(f.node.data, p[:n]...)
		return n, err
	}
	f.node.data = append(f.node.data, p...)
	return len(p), nil
}

// replacing returns the permissions of a file that replaces one with perm.
func replacing(perm fs.FileMode) permissions {
	return permissions{replaced: modelInfo{"f", &inode{perm: perm}}}
}

func (f *modelFile) Stat() (fs.FileInfo, error) { return modelInfo{"", f.node}, nil }
func (f *modelFile) Chown(int, int) error       { return nil }
func (f *modelFile) Chmod(perm fs.FileMode) error {
	if err := f.m.op("chmod"); err != nil {
		return err
	}
	f.node.perm = perm
	return nil
}

func (f *modelFile) Sync() error {
	if err := f.m.op("sync"); err != nil {
		return err
	}
	if !f.m.lying {
		f.node.synced = len(f.node.data)
	}
	return nil
}

func (f *modelFile) Close() error { return f.m.op("close") }

// crashes calls visit with every possible content of the file name after a power loss now: for
// every subset of the name changes since the last sync and every cut of the unsynced bytes. ok is
// false if there is no such file.
func (m *model) crashes(name string, visit func(content string, ok bool)) {
	m.crashesOf([]string{name}, func(contents []string) { visit(strings.TrimPrefix(contents[0], "="), contents[0] != "") })
}

// crashesOf is like crashes for several files. A content begins with an equals sign; it is empty
// if there is no such file.
func (m *model) crashesOf(names []string, visit func(contents []string)) {
	contents := make([]string, len(names))
	for subset := range 1 << len(m.pending) {
		nodes := make([]*inode, len(names))
		for j, name := range names {
			nodes[j] = m.durable[name]
			for i, c := range m.pending {
				if subset&(1<<i) != 0 && c.name == name {
					nodes[j] = c.node
				}
			}
		}
		var cuts func(j int)
		cuts = func(j int) {
			if j == len(nodes) {
				visit(contents)
				return
			}
			if contents[j] = ""; nodes[j] == nil {
				cuts(j + 1)
				return
			}
			for cut := nodes[j].synced; cut <= len(nodes[j].data); cut++ {
				contents[j] = "=" + string(nodes[j].data[:cut])
				cuts(j + 1)
			}
		}
		cuts(0)
	}
}

// After a power loss at any moment a file has the complete old or new content, and the new one
// once it was reported as saved.
func TestReplaceSurvivesPowerLoss(t *testing.T) {
	states := 0
	for _, old := range []string{"", "old content"} {
		for length := 1; length <= 900; length++ {
			fresh := fmt.Sprintf("%0*d", length, 7)
			files := map[string]string{"f": old}
			if old == "" {
				delete(files, "f")
			}
			m := newModel(files)
			saved := false
			check := func() {
				m.crashes("f", func(content string, ok bool) {
					states++
					switch {
					case saved && (!ok || content != fresh):
						t.Fatalf("%q after it was saved", content)
					case ok && content != fresh && (old == "" || content != old):
						t.Fatalf("%q is neither the old nor the new content", content)
					case !ok && old != "":
						t.Fatal("the old content is gone")
					}
				})
			}
			m.steps = check
			perm := permissions{bits: 0o644}
			if old != "" {
				perm = replacing(0o644)
			}
			if _, err := replace(m, "f", []byte(fresh), perm); err != nil {
				t.Fatal(err)
			}
			saved = true
			check()
		}
	}
	t.Logf("%d states after a loss of power", states)
	if states < 50_000 {
		t.Errorf("only %d states were looked at, want 50000", states)
	}
}

// The model works: without syncs, half a file remains.
func TestModelFindsHalfFiles(t *testing.T) {
	m := newModel(map[string]string{"f": "old"})
	m.lying = true
	half := false
	m.steps = func() {
		m.crashes("f", func(content string, _ bool) { half = half || content != "old" && content != "fresh" })
	}
	if _, err := replace(m, "f", []byte("fresh"), replacing(0o644)); err != nil {
		t.Fatal(err)
	}
	if !half {
		t.Error("a save without a sync looks safe in the model")
	}
}

func pairOf(record, body string) Pair {
	return Pair{Namespace: "ns", Record: Part{".toml", strings.NewReader(record)}, Body: Part{".md", strings.NewReader(body)}}
}

// After a power loss at any moment there is the complete pair or none, with or without hard
// links, never a body without its record, and never under a name that was in use. A pair that was
// reported as written exists.
func TestCreatePairSurvivesPowerLoss(t *testing.T) {
	states := 0
	for length := 1; length <= 60; length++ {
		record, body := fmt.Sprintf("%0*d", length, 3), fmt.Sprintf("%0*d", 61-length, 4)
		for _, links := range []error{nil, errMoves, errUnlinkable} {
			for _, stray := range []string{"", "ns_002.md", "ns_002.toml"} { // of another program, in conflict or not
				states += losePower(t, links, stray, record, body)
			}
		}
	}
	t.Logf("%d states after a loss of power", states)
	if states < 50_000 {
		t.Errorf("only %d states were looked at, want 50000", states)
	}
}

// losePower writes a pair next to another one and a stray file, and checks the possible states
// after a power loss at each moment. It returns the number of states.
func losePower(t *testing.T, links error, stray, record, body string) (states int) {
	t.Helper()
	files := map[string]string{"ns_001.md": "mine", "ns_001.toml": "record of mine"}
	want := "ns_002"
	if stray != "" {
		files[stray], want = "stray", "ns_003"
	}
	m := newModel(files)
	m.links = links
	m.steps = func() {
		m.crashesOf([]string{"ns_001.md", "ns_001.toml", stray, want + ".toml", want + ".md"}, func(c []string) {
			states++
			empty := links != nil && links != errMoves // names may have been reserved with empty files
			switch {
			case c[0] != "=mine" || c[1] != "=record of mine" || stray != "" && c[2] != "=stray":
				t.Fatalf("what was there became %q", c[:3])
			case c[3] != "" && c[3] != "="+record && (!empty || c[3] != "="):
				t.Fatalf("half a record: %q", c[3])
			case c[4] != "" && c[4] != "="+body && (!empty || c[4] != "="):
				t.Fatalf("half a body: %q", c[4])
			case c[4] == "="+body && c[3] != "="+record:
				t.Fatalf("a body with the record %q", c[3])
			}
		})
	}
	number, err := createPair(m, pairOf(record, body))
	if err != nil || (Pair{Namespace: "ns"}).Name(number, "") != want {
		t.Fatalf("links %v, %q in the way: number %d, %v", links, stray, number, err)
	}
	if len(m.names) != len(files)+2 {
		t.Fatalf("links %v: left beside the pair: %v", links, m.names)
	}
	m.crashesOf([]string{want + ".toml", want + ".md"}, func(c []string) {
		if c[0] != "="+record || c[1] != "="+body {
			t.Fatalf("the pair is %q after it was reported", c)
		}
	})
	return states
}

// The model works: without the sync between the two names, a body can exist alone.
func TestModelFindsBodiesWithoutRecords(t *testing.T) {
	m := newModel(nil)
	alone := false
	look := func() {
		m.crashesOf([]string{"ns_001.toml", "ns_001.md"}, func(c []string) { alone = alone || c[0] == "" && c[1] != "" })
	}
	m.steps = look
	for _, name := range []string{"ns_001.toml", "ns_001.md"} {
		temp, _, err := writeTemp(m, name, strings.NewReader("text"), documentPerm)
		if err != nil {
			t.Fatal(err)
		}
		if err := claimName(m, documentPerm, temp, name); err != nil {
			t.Fatal(err)
		}
	}
	if !alone {
		t.Error("two names without a sync between them look safe in the model")
	}
}

var faults = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EROFS, syscall.EACCES, syscall.EPERM, syscall.EINTR}

// Each operation of a save fails in each way, once or from then on: the file has the old content,
// or the new one if that is reported, and no temporary file remains unless removing it failed
// too.
func TestReplaceUnderFaults(t *testing.T) {
	runs := 0
	for _, old := range []string{"", "old"} {
		for _, size := range []int{0, 1, 100, 5000} {
			fresh := fmt.Sprintf("%0*d", size, 7)
			for _, fault := range faults {
				for mode := range 4 {
					for at := 1; ; at++ {
						m := newModel(map[string]string{"f": old, "other": "x"})
						m.failAt, m.fault, m.sticky, m.short = at, fault, mode&1 != 0, mode&2 != 0
						done, err := replace(m, "f", []byte(fresh), replacing(0o640))
						if m.failed == "" {
							if err != nil || string(m.names["f"].data) != fresh || m.names["f"].perm != 0o640 {
								t.Fatalf("without a fault: %v", err)
							}
							break
						}
						runs++
						got := string(m.names["f"].data)
						switch {
						case err == nil:
							t.Fatalf("%s failed with %v without an error", m.failed, fault)
						case !errors.Is(err, fault):
							t.Fatalf("%s failed with %v, reported as %v", m.failed, fault, err)
						case done && got != fresh, !done && got != old:
							t.Fatalf("%s failed with %v: done is %t, the file holds %q", m.failed, fault, done, got)
						case len(m.names) > 2 && !m.sticky:
							t.Fatalf("%s failed with %v and left %d files", m.failed, fault, len(m.names))
						}
					}
				}
			}
		}
	}
	t.Logf("%d faults", runs)
}

// Each operation of a new pair fails in each way, once or from then on: there is the complete
// pair, which is reported, or none, and existing files are unchanged.
func TestCreatePairUnderFaults(t *testing.T) {
	runs := 0
	before := map[string]string{"ns_001.md": "mine", "ns_001.toml": "record of mine", "ns_002.md": "", "ns_003.toml": ""}
	for _, links := range []error{nil, errMoves, errUnlinkable} {
		for _, wanted := range []int{0, 2} { // a number in use
			for _, fault := range faults {
				for mode := range 4 {
					for at := 1; ; at++ {
						m := newModel(before)
						m.failAt, m.fault, m.sticky, m.short, m.links = at, fault, mode&1 != 0, mode&2 != 0, links
						p := pairOf("record", "body")
						p.Number = wanted
						number, err := createPair(m, p)
						if m.failed == "" {
							break
						}
						runs++
						for name, content := range before {
							if string(m.names[name].data) != content {
								t.Fatalf("%s failed with %v: %s was replaced", m.failed, fault, name)
							}
						}
						record, body := m.names["ns_004.toml"], m.names["ns_004.md"]
						whole := record != nil && body != nil && string(record.data) == "record" && string(body.data) == "body"
						switch {
						case number > 0 && !whole:
							t.Fatalf("%s failed with %v: the pair is not there", m.failed, fault)
						case number == 0 && body != nil && len(body.data) > 0:
							t.Fatalf("%s failed with %v: the body is there but was reported as not written", m.failed, fault)
						case number == 0 && err == nil:
							t.Fatalf("%s failed with %v: neither a number nor an error", m.failed, fault)
						// A file system without hard links is not an error, and an extra name is
						// removed by the next cleanup.
						case err == nil && m.failed != "remove" && (m.failed != "link" || !noLinks(fault)):
							t.Fatalf("%s failed with %v without an error", m.failed, fault)
						case !m.sticky && m.failed != "remove" && len(m.names) > len(before)+2:
							t.Fatalf("%s failed with %v and left %d files", m.failed, fault, len(m.names))
						}
					}
				}
			}
		}
	}
	t.Logf("%d faults", runs)
	if runs < 1000 {
		t.Errorf("only %d faults, want at least 1000", runs)
	}
}

// A file is moved aside on disks with and without hard links, and never replaces another.
func TestMoveNew(t *testing.T) {
	for _, links := range []error{nil, errMoves, errUnlinkable} {
		m := newModel(map[string]string{"f": "broken", "f.broken-1": "older"})
		m.links = links
		if err := moveNew(m, "f", "f.broken-1"); !errors.Is(err, fs.ErrExist) || string(m.names["f.broken-1"].data) != "older" {
			t.Errorf("links %v: moved over another file: %v", links, err)
		}
		if err := moveNew(m, "f", "f.broken-2"); err != nil || m.names["f"] != nil || string(m.names["f.broken-2"].data) != "broken" {
			t.Errorf("links %v: %v, %v", links, err, m.names)
		}
	}
}
