package tomledit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"

	"dossier/models"
)

// Rename returns the edit that renames the key at path wherever it occurs in the document: in
// headers, including those of subtables, in dotted keys and in inline tables. Its value, its
// position and all comments are preserved. [Apply] returns an error if the name exists, or the
// key does not.
func Rename(name string, path ...string) Edit { return Edit{Path: path, name: &name} }

// rename applies a [Rename] edit; nil means that there is nothing to change.
func rename(src []byte, values map[string]any, edit Edit) (next []byte, meant map[string]any, err error) {
	last := len(edit.Path) - 1
	key, name := edit.Path[last], *edit.name
	if s, ok := badText(name); ok {
		return nil, nil, fmt.Errorf("%s: %q is not valid UTF-8 and cannot be stored in a TOML file", models.PathKey(edit.Path), s)
	}
	meant = maps.Clone(values)
	table := meant
	for _, part := range edit.Path[:last] {
		below, ok := table[part].(map[string]any)
		if !ok {
			return nil, nil, fmt.Errorf("%s cannot be renamed: it is not in the file", models.PathKey(edit.Path))
		}
		below = maps.Clone(below)
		table[part] = below
		table = below
	}
	v, ok := table[key]
	if !ok {
		return nil, nil, fmt.Errorf("%s cannot be renamed: it is not in the file", models.PathKey(edit.Path))
	}
	if name == key {
		return nil, meant, nil
	}
	if _, taken := table[name]; taken {
		return nil, nil, fmt.Errorf("%s cannot be renamed: the file has a %s already", models.PathKey(edit.Path), models.PathKey(append(slices.Clone(edit.Path[:last]), name)))
	}
	delete(table, key)
	table[name] = v

	e := &editor{src: src}
	var within []string // the table of the last header
	var p unstable.Parser
	p.Reset(src)
	for p.NextExpression() {
		x := p.Expression()
		switch x.Kind {
		case unstable.Table, unstable.ArrayTable:
			within, _ = keyOf(x)
			e.rename(x, 0, nil, edit)
		case unstable.KeyValue:
			keys, raw := keyOf(x)
			e.rename(x, 0, within, edit)
			end := int(x.Raw.Offset + x.Raw.Length)
			e.renameWithin(span{valueStart(src, raw.end), end}, slices.Concat(within, keys), edit)
		}
	}
	if err := p.Error(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", models.PathKey(edit.Path), err)
	}
	next, err = e.splice()
	return next, meant, err
}

// rename renames the key in x, an expression in the table at within, if it contains the key to
// rename. The parser of x began at offset.
func (e *editor) rename(x *unstable.Node, offset int, within []string, edit Edit) {
	rest, ok := cutPath(edit.Path, within)
	if !ok {
		return
	}
	it := x.Key()
	for i, part := range rest {
		if !it.Next() || string(it.Node().Data) != part {
			return
		}
		if i == len(rest)-1 {
			raw := it.Node().Raw
			start := offset + int(raw.Offset)
			e.replace(start, start+int(raw.Length), e.key(*edit.name))
		}
	}
}

// cutPath returns path relative to the table at within; false if it is not below.
func cutPath(path, within []string) (rest []string, ok bool) {
	if len(within) >= len(path) || !slices.Equal(within, path[:len(within)]) {
		return nil, false
	}
	return path[len(within):], true
}

// renameWithin renames the key in the value at at, whose path is path, if that is an enclosing
// inline table.
func (e *editor) renameWithin(at span, path []string, edit Edit) {
	if _, ok := cutPath(edit.Path, path); !ok || e.src[at.start] != '{' {
		return
	}
	parts, _ := splitParts(e.src, span{at.start + 1, at.end - 1})
	for _, part := range parts {
		var p unstable.Parser
		p.Reset(e.src[part.body.start:part.body.end])
		if !p.NextExpression() || p.Expression().Kind != unstable.KeyValue {
			return // the comparison with the intended value rejects it
		}
		x := p.Expression()
		keys, raw := keyOf(x)
		e.rename(x, part.body.start, path, edit)
		e.renameWithin(span{valueStart(e.src, part.body.start+raw.end), part.body.end}, slices.Concat(path, keys), edit)
	}
}
