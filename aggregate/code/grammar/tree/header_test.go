package tree_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHeaderIsTheLibrarys compares the declarations that this package has of the library with the library's own:
// they are a copy, because a package of another module cannot include its header, and the linker compares names only.
func TestHeaderIsTheLibrarys(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/smacker/go-tree-sitter").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	library := strings.TrimSpace(string(dir))
	theirs := declarations(t, filepath.Join(library, "api.h"))
	ours := declarations(t, "tree.h")
	for name, d := range declarations(t, "arena.c") {
		ours[name] = d
	}
	if len(ours) < 20 {
		t.Fatalf("only %d functions of the library are declared", len(ours))
	}
	for name, own := range ours {
		if lib, ok := theirs[name]; !ok {
			t.Errorf("the library has no %s", name)
		} else if own != lib {
			t.Errorf("%s is declared as %s; the library has %s", name, own, lib)
		}
	}

	compiler, err := exec.Command("go", "env", "CC").Output() // which has compiled this package
	if err != nil {
		t.Fatalf("go env CC: %v", err)
	}
	cc := strings.Fields(string(compiler))
	check := filepath.Join(t.TempDir(), "check.c")
	const structs = `#include <stddef.h>
#include "api.h"
typedef struct { uint32_t context[4]; uintptr_t id, tree; } Node;
typedef struct { uintptr_t tree, id; uint32_t context[3]; } Cursor;
typedef struct { uint32_t row, column; } Point;
#define SAME(type, own, field, as) _Static_assert(offsetof(type, field) == offsetof(own, as), #type "." #field)
#define SIZE(type, own) _Static_assert(sizeof(type) == sizeof(own), #type)
SIZE(TSNode, Node); SAME(TSNode, Node, context, context); SAME(TSNode, Node, id, id); SAME(TSNode, Node, tree, tree);
SIZE(TSTreeCursor, Cursor); SAME(TSTreeCursor, Cursor, tree, tree); SAME(TSTreeCursor, Cursor, id, id); SAME(TSTreeCursor, Cursor, context, context);
SIZE(TSPoint, Point); SAME(TSPoint, Point, row, row); SAME(TSPoint, Point, column, column);
`
	header, err := os.ReadFile("tree.h")
	if err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{"uint32_t context[4];", "uintptr_t id, tree;", "uintptr_t tree, id;", "uint32_t context[3];", "uint32_t row, column;"} {
		if !strings.Contains(string(header), own) {
			t.Errorf("tree.h has no %s: compare it with the structs of this test", own)
		}
	}
	if err := os.WriteFile(check, []byte(structs), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc[0], append(cc[1:], "-std=c11", "-fsyntax-only", "-I", library, check)...).CombinedOutput(); err != nil {
		t.Errorf("the structs of tree.h are not the library's: %v\n%s", err, out)
	}
}

var (
	comment     = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	declaration = regexp.MustCompile(`(?m)^([A-Za-z][\w \t]*?[ *]+)(ts_\w+)\(((?:[^()]|\([^()]*\))*)\);`)
	function    = regexp.MustCompile(`^.*\(\*\w*\)\(.*\)$`)
)

// declarations returns the functions ts_… that a C file declares, by name: result and parameters, each pointer
// as *, and names of the library for a number as that number.
func declarations(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, m := range declaration.FindAllStringSubmatch(comment.ReplaceAllString(string(data), ""), -1) {
		var parameters []string
		for _, p := range split(m[3]) {
			if p = plain(p, true); p != "void" {
				parameters = append(parameters, p)
			}
		}
		found[m[2]] = plain(strings.TrimPrefix(m[1], "LIBRARY "), false) + " (" + strings.Join(parameters, ", ") + ")"
	}
	return found
}

// split splits a list of parameters at its commas, except those of a function's own list.
func split(list string) (out []string) {
	depth, from := 0, 0
	for i, r := range list + "," {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			out = append(out, strings.TrimSpace((list + ",")[from:i]))
			from = i + 1
		}
	}
	return out
}

// plain returns a type as [declarations] compares it; a parameter may have a name.
func plain(s string, parameter bool) string {
	s = strings.Join(strings.Fields(s), " ")
	if function.MatchString(s) || strings.Contains(s, "*") {
		return "*"
	}
	words := strings.Fields(strings.TrimPrefix(s, "const "))
	if len(words) == 0 {
		return ""
	}
	if !parameter && words[0] == "extern" {
		words = words[1:]
	}
	switch words[0] {
	case "TSSymbol", "TSFieldId":
		return "uint16_t"
	}
	return words[0]
}
