package rank

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"sync"
)

// forest is regression trees over features, whose sum says how good an answer a file is. All of it is whole
// numbers, so that every machine gives the same order.
type forest struct {
	nodes []node
	roots []int32
}

// node compares a feature with a bound, or with feature [leaf] is the value of a tree.
type node struct {
	feature uint8
	below   int16 // the bound: below it the next node follows, otherwise right; the value of a leaf
	right   int32
}

// scoreWorth is what the best file by the score is worth before any tree: the trees say what to correct.
const scoreWorth = 3 << 12

// leaf is the feature of nodes without children.
const leaf = 255

// forestTable is the forest as .ci/rank/train.py writes it. Nodes are in preorder: a leaf is a byte and
// its value, any other node is its feature, its bound, and the size in bytes of the subtree below the bound. Numbers
// are little-endian, with 16 bits.
//
//go:embed forest.bin
var forestTable []byte

var theForest = sync.OnceValue(func() *forest {
	f, err := readForest(forestTable)
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
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

// read reads a node and all below it, and returns the size in bytes.
func (f *forest) read(b []byte) (int, error) {
	const leafSize, innerSize = 3, 5
	if len(b) < leafSize {
		return 0, fmt.Errorf("a table of trees ends within a node")
	}
	n := node{feature: b[0], below: int16(binary.LittleEndian.Uint16(b[1:]))}
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

// worth says how good an answer is that has these features.
func (f *forest) worth(row *featureRow) int32 {
	sum := int32(row[fScore]) * scoreWorth / perUnit
	for _, at := range f.roots {
		n := &f.nodes[at]
		for n.feature != leaf {
			if row[n.feature] < n.below {
				at++
			} else {
				at = n.right
			}
			n = &f.nodes[at]
		}
		sum += int32(n.below)
	}
	return sum
}
