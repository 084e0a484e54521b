package git

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestTablesOfGit reads tables that git 2.55 wrote: of both hashes, with symbolic refs, tags and deletions, and with many
// small blocks and an index. want.txt is what git for-each-ref says of them.
func TestTablesOfGit(t *testing.T) {
	for _, tt := range []struct {
		name string
		hash Hash
	}{{"sha1", SHA1}, {"sha256", SHA256}, {"many", SHA1}} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join("testdata", "reftable", tt.name)
			refs, err := ReadTables(dir, tt.hash)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, name := range slices.Sorted(maps.Keys(refs)) {
				ref := refs[name]
				if ref.Target != "" {
					fmt.Fprintln(&got, name, refs[ref.Target].ID, ref.Target)
				} else {
					fmt.Fprintln(&got, name, ref.ID)
				}
			}
			want, err := os.ReadFile(filepath.Join(dir, "want.txt"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("wrong refs (-want +got):\n%s", diff)
			}
		})
	}
}

// record is a ref of a table that a test writes; one without ID and target is a deletion.
type record struct {
	name string
	TableRef
}

// table writes a table of one block a record count, without an index.
func table(hash Hash, perBlock int, records []record) []byte {
	header := []byte("REFT\x01\x00\x00\x00" + strings.Repeat("\x00", 16))
	if hash == SHA256 {
		header = append(header, "s256"...)
		header[4] = 2
	}
	out := slices.Clone(header)
	for first := 0; first < len(records); first += perBlock {
		start := len(out)
		if first == 0 {
			start = 0 // the header is a part of the first block
		}
		out = append(out, 'r', 0, 0, 0)
		head, before := len(out)-4, ""
		restart := len(out) - start
		for _, r := range records[first:min(first+perBlock, len(records))] {
			shared := 0
			for shared < min(len(before), len(r.name)) && before[shared] == r.name[shared] {
				shared++
			}
			kind := uint64(1)
			switch {
			case r.Target != "":
				kind = 3
			case r.ID.IsZero():
				kind = 0
			}
			out = appendNumber(out, uint64(shared))
			out = appendNumber(out, uint64(len(r.name)-shared)<<3|kind)
			out = append(out, r.name[shared:]...)
			out = appendNumber(out, 0)
			if kind == 3 {
				out = append(appendNumber(out, uint64(len(r.Target))), r.Target...)
			}
			out = append(out, r.ID.Bytes()...)
			before = r.name
		}
		out = append(out, byte(restart>>16), byte(restart>>8), byte(restart), 0, 1)
		length := len(out) - start
		copy(out[head+1:], []byte{byte(length >> 16), byte(length >> 8), byte(length)})
	}
	return footed(out, header)
}

// footed adds the footer of a table.
func footed(blocks, header []byte) []byte {
	footer := append(slices.Clone(header), make([]byte, 40)...)
	return append(append(slices.Clone(blocks), footer...), binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(footer))...)
}

func appendNumber(out []byte, n uint64) []byte {
	last := []byte{byte(n & 0x7f)}
	for n >>= 7; n > 0; n >>= 7 {
		n--
		last = append(last, byte(n&0x7f)|0x80)
	}
	slices.Reverse(last)
	return append(out, last...)
}

// writeTables writes a stack.
func writeTables(t testing.TB, tables ...[]byte) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "reftable"), 0o755); err != nil {
		t.Fatal(err)
	}
	list := ""
	for i, data := range tables {
		name := fmt.Sprintf("%d.ref", i)
		list += name + "\n"
		if err := os.WriteFile(filepath.Join(dir, "reftable", name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "reftable", "tables.list"), []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTheNewestTableCounts joins random tables, and holds the result to a map that is written as the tables are.
func TestTheNewestTableCounts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		hash := rapid.SampledFrom([]Hash{SHA1, SHA256}).Draw(rt, "hash")
		want := map[string]TableRef{}
		s := stack{hash: hash, refs: map[string]TableRef{}}
		for range rapid.IntRange(1, 4).Draw(rt, "tables") {
			names := rapid.SliceOfDistinct(rapid.StringMatching(`refs/(heads|tags)/[ab/]{1,200}`), rapid.ID[string]).Draw(rt, "names")
			slices.Sort(names)
			var records []record
			for _, name := range names {
				r := record{name: name}
				switch rapid.IntRange(0, 2).Draw(rt, "kind") {
				case 0:
					r.ID = hash.Object("blob", []byte(rapid.String().Draw(rt, "of")))
				case 1:
					r.Target = "refs/heads/" + rapid.StringMatching(`[a-z]{0,300}`).Draw(rt, "target")
				}
				if delete(want, name); r.TableRef != (TableRef{}) {
					want[name] = r.TableRef
				}
				records = append(records, r)
			}
			if err := s.add(table(hash, rapid.IntRange(1, 5).Draw(rt, "per block"), records)); err != nil {
				rt.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, s.refs, cmp.AllowUnexported(ID{})); diff != "" {
			rt.Fatalf("wrong refs (-want +got):\n%s", diff)
		}
	})
}

func TestTablesThatAreNotRead(t *testing.T) {
	id := SHA1.Object("blob", nil)
	good := table(SHA1, 2, []record{{"HEAD", TableRef{Target: "refs/heads/main"}}, {"refs/heads/main", TableRef{ID: id}}})
	changed := func(change func([]byte)) []byte {
		data := slices.Clone(good)
		change(data)
		return data
	}
	tests := []struct {
		name string
		data []byte
		err  string // empty: it is read
	}{
		{name: "a good one", data: good},
		{name: "one without refs", data: table(SHA1, 1, nil)},
		{name: "an empty file", err: "it is damaged"},
		{name: "another file", data: []byte("ref: refs/heads/main\n"), err: "it is damaged"},
		{name: "a part of one", data: good[:len(good)-1], err: "it is damaged"},
		{name: "a version of the future", data: changed(func(b []byte) { b[4] = 3 }), err: "it has version 3, which is not known here"},
		{name: "another hash", data: table(SHA256, 1, nil), err: "it names objects by another hash"},
		{name: "a changed footer", data: changed(func(b []byte) { b[len(b)-20]++ }), err: "it is damaged"},
		{name: "a block that is longer than the table", data: changed(func(b []byte) { b[25] = 0xff }), err: "it is damaged"},
		{name: "more restarts than there is room for", data: changed(func(b []byte) { b[len(b)-68-2] = 0xff }), err: "it is damaged"},
		{name: "a prefix of nothing", data: changed(func(b []byte) { b[28] = 9 }), err: "it is damaged"},
		{name: "a kind that is not known", data: changed(func(b []byte) { b[29] |= 7 }), err: "it is damaged"},
		{name: "names that do not ascend", data: table(SHA1, 9, []record{{"refs/b", TableRef{ID: id}}, {"refs/a", TableRef{ID: id}}}), err: "it is damaged"},
		{name: "a name twice", data: table(SHA1, 1, []record{{"refs/a", TableRef{ID: id}}, {"refs/a", TableRef{ID: id}}}), err: "it is damaged"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			refs, err := ReadTables(writeTables(t, tt.data), SHA1)
			switch {
			case tt.err == "" && err != nil, tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err) || !strings.Contains(err.Error(), "0.ref")):
				t.Errorf("the error is %v, want %q", err, tt.err)
			case tt.err != "" && refs != nil:
				t.Errorf("there are refs: %v", refs)
			}
		})
	}
	for _, name := range []string{"../../other", "a/b.ref", "/etc/passwd", ".."} {
		dir := writeTables(t, good)
		if err := os.WriteFile(filepath.Join(dir, "reftable", "tables.list"), []byte(name+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadTables(dir, SHA1); err == nil || !strings.Contains(err.Error(), "list of tables of refs is damaged") {
			t.Errorf("of a table %q the error is %v", name, err)
		}
	}
	dir := writeTables(t, good)
	if err := os.Remove(filepath.Join(dir, "reftable", "0.ref")); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadTables(dir, SHA1); err == nil {
		t.Error("a table that is missing is no error")
	}
	if refs, err := ReadTables(t.TempDir(), SHA1); err != nil || len(refs) > 0 {
		t.Errorf("a folder without tables has %v (%v)", refs, err)
	}
}

// TestNamesOfTablesAreBounded: records of a few bytes could repeat a long name.
func TestNamesOfTablesAreBounded(t *testing.T) {
	long := strings.Repeat("a", 1<<16)
	var records []record
	for i := range maxTableNames/len(long) + 2 {
		records = append(records, record{name: long + fmt.Sprintf("%06d", i)})
	}
	s := stack{refs: map[string]TableRef{}}
	if err := s.add(table(SHA1, len(records), records)); err != errTooManyNames {
		t.Errorf("the error is %v", err)
	}
}

// FuzzTable reads any blocks behind a right header and before a right footer: what is read can be written and read again.
func FuzzTable(f *testing.F) {
	tables, err := filepath.Glob("testdata/reftable/*/reftable/*.ref")
	if err != nil || len(tables) == 0 {
		f.Fatal("there are no tables")
	}
	for _, name := range tables {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, strings.Contains(name, "sha256"))
	}
	f.Fuzz(func(t *testing.T, data []byte, long bool) {
		hash, version := SHA1, byte(1)
		if long {
			hash, version = SHA256, 2
		}
		sizes := tableSizes[version]
		if len(data) < sizes.header || len(data) > 1<<20 {
			return
		}
		if data[4] = version; version == 2 {
			copy(data[24:], "s256")
		}
		copy(data, "REFT")
		blocks := data[:max(sizes.header, len(data)-sizes.footer)]
		s := stack{hash: hash, refs: map[string]TableRef{}}
		if err := s.add(footed(blocks, data[:sizes.header])); err != nil {
			return
		}
		var records []record
		for _, name := range slices.Sorted(maps.Keys(s.refs)) {
			if ref := s.refs[name]; ref != (TableRef{}) { // a symbolic ref to nothing is written as a deletion
				records = append(records, record{name, ref})
			}
		}
		again := stack{hash: hash, refs: map[string]TableRef{}}
		if err := again.add(table(hash, 3, records)); err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if again.refs[r.name] != r.TableRef {
				t.Fatalf("%q is %v, and again %v", r.name, r.TableRef, again.refs[r.name])
			}
		}
	})
}
