package project_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

// Overloads are found by their bare name, and what encloses a symbol may be said.
func TestSymbolsNamed(t *testing.T) {
	p := projecttest.Open(t, map[string]string{
		"A.java":        "class A {\n  void run() {}\n  void run(int n) {}\n  class B {\n    void run() {}\n  }\n}\n",
		"id_rsa/key.py": "def run():\n    pass\n", "credentials.json": `{"run": 1}`,
	})
	paths := func(file, name string) string {
		t.Helper()
		list, err := p.SymbolsNamed(t.Context(), models.NewFileItem(file), name)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range list {
			if s.Tokens == 0 || s.StartLine == 0 || s.Signature == "" {
				t.Errorf("%+v", s)
			}
			out = append(out, s.Path)
		}
		return strings.Join(out, " ")
	}
	for name, want := range map[string]string{
		"run": "A.run#1 A.run#2 A.B.run", "A.run": "A.run#1 A.run#2", "A::run": "A.run#1 A.run#2", "A.run#2": "A.run#2", "B.run": "A.B.run", "B": "A.B", "un": "", "X.A.run": "",
	} {
		if got := paths("A.java", name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if _, err := p.SymbolsNamed(t.Context(), models.NewFileItem("credentials.json"), "run"); !errors.As(err, new(*aggregate.WithheldError)) {
		t.Errorf("a symbol of a withheld file: %v", err)
	}
}

func TestSymbolsPage(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n\nfunc B() {}\n\nfunc C() {}\n"})
	all, err := p.Symbols(t.Context(), models.NewFileItem("a.go"))
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	for _, tt := range []struct{ offset, limit, from, to int }{{0, 9, 0, 3}, {0, 2, 0, 2}, {2, 2, 2, 3}, {3, 2, 3, 3}, {9, 1, 3, 3}, {-1, 1, 0, 1}} {
		got, n, err := p.SymbolsPage(t.Context(), models.NewFileItem("a.go"), tt.offset, tt.limit)
		if err != nil || n != 3 || !slices.Equal(got, all[tt.from:tt.to]) {
			t.Errorf("%+v gives %+v of %d, %v", tt, got, n, err)
		}
	}
}

// TestSignaturesAreRedacted checks that a secret that only its file reveals is not in a signature.
func TestSignaturesAreRedacted(t *testing.T) {
	const value = "c2VjcmV0cGFzc3dvcmQ="
	p := projecttest.Open(t, map[string]string{"deploy.yaml": "apiVersion: v1\nkind: Secret\ndata:\n  password: " + value + "\n"})
	item := models.NewFileItem("deploy.yaml")
	all, err := p.Symbols(t.Context(), item)
	if err != nil {
		t.Fatal(err)
	}
	page, _, err := p.SymbolsPage(t.Context(), item, 1, 10)
	if err != nil {
		t.Fatal(err)
	}
	named, err := p.SymbolsNamed(t.Context(), item, "password")
	if err != nil || len(named) != 1 {
		t.Fatalf("%+v, %v", named, err)
	}
	for _, list := range [][]project.Symbol{all, page, named} {
		last := list[len(list)-1]
		if shown := fmt.Sprint(list); strings.Contains(shown, value) || !strings.Contains(last.Signature, "[REDACTED:") {
			t.Errorf("%+v", list)
		}
	}
}
