package scala

import (
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

// A source may end anywhere, in the middle of an edit or because the file is cut.
func TestASourceMayEndAnywhere(t *testing.T) {
	for _, src := range []string{
		"val x = y =>", "val f = (a: Int) =>\n", "foo { x =>", "val f =", "val f = {case", "object A:", "object A:\n ",
		"given X with", "given Foo with\n", "extension (a: B) {", "val x = new Y:\n", "enum A:", "package a:",
	} {
		langtest.Check(t, Language(), src)
	}
}

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }
