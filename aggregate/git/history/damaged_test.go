package history

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// made is an object of a pack that is built by hand.
type made struct {
	id   git.ID
	kind object.Kind
	base []byte // of a delta: how far back, or its name
	data []byte
	size int // that is claimed, unless it is 0
}

func name(k object.Kind, data []byte) git.ID { return git.SHA1.Object(k.String(), data) }

// named is an git.ID that begins with some bytes.
func named(b ...byte) git.ID { return git.IDOf(append(b, make([]byte, idSize-len(b))...)) }

const (
	idSize      = 20
	chainLength = 4100 // one that is longer than what is followed
	ofsDelta    = object.Kind(6)
	refDelta    = object.Kind(7)
)

func whole(k object.Kind, data string) made {
	return made{id: name(k, []byte(data)), kind: k, data: []byte(data)}
}

func commitOf(tree git.ID, more string) made {
	return whole(object.CommitKind, "tree "+tree.String()+"\n"+more+"author a <a> 5 +0000\ncommitter a <a> 5 +0000\n\nsaid\n")
}

func treeOf(entries ...any) (out string) {
	for i := 0; i < len(entries); i += 2 {
		id := entries[i+1].(git.ID)
		out += entries[i].(string) + "\x00" + string(id.Bytes())
	}
	return out
}

// build returns a pack with its index.
func build(objects ...made) (pack, index []byte) {
	objects = slices.Clone(objects)
	pack = append([]byte("PACK\x00\x00\x00\x02"), binary.BigEndian.AppendUint32(nil, uint32(len(objects)))...)
	starts := map[git.ID]int{}
	var zipped bytes.Buffer
	w := zlib.NewWriter(&zipped) // one for all: to make it takes longer than to compress an object
	for _, o := range objects {
		starts[o.id] = len(pack)
		size := max(o.size, len(o.data))
		b := byte(o.kind)<<4 | byte(size&15)
		for size >>= 4; size > 0; size >>= 7 {
			pack = append(pack, b|0x80)
			b = byte(size & 0x7f)
		}
		pack = append(append(pack, b), o.base...)
		zipped.Reset()
		w.Reset(&zipped)
		w.Write(o.data)
		w.Close()
		pack = append(pack, zipped.Bytes()...)
	}
	pack = append(pack, make([]byte, idSize)...)
	slices.SortFunc(objects, func(a, b made) int { return a.id.Compare(b.id) })
	index = []byte("\xfftOc\x00\x00\x00\x02")
	for first := range 256 {
		n := 0
		for _, o := range objects {
			if int(o.id.Bytes()[0]) <= first {
				n++
			}
		}
		index = binary.BigEndian.AppendUint32(index, uint32(n))
	}
	for _, o := range objects {
		index = append(index, o.id.Bytes()...)
	}
	index = append(index, make([]byte, 4*len(objects))...)
	for _, o := range objects {
		index = binary.BigEndian.AppendUint32(index, uint32(starts[o.id]))
	}
	return pack, append(index, make([]byte, 2*idSize)...)
}

// from reads the history of a folder with a pack.
func from(t testing.TB, ctx context.Context, head git.ID, pack, index []byte) *History {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "objects/pack/pack-1.pack"), string(pack))
	write(t, filepath.Join(dir, "objects/pack/pack-1.idx"), string(index))
	return new(History).From(ctx, dir, head)
}

// delta makes one that copies n bytes from the beginning of its base and adds some.
func delta(base, n int, more string) []byte {
	out := append(varint(base), varint(n+len(more))...)
	return append(append(out, 0x80|0x10|0x20, byte(n), byte(n>>8), byte(len(more))), more...)
}

func varint(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

var file = name(object.TreeKind, []byte("whatever"))

// small has two commits, whose trees are deltas of both kinds.
func small() (head git.ID, objects []made) {
	plain := treeOf("100644 a", file)
	first := whole(object.TreeKind, plain)
	second := made{id: name(object.TreeKind, []byte(plain+treeOf("100644 b", file))), kind: refDelta, base: first.id.Bytes(), data: delta(len(plain), len(plain), treeOf("100644 b", file))}
	c := commitOf(first.id, "")
	d := commitOf(second.id, "parent "+c.id.String()+"\n")
	return d.id, []made{c, d, first, second}
}

func TestAPackThatIsBuiltByHand(t *testing.T) {
	head, objects := small()
	pack, index := build(objects...)
	if got := said(from(t, t.Context(), head, pack, index)); !slices.Equal(got, []string{"said: b", "said: a"}) {
		t.Errorf("the history is %q", got)
	}
}

func TestDamagedPacks(t *testing.T) {
	head, objects := small()
	pack, index := build(objects...)
	changed := func(b []byte, at int, to ...byte) []byte {
		b = bytes.Clone(b)
		copy(b[at:], to)
		return b
	}
	tree := objects[2]
	one := func(objects ...made) func() (git.ID, []byte, []byte) {
		return func() (git.ID, []byte, []byte) {
			head := objects[0].id
			pack, index := build(objects...)
			return head, pack, index
		}
	}
	as := func(id git.ID, kind object.Kind, base, data []byte, size int) made {
		return made{id, kind, base, data, size}
	}
	self := named(1)
	nested := []made{whole(object.TreeKind, "")}
	for range 40 { // each has the one before a hundred times, and there is no file
		var list []any
		for i := range 100 {
			list = append(list, fmt.Sprintf("40000 %02d", i), nested[len(nested)-1].id)
		}
		nested = append(nested, whole(object.TreeKind, treeOf(list...)))
	}
	chain := []made{whole(object.TreeKind, treeOf("100644 a", file))}
	size := len(chain[0].data)
	for i := range chainLength {
		base := chain[len(chain)-1]
		chain = append(chain, as(named(byte(i), byte(i>>8), 7), refDelta, bytes.Clone(base.id.Bytes()), delta(size, size, ""), 0))
	}
	bomb := append(varint(size), varint(1<<40)...)
	for range 1000 {
		bomb = append(bomb, 0x80|0x10, byte(size))
	}
	for _, c := range []struct {
		name string
		make func() (git.ID, []byte, []byte)
		want []string
	}{
		{"a pack that is cut", func() (git.ID, []byte, []byte) { return head, pack[:len(pack)/2], index }, nil},
		{"an empty pack", func() (git.ID, []byte, []byte) { return head, nil, index }, nil},
		{"an empty index", func() (git.ID, []byte, []byte) { return head, pack, nil }, nil},
		{"an index that is cut", func() (git.ID, []byte, []byte) { return head, pack, index[:len(index)-50] }, nil},
		{"an index of another version", func() (git.ID, []byte, []byte) { return head, pack, changed(index, 7, 3) }, nil},
		{"a fan-out that falls", func() (git.ID, []byte, []byte) { return head, pack, changed(index, 8, 255) }, nil},
		{"more objects than the index has", func() (git.ID, []byte, []byte) { return head, pack, changed(index, 8+4*255, 255) }, nil},
		{"offsets behind the end", func() (git.ID, []byte, []byte) {
			return head, pack, append(bytes.Clone(index[:len(index)-2*idSize-16]), bytes.Repeat([]byte{0xff}, 16+2*idSize)...)
		}, nil},
		{"a tree that is missing", one(commitOf(named(9), "")), []string{"said: "}},
		{"a parent that is missing", one(commitOf(tree.id, "parent "+named(9).String()+"\n"), tree), []string{"said: "}},
		{"a commit that is a tree", one(whole(object.TreeKind, "tree "+strings.Repeat("0", 40)+"\n")), nil},
		{"a commit of another commit's size", one(as(named(2), object.CommitKind, nil, []byte("tree"), 5000)), nil},
		{"an object that claims to be huge", one(as(named(2), object.CommitKind, nil, []byte("tree"), 1<<40)), nil},
		{"a delta of itself", one(as(self, refDelta, self.Bytes(), delta(1, 1, ""), 0)), nil},
		{"a delta from before the pack", one(as(self, ofsDelta, []byte{0xff, 0x7f}, delta(1, 1, ""), 0)), nil},
		{"a distance without end", one(as(self, ofsDelta, bytes.Repeat([]byte{0xff}, 30), nil, 0)), nil},
		{"a delta that copies from outside", one(commitOf(self, ""), tree, as(self, refDelta, tree.id.Bytes(), delta(size, size+1, ""), 0)), []string{"said: "}},
		{"a delta for another base", one(commitOf(self, ""), tree, as(self, refDelta, tree.id.Bytes(), delta(size-1, 1, ""), 0)), []string{"said: "}},
		{"a delta that makes too much", one(commitOf(self, ""), tree, as(self, refDelta, tree.id.Bytes(), bomb, 0)), []string{"said: "}},
		{"a chain that is too long", one(append([]made{commitOf(chain[len(chain)-1].id, "")}, chain...)...), []string{"said: "}},
		{"a tree that is damaged", one(commitOf(name(object.TreeKind, []byte("100644 a")), ""), whole(object.TreeKind, "100644 a")), []string{"said: "}},
		{"folders without end", one(append([]made{commitOf(nested[len(nested)-1].id, "")}, nested...)...), []string{"said: "}},
		{"paths that lead out", one(commitOf(name(object.TreeKind, []byte(treeOf("100644 ..", file))), ""), whole(object.TreeKind, treeOf("100644 ..", file))), []string{"said: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			head, pack, index := c.make()
			if got := said(from(t, t.Context(), head, pack, index)); !slices.Equal(got, c.want) {
				t.Errorf("the history is %q, not %q", got, c.want)
			}
		})
	}
}

func TestDamagedLooseObjects(t *testing.T) {
	zipped := func(s string) string {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		w.Write([]byte(s))
		w.Close()
		return b.String()
	}
	const body = "tree 0900000000000000000000000000000000000000\ncommitter a <a> 5 +0000\n\nsaid\n"
	for head, readable := range map[string]bool{
		fmt.Sprintf("commit %d\x00", len(body)): true, "commit 99999\x00": false, "commit 5\x00": false, "commit \x00": false,
		"blob 80\x00": false, "commit 80000000000000000000\x00": false, strings.Repeat("commit", 100): false, "": false,
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "objects/09/"+strings.Repeat("0", 38)), zipped(head+body))
		if h := new(History).From(t.Context(), dir, named(9)); (len(h.Commits()) > 0) != readable {
			t.Errorf("%.20q: the history is %q", head, said(h))
		}
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "objects/pack/pack-1.idx"), 0o755); err != nil {
		t.Fatal(err)
	}
	if h := new(History).From(t.Context(), dir, named(9)); len(h.Commits()) != 0 {
		t.Errorf("of a folder in the place of a pack the history is %q", said(h))
	}
}

// Whatever a pack and its index hold, reading them ends without a panic.
func FuzzPack(f *testing.F) {
	head, objects := small()
	pack, index := build(objects...)
	f.Add(head.Bytes(), pack, index)
	tree := objects[2]
	back := made{id: named(1), kind: ofsDelta, base: []byte{20}, data: delta(len(tree.data), len(tree.data), treeOf("100644 c", file))}
	c := commitOf(back.id, "")
	pack, index = build(c, tree, back)
	f.Add(c.id.Bytes(), pack, index)
	f.Fuzz(func(t *testing.T, head, pack, index []byte) {
		id := git.IDOf(head)
		h := from(t, t.Context(), id, pack, index)
		if len(h.Commits()) > MaxCommits {
			t.Errorf("%d commits", len(h.Commits()))
		}
		for _, c := range h.Commits() {
			if len(c.Paths) > MaxPaths || len(c.Message) > MaxMessage {
				t.Errorf("a commit has %d paths", len(c.Paths))
			}
		}
		if again := decode(h.append(nil)); len(again.commits) != len(h.commits) {
			t.Errorf("of %d commits %d are kept", len(h.commits), len(again.commits))
		}
	})
}
