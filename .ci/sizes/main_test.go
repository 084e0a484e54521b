package main

import (
	"debug/elf"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSymbolsAreSummedByWhatTheyBelongTo(t *testing.T) {
	file := func(name string) elf.Symbol {
		return elf.Symbol{Name: name, Info: elf.ST_INFO(elf.STB_LOCAL, elf.STT_FILE)}
	}
	local := func(name string, at, size uint64) elf.Symbol {
		return elf.Symbol{Name: name, Info: elf.ST_INFO(elf.STB_LOCAL, elf.STT_OBJECT), Value: at, Size: size}
	}
	global := func(name string, at uint64) elf.Symbol {
		return elf.Symbol{Name: name, Info: elf.ST_INFO(elf.STB_GLOBAL, elf.STT_FUNC), Value: at, Size: 1}
	}
	got := owners([]elf.Symbol{
		file("go.go"),
		local("dossier/ui/kit.(*Theme).Color", 1, 10),
		local("dossier/ui/session.New", 1, 10),
		local("fyne.io/fyne/v2/theme..gobytes.1", 1, 500),
		local("github.com/a/b/c.F[go.shape.int]", 1, 7),
		local("net/http.Get", 1, 3),
		local("type:.eq.dossier/ui.X", 1, 4),
		file("parser.c"),
		local("ts_lex", 200, 20), local("ts_parse_table", 9000, 1000),
		file("parser.c"),
		local("ts_lex", 100, 20), local("ts_parse_table", 8000, 2000),
		file("stack.c"),
		local("pop", 50, 5),
		global("tree_sitter_c", 120),
		global("tree_sitter_c_external_scanner_scan", 205),
		global("tree_sitter_tsx", 220),
	})
	want := []row{
		{"C code", 5},
		{"Go's library and C code", 6},
		{"Go's types and tables", 4},
		{"data of fyne.io/fyne/v2/theme", 500},
		{"dossier/ui", 20},
		{"github.com/a/b", 7},
		{"grammar c", 2020},
		{"grammar tsx", 1020},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" {
		t.Errorf("wrong sums (-want +got):\n%s", diff)
	}
}
