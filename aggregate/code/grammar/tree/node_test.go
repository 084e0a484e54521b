package tree_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sitter "github.com/smacker/go-tree-sitter"

	"dossier/aggregate/code/grammar/tree"
	"dossier/aggregate/code/languages"
)

// Every node of the golden files of all languages, complete and with a hole in them, equals the
// library's.
func TestNodesAreTheLibrarys(t *testing.T) {
	inputs := golden(t)
	for _, language := range slices.Sorted(maps.Keys(inputs)) {
		t.Run(language, func(t *testing.T) {
			g := languages.Find(language).Grammar()
			var fields []string
			for id := 1; g.FieldName(id) != ""; id++ {
				fields = append(fields, g.FieldName(id))
			}
			for _, src := range inputs[language] {
				torn := src[:len(src)/3] + src[len(src)/2:]
				for _, src := range []string{src, torn} {
					parsed, read := parse(t, g, src)
					c := comparison{t, fields, 0}
					if c.same(read.Root(), parsed.RootNode()); c.nodes < 2 {
						t.Errorf("%d nodes in\n%.300s", c.nodes, src)
					}
				}
			}
		})
	}
}

type comparison struct {
	t      *testing.T
	fields []string
	nodes  int
}

// same compares a node, its neighbours, and the nodes in it.
func (c *comparison) same(got *tree.Node, want *sitter.Node) {
	c.t.Helper()
	if c.nodes++; got == nil || want == nil {
		if got != nil || want != nil {
			c.t.Fatalf("node %v, want %v", got, want)
		}
		return
	}
	if a, b := ours(got), theirs(want); a != b {
		c.t.Fatalf("node %s, want %s", a, b)
	}
	if got.ChildCount() != want.ChildCount() || got.NamedChildCount() != want.NamedChildCount() {
		c.t.Fatalf("%s: %d children, want %d", ours(got), got.ChildCount(), want.ChildCount())
	}
	c.alike("first named", got, got.NamedChild(0), want.NamedChild(0))
	c.alike("last named", got, got.NamedChild(int(got.NamedChildCount())-1), want.NamedChild(int(want.NamedChildCount())-1))
	if want.StartByte() < want.EndByte() { // the library finds the neighbours of an empty node by its position
		c.alike("parent", got, got.Parent(), want.Parent())
		c.alike("next", got, got.NextSibling(), want.NextSibling())
		c.alike("previous", got, got.PrevSibling(), want.PrevSibling())
		c.alike("next named", got, got.NextNamedSibling(), want.NextNamedSibling())
		c.alike("previous named", got, got.PrevNamedSibling(), want.PrevNamedSibling())
	}
	for _, f := range c.fields {
		c.alike(f, got, got.ChildByFieldName(f), want.ChildByFieldName(f))
	}
	i := 0
	for child := range got.Children() {
		if !child.Equal(got.Child(i)) || !child.Parent().Equal(got) || child.Equal(got) {
			c.t.Errorf("child %d of %s is another", i, ours(got))
		}
		c.same(child, want.Child(i))
		i++
	}
}

// alike compares a relative of a node.
func (c *comparison) alike(name string, of, got *tree.Node, want *sitter.Node) {
	c.t.Helper()
	if a, b := ours(got), theirs(want); a != b {
		c.t.Errorf("%s of %s: %s, want %s", name, ours(of), a, b)
	}
}

func ours(n *tree.Node) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprint(n.Type(), n.StartByte(), n.EndByte(), n.StartPoint(), n.EndPoint(), n.IsNamed(), n.IsError(), n.IsMissing(), n.HasError())
}

func theirs(n *sitter.Node) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprint(n.Type(), n.StartByte(), n.EndByte(), tree.Point(n.StartPoint()), tree.Point(n.EndPoint()), n.IsNamed(), n.IsError(), n.IsMissing(), n.HasError())
}

// The pieces of a tree are those found by a walk through all its nodes.
func TestPiecesAreThoseOfAllNodes(t *testing.T) {
	inputs := golden(t)
	for _, language := range slices.Sorted(maps.Keys(inputs)) {
		t.Run(language, func(t *testing.T) {
			g := languages.Find(language).Grammar()
			mark := func(name string, named bool) byte {
				switch {
				case named && strings.Contains(name, "string"):
					return 1
				case strings.HasSuffix(name, "{"):
					return 2
				}
				return 0
			}
			marks := tree.ReadGrammar(g).Marks(mark)
			for _, src := range inputs[language] {
				src = src[:len(src)/3] + src[len(src)/2:]
				_, read := parse(t, g, src)
				var want []tree.Piece
				all(read.Root(), mark, &want)
				if got := slices.Collect(read.Pieces(marks)); !slices.Equal(got, want) {
					t.Errorf("wrong pieces (-want +got) in\n%.300s\n%s", src, cmp.Diff(want, got))
				}
				errors := slices.DeleteFunc(want, func(p tree.Piece) bool { return !p.IsError && !p.IsMissing })
				got := slices.DeleteFunc(slices.Collect(read.Pieces(nil)), func(p tree.Piece) bool { return !p.IsError && !p.IsMissing })
				if len(got) != len(errors) {
					t.Errorf("%d errors without marks, want %d", len(got), len(errors))
				}
			}
		})
	}
}

// all appends the pieces in a node, found without the shortcuts of [tree.Tree.Pieces].
func all(n *tree.Node, mark func(string, bool) byte, to *[]tree.Piece) {
	p := tree.Piece{Start: int(n.StartByte()), End: int(n.EndByte()), Mark: mark(n.Type(), n.IsNamed())}
	if up := n.Parent(); up == nil || up.HasError() {
		p.IsBroken, p.IsError, p.IsMissing, p.IsLeaf = n.HasError() || n.IsError(), n.IsError(), n.IsMissing(), n.ChildCount() == 0
		p.IsSound, p.InError = !p.IsBroken && !p.IsLeaf, up != nil && up.IsError()
	}
	if p.IsError || p.IsMissing || p.IsSound || p.InError || p.Mark != 0 {
		*to = append(*to, p)
	}
	for c := range n.Children() {
		all(c, mark, to)
	}
}
