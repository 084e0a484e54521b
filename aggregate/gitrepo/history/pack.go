package history

import (
	"bytes"
	"encoding/binary"
	"os"
	"sort"

	"dossier/aggregate/gitrepo"
)

// pack is a file of objects, with the index that says where each begins.
type pack struct {
	pack, index *os.File
	size        int64       // of the pack, without the checksum at its end
	fan         [256]uint32 // how many objects have a name that begins with at most this byte
	count       int64
}

const (
	indexHead = 8 + 4*256 // its magic, version and fan-out
	idSize    = int64(len(ID{}))
	block     = 200 // names that are read at once
)

// openPack opens a pack by its name without an ending; nil when it cannot be read.
func openPack(root *os.Root, name string) *pack {
	index, info, err := gitrepo.Open(root, name+".idx")
	if err != nil {
		return nil
	}
	p := &pack{index: index}
	var head [indexHead]byte
	if _, err := index.ReadAt(head[:], 0); err != nil || string(head[:8]) != "\xfftOc\x00\x00\x00\x02" {
		p.close()
		return nil
	}
	last := uint32(0)
	for i := range p.fan {
		p.fan[i] = binary.BigEndian.Uint32(head[8+4*i:])
		if p.fan[i] < last {
			p.close()
			return nil
		}
		last = p.fan[i]
	}
	p.count = int64(last)
	// Names, checksums of four bytes, offsets of four, and two checksums of the whole.
	if info.Size() < indexHead+p.count*(idSize+8)+2*idSize {
		p.close()
		return nil
	}
	packed, info, err := gitrepo.Open(root, name+".pack")
	if err != nil {
		p.close()
		return nil
	}
	p.pack, p.size = packed, info.Size()-idSize
	return p
}

func (p *pack) close() {
	p.index.Close()
	if p.pack != nil {
		p.pack.Close()
	}
}

// find returns where an object begins. A wrong index gives a wrong place, and no more.
func (p *pack) find(id ID) (int64, bool) {
	low, high := int64(0), int64(p.fan[id[0]])
	if id[0] > 0 {
		low = int64(p.fan[id[0]-1])
	}
	var names [block * len(ID{})]byte
	for high-low > block {
		middle := (low + high) / 2
		if !p.at(names[:idSize], middle) {
			return 0, false
		}
		if bytes.Compare(names[:idSize], id[:]) <= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	list := names[:(high-low)*idSize]
	if !p.at(list, low) {
		return 0, false
	}
	i := sort.Search(int(high-low), func(i int) bool { return bytes.Compare(list[i*len(id):][:len(id)], id[:]) >= 0 })
	if i == int(high-low) || ID(list[i*len(id):][:len(id)]) != id {
		return 0, false
	}
	return p.offset(low + int64(i))
}

// at reads names, from a number on.
func (p *pack) at(into []byte, i int64) bool {
	_, err := p.index.ReadAt(into, indexHead+i*idSize)
	return err == nil
}

// offset returns where an object begins, by its number. One behind 2 GiB stands in a table of
// its own.
func (p *pack) offset(i int64) (int64, bool) {
	table := indexHead + p.count*(idSize+4)
	var b [8]byte
	if _, err := p.index.ReadAt(b[:4], table+4*i); err != nil {
		return 0, false
	}
	at := binary.BigEndian.Uint32(b[:])
	if at < 1<<31 {
		return int64(at), true
	}
	if _, err := p.index.ReadAt(b[:], table+4*p.count+8*int64(at&(1<<31-1))); err != nil {
		return 0, false
	}
	far := binary.BigEndian.Uint64(b[:])
	return int64(far), far < 1<<62
}
