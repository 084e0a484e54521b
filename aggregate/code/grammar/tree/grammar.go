package tree

import sitter "github.com/smacker/go-tree-sitter"

// Grammar holds the symbols and fields of a grammar. It is safe for concurrent use.
type Grammar struct {
	language       *sitter.Language
	names          []string          // of symbols
	same           []uint16          // the first symbol with the same name, which represents all of them
	named, unnamed map[string]uint16 // symbols
	fields         map[string]uint16
	fieldNames     []string
}

// ReadGrammar reads the symbols and fields of a grammar.
func ReadGrammar(l *sitter.Language) *Grammar {
	g := &Grammar{
		language: l,
		names:    make([]string, l.SymbolCount()), same: make([]uint16, l.SymbolCount()),
		named: map[string]uint16{errorName: errorID}, unnamed: map[string]uint16{},
		fields: map[string]uint16{}, fieldNames: []string{""},
	}
	for id := range g.same {
		g.names[id], g.same[id] = l.SymbolName(sitter.Symbol(id)), uint16(id)
		switch l.SymbolType(sitter.Symbol(id)) {
		case sitter.SymbolTypeRegular:
			g.first(g.named, id)
		case sitter.SymbolTypeAnonymous:
			g.first(g.unnamed, id)
		}
	}
	for id := 1; l.FieldName(id) != ""; id++ {
		g.fieldNames = append(g.fieldNames, l.FieldName(id))
		g.fields[l.FieldName(id)] = uint16(id)
	}
	return g
}

// first records a symbol, and the first one with its name.
func (g *Grammar) first(symbols map[string]uint16, id int) {
	if _, ok := symbols[g.names[id]]; !ok {
		symbols[g.names[id]] = uint16(id)
	}
	g.same[id] = symbols[g.names[id]]
}

// errorName is the name of nodes that could not be parsed.
const errorName = "ERROR"

func (g *Grammar) name(symbol uint16) string {
	if symbol == errorID {
		return errorName
	}
	return g.names[symbol]
}

// standing returns the symbol that represents all with the same name.
func (g *Grammar) standing(symbol uint16) uint16 {
	if int(symbol) < len(g.same) {
		return g.same[symbol]
	}
	return symbol
}

// Marks returns a mark for each symbol, for [Tree.Pieces]; 0 is none. named is set if nodes of
// the symbol are named.
func (g *Grammar) Marks(of func(name string, named bool) byte) []byte {
	marks := make([]byte, len(g.names))
	for id, name := range g.names {
		_, named := g.named[name]
		marks[id] = of(name, named && g.named[name] == g.same[id])
	}
	return marks
}
