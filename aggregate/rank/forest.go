package rank

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"sync"
)

// forest is a set of regression trees over features, whose sum estimates how good an answer a file is. It uses only
// integers, so that every machine produces the same order.
type forest struct {
	nodes []node
	roots []int32
}

// node compares a feature with a bound. If feature is [leaf], it is the value of a tree.
type node struct {
	feature uint8
	bound   int16 // smaller values continue at the next node, others at right; the value of a leaf
	right   int32
}

// scoreScale is the value of the best file by score before the trees, which only correct it.
const scoreScale = 3 << 12

// leaf is the feature of nodes without children.
const leaf = 255

// forestTable is the forest as .ci/rank/train.py writes it. Nodes are in preorder: a leaf is a byte and its value, an
// inner node is its feature, its bound, and the size in bytes of the subtree below the bound. Numbers have 16 bits
// and are little-endian.
//
//go:embed forest.bin
var forestTable []byte

var theForest = sync.OnceValue(func() *forest {
	f, err := readForest(forestTable)
	if err != nil {
		panic(err) // the table is embedded, and a test reads it
	}
	return f
})

// readForest reads a table.
func readForest(table []byte) (*forest, error) {
	f := &forest{}
	for len(table) > 0 {
		f.roots = append(f.roots, int32(len(f.nodes)))
		size, err := f.read(table)
		if err != nil {
			return nil, err
		}
		table = table[size:]
	}
	return f, nil
}

// read reads a node and its subtree, and returns their size in bytes.
func (f *forest) read(b []byte) (int, error) {
	const leafSize, innerSize = 3, 5
	if len(b) < leafSize {
		return 0, fmt.Errorf("a table of trees ends within a node")
	}
	n := node{feature: b[0], bound: int16(binary.LittleEndian.Uint16(b[1:]))}
	at := len(f.nodes)
	f.nodes = append(f.nodes, n)
	if n.feature == leaf {
		return leafSize, nil
	}
	if n.feature >= uint8(features) || len(b) < innerSize {
		return 0, fmt.Errorf("a table of trees has the feature %d of %d", n.feature, features)
	}
	lower, err := f.read(b[innerSize:])
	if err != nil {
		return 0, err
	}
	if lower != int(binary.LittleEndian.Uint16(b[leafSize:])) {
		return 0, fmt.Errorf("a table of trees has a node of %d bytes that should have another size", lower)
	}
	f.nodes[at].right = int32(len(f.nodes))
	upper, err := f.read(b[innerSize+lower:])
	return innerSize + lower + upper, err
}

// estimate estimates how good an answer with these features is.
func (f *forest) estimate(row *featureRow) int32 {
	sum := int32(row[fScore]) * scoreScale / featureScale
	for _, at := range f.roots {
		n := &f.nodes[at]
		for n.feature != leaf {
			if row[n.feature] < n.bound {
				at++
			} else {
				at = n.right
			}
			n = &f.nodes[at]
		}
		sum += int32(n.bound)
	}
	return sum
}
