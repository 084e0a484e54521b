package object

import (
	"bytes"
	"encoding/binary"
	"os"
	"sort"
	"sync"
	"sync/atomic"

	"dossier/aggregate/git"
)

// pack is a pack file with its index. Its files are opened once and read by offset,
// so that several stores can share it. A pack of a multi-pack index is opened when it is
// first needed.
type pack struct {
	pack, index *os.File
	size        int64       // of the pack, without its checksum
	hash        int64       // size of an ID
	fan         [256]uint32 // number of objects whose name begins with at most this byte
	count       int64
	old         bool // the index has version 1, where each offset is followed by its name

	names, offsets, largeOffsets int64 // offsets of the tables in the index
	largeOffsetsEnd              int64
	// packs are the packs of a multi-pack index, where each object offset is preceded by a pack number.
	packs  []*pack
	opened atomic.Int32 // number of these that were opened

	// The following fields are those of a pack of a multi-pack index.
	multi   *pack // the index
	root    *os.Root
	name    string // without extension
	data    sync.Once
	ownOnce sync.Once
	own     *pack // the pack's own index, which names the bases of its deltas; nil if not opened
}

const (
	indexHeaderSize = 8 + 4*256 // magic, version and fan-out
	oldHeaderSize   = 4 * 256   // of version 1, which begins with the fan-out
	namesPerRead    = 200       // names per read
)

// openPack opens a pack by its name without extension. It returns nil if the pack cannot be read.
func openPack(root *os.Root, name string, hash int64) *pack {
	p := openIndex(root, name, hash)
	if p == nil || p.openData(root, name) {
		return p
	}
	p.close()
	return nil
}

// openIndex opens the index of a pack by its name without extension. It returns nil if the index cannot be read.
func openIndex(root *os.Root, name string, hash int64) *pack {
	index, info, err := git.Open(root, name+".idx")
	if err != nil {
		return nil
	}
	p := &pack{index: index, hash: hash}
	var head [indexHeaderSize]byte
	n, err := index.ReadAt(head[:], 0)
	if n >= oldHeaderSize && string(head[:4]) != "\xfftOc" {
		p.old = true
		// The file has the fan-out, offsets of four bytes each with a name, and two checksums of the whole.
		if !p.fanOut(head[:oldHeaderSize]) || oldHeaderSize+p.count*(4+hash)+2*hash > info.Size() {
			p.close()
			return nil
		}
		return p
	}
	if err != nil || string(head[:8]) != "\xfftOc\x00\x00\x00\x02" || !p.fanOut(head[8:]) {
		p.close()
		return nil
	}
	// The file has names, checksums of four bytes, offsets of four, and two checksums of the whole.
	p.names = indexHeaderSize
	p.offsets = p.names + p.count*(hash+4)
	p.largeOffsets, p.largeOffsetsEnd = p.offsets+4*p.count, info.Size()-2*hash
	if p.largeOffsets > p.largeOffsetsEnd {
		p.close()
		return nil
	}
	return p
}

// openData opens the file that contains the objects.
func (p *pack) openData(root *os.Root, name string) bool {
	packed, info, err := git.Open(root, name+".pack")
	if err != nil {
		return false
	}
	p.pack, p.size = packed, info.Size()-p.hash
	return true
}

// ready opens a pack of a multi-pack index, unless it is open. It returns false if it cannot be read, or
// if too many packs of the index are open.
func (p *pack) ready() bool {
	p.data.Do(func() {
		if p.multi.opened.Add(1) <= maxMultiPacks {
			p.openData(p.root, p.name)
		}
	})
	return p.pack != nil
}

// base returns the offset of a delta's base that is named by its ID. It is in the same pack.
func (p *pack) base(id git.ID) (int64, bool) {
	if p.multi == nil {
		in, at, ok := p.find(id)
		return at, ok && in == p
	}
	if in, at, ok := p.multi.find(id); ok && in == p {
		return at, true
	}
	// The multi-pack index lists each object once, in whichever pack.
	p.ownOnce.Do(func() { p.own = openIndex(p.root, p.name, p.hash) })
	if p.own == nil {
		return 0, false
	}
	_, at, ok := p.own.find(id)
	return at, ok
}

// fanOut parses the fan-out table. It returns false if a count is less than the previous one.
func (p *pack) fanOut(table []byte) bool {
	last := uint32(0)
	for i := range p.fan {
		p.fan[i] = binary.BigEndian.Uint32(table[4*i:])
		if p.fan[i] < last {
			return false
		}
		last = p.fan[i]
	}
	p.count = int64(last)
	return true
}

func (p *pack) close() {
	if p.index != nil {
		p.index.Close()
	}
	if p.pack != nil {
		p.pack.Close()
	}
	if p.own != nil {
		p.own.close()
	}
	for _, in := range p.packs {
		if in != nil {
			in.close()
		}
	}
}

// find returns the pack that contains an object, and its offset there. A damaged
// index gives a wrong offset and does no other harm.
func (p *pack) find(id git.ID) (*pack, int64, bool) {
	name := id.Bytes()
	if int64(len(name)) != p.hash {
		return nil, 0, false
	}
	low, high := int64(0), int64(p.fan[name[0]])
	if name[0] > 0 {
		low = int64(p.fan[name[0]-1])
	}
	var buffer [namesPerRead * git.MaxID]byte
	for high-low > namesPerRead {
		middle := (low + high) / 2
		if !p.readNames(buffer[:p.hash], middle) {
			return nil, 0, false
		}
		if bytes.Compare(buffer[:p.hash], name) <= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	list := buffer[:(high-low)*p.hash]
	if !p.readNames(list, low) {
		return nil, 0, false
	}
	i := sort.Search(int(high-low), func(i int) bool { return bytes.Compare(list[i*len(name):][:len(name)], name) >= 0 })
	if i == int(high-low) || !bytes.Equal(list[i*len(name):][:len(name)], name) {
		return nil, 0, false
	}
	return p.location(low + int64(i))
}

// readNames reads names, starting at index i.
func (p *pack) readNames(into []byte, i int64) bool {
	if !p.old {
		_, err := p.index.ReadAt(into, p.names+i*p.hash)
		return err == nil
	}
	width := 4 + p.hash
	rows := make([]byte, int64(len(into))/p.hash*width)
	if _, err := p.index.ReadAt(rows, oldHeaderSize+i*width); err != nil {
		return false
	}
	for n := int64(0); len(into) > 0; n++ {
		copy(into[:p.hash], rows[n*width+4:])
		into = into[p.hash:]
	}
	return true
}

// location returns the pack and offset of the object at index i. Offsets beyond 2 GiB
// are in a separate table, which version 1 does not have.
func (p *pack) location(i int64) (*pack, int64, bool) {
	in, b, width := p, [8]byte{}, int64(4)
	if p.old {
		_, err := p.index.ReadAt(b[:4], oldHeaderSize+(4+p.hash)*i)
		return p, int64(binary.BigEndian.Uint32(b[:])), err == nil
	}
	if p.packs != nil {
		width = 8
	}
	if _, err := p.index.ReadAt(b[:width], p.offsets+width*i); err != nil {
		return nil, 0, false
	}
	if p.packs != nil {
		n := binary.BigEndian.Uint32(b[:])
		if int64(n) >= int64(len(p.packs)) || p.packs[n] == nil || !p.packs[n].ready() {
			return nil, 0, false
		}
		in = p.packs[n]
	}
	at := binary.BigEndian.Uint32(b[width-4:])
	if at < 1<<31 || p.packs != nil && p.largeOffsets == 0 {
		return in, int64(at), true
	}
	offsetAt := p.largeOffsets + 8*int64(at&(1<<31-1))
	if offsetAt+8 > p.largeOffsetsEnd {
		return nil, 0, false
	}
	if _, err := p.index.ReadAt(b[:], offsetAt); err != nil {
		return nil, 0, false
	}
	offset := binary.BigEndian.Uint64(b[:])
	return in, int64(offset), offset < 1<<62
}

// eachWithPrefix calls yield for each ID that begins with the bytes of prefix followed by
// a half byte, unless half is negative. It stops when yield returns false.
func (p *pack) eachWithPrefix(prefix []byte, half int, yield func(git.ID) bool) bool {
	low, high := int64(0), p.count
	if len(prefix) > 0 {
		high = int64(p.fan[prefix[0]])
		if prefix[0] > 0 {
			low = int64(p.fan[prefix[0]-1])
		}
	}
	var name [git.MaxID]byte
	matches := func() bool {
		return bytes.HasPrefix(name[:p.hash], prefix) && (half < 0 || int(name[len(prefix)]>>4) == half)
	}
	from := low + int64(sort.Search(int(high-low), func(i int) bool {
		if !p.readNames(name[:p.hash], low+int64(i)) {
			return true
		}
		c := bytes.Compare(name[:len(prefix)], prefix)
		return c > 0 || c == 0 && (half < 0 || int(name[len(prefix)]>>4) >= half)
	}))
	for i := from; i < high && p.readNames(name[:p.hash], i) && matches(); i++ {
		if !yield(git.IDOf(name[:p.hash])) {
			return false
		}
	}
	return true
}

const (
	maxPackNames  = 1 << 20 // max bytes of the pack names in a multi-pack index
	maxMultiPacks = 1000    // opened packs of a multi-pack index
)

// openMulti opens the multi-pack index of a folder. It returns nil if there is none or it cannot be read.
func openMulti(root *os.Root, folder string, hash int64) *pack {
	index, info, err := git.Open(root, folder+"/multi-pack-index")
	if err != nil {
		return nil
	}
	m := &pack{index: index, hash: hash}
	if !m.readMulti(root, folder, info.Size()) {
		m.close()
		return nil
	}
	return m
}

// readMulti parses the header and the chunk table.
func (p *pack) readMulti(root *os.Root, folder string, size int64) bool {
	var head [12]byte
	if _, err := p.index.ReadAt(head[:], 0); err != nil || string(head[:5]) != "MIDX\x01" || int64(head[5]) != 1+(p.hash-20)/12 || head[7] != 0 {
		return false
	}
	chunks := make([]byte, 12*(int(head[6])+1))
	if _, err := p.index.ReadAt(chunks, 12); err != nil {
		return false
	}
	chunkRange := map[string][2]int64{}
	for i := range int(head[6]) {
		start, end := int64(binary.BigEndian.Uint64(chunks[12*i+4:])), int64(binary.BigEndian.Uint64(chunks[12*i+16:]))
		if start < 0 || end < start || end > size {
			return false
		}
		chunkRange[string(chunks[12*i:][:4])] = [2]int64{start, end}
	}
	var fan [1024]byte
	if at, ok := chunkRange["OIDF"]; !ok || at[1]-at[0] != 1024 {
		return false
	} else if _, err := p.index.ReadAt(fan[:], at[0]); err != nil || !p.fanOut(fan[:]) {
		return false
	}
	names, offsets, packNames := chunkRange["OIDL"], chunkRange["OOFF"], chunkRange["PNAM"]
	if names[1]-names[0] < p.count*p.hash || offsets[1]-offsets[0] < 8*p.count || packNames[1]-packNames[0] > maxPackNames {
		return false
	}
	p.names, p.offsets, p.largeOffsets, p.largeOffsetsEnd = names[0], offsets[0], chunkRange["LOFF"][0], chunkRange["LOFF"][1]
	list := make([]byte, packNames[1]-packNames[0])
	if _, err := p.index.ReadAt(list, packNames[0]); err != nil {
		return false
	}
	for _, name := range bytes.Split(bytes.TrimRight(list, "\x00"), []byte{0}) {
		base, ok := bytes.CutSuffix(name, []byte(".idx"))
		var in *pack
		if ok && !bytes.ContainsAny(base, `/\`) {
			in = &pack{hash: p.hash, multi: p, root: root, name: folder + "/" + string(base)}
		}
		p.packs = append(p.packs, in)
	}
	return true
}
