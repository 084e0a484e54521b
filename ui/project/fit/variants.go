package fit

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
)

// findVariants marks the files that are like a better one: what is there once for each system, version or language,
// of which one shows what all are like. Such files have paths that differ in the name of a system alone, or they lie in one
// folder with the same extension and have mostly the same symbols. order has the places of the files, the best first.
func (c *Candidates) findVariants(order []int) {
	systems, better := map[string]bool{}, map[string][]int{}
	for _, i := range order {
		one := &c.files[i]
		if rest, of := withoutSystem(one.Path); of {
			one.variant = systems[rest]
			systems[rest] = true
		}
		if len(one.symbols) == 0 {
			continue
		}
		beside := path.Dir(one.Path) + "/" + path.Ext(one.Path)
		one.variant = one.variant || slices.ContainsFunc(better[beside], func(j int) bool { return mostlySame(one.symbols, c.files[j].symbols) })
		better[beside] = append(better[beside], i)
	}
}

// systems are the operating systems and processors that paths are named after, and words for all the others.
const systems = " aix android bsd darwin dragonfly freebsd illumos ios linux mac macos netbsd openbsd osx plan9 posix solaris unix wasm win win32 win64 windows" +
	" 386 amd64 arm arm64 loong64 mips ppc64 ppc64le riscv64 s390x x86 x64" +
	" generic nolinux nowindows other others stub unsupported "

// withoutSystem returns a path without its words that name a system, and whether it has any.
func withoutSystem(p string) (rest string, of bool) {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(strings.ToLower(p), func(r rune) bool { return r != '/' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for i, part := range strings.Split(word, "/") {
			if i > 0 {
				b.WriteByte('/')
			}
			if part != "" && strings.Contains(systems, " "+part+" ") {
				of = true
				continue
			}
			b.WriteString(part + " ")
		}
	}
	return b.String(), of
}

// mostlySame reports whether two sorted lists have at least half of all their strings in common.
func mostlySame(a, b []string) bool {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch cmp.Compare(a[i], b[j]) {
		case 0:
			common, i, j = common+1, i+1, j+1
		case -1:
			i++
		default:
			j++
		}
	}
	return 2*common >= len(a)+len(b)-common
}
