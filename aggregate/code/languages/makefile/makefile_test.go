package makefile

import (
	"slices"
	"testing"

	"dossier/aggregate/code"
	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }

// No grammar can check whether a skeleton is still a makefile: it must contain the symbols of its
// source.
func TestSkeletonHoldsTheSymbols(t *testing.T) {
	const src = "A = 1 \\\n 2222\n\nall: a\n\tfirst\nifdef X\n\tsecond\nelse\n\tthird\nendif\n\nb:\nifdef X\n\tfourth\nendif\n\ndefine c\n\tlong enough\nendef\nd: ; e\n"
	names := func(src string) []string {
		var list []string
		for _, sym := range read([]byte(src)).Symbols {
			list = append(list, string(sym.Kind)+" "+sym.Path)
		}
		return list
	}
	want := []string{string(code.Variable) + " A", string(code.Rule) + " all", string(code.Rule) + " b", string(code.Macro) + " c", string(code.Rule) + " d"}
	skeleton := read([]byte(src)).Skeleton(src)
	for _, text := range []string{src, skeleton} {
		if got := names(text); !slices.Equal(got, want) {
			t.Errorf("%q, want %q, of\n%s", got, want, text)
		}
	}
	if skeleton == src {
		t.Error("nothing is elided")
	}
}
