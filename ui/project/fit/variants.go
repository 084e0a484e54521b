package fit

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
)

// findVariants marks files that are similar to a better one: variants for a system, version or language, of which
// one shows the common content. Their paths differ only in the name of a system, or they are in one folder, have
// the same extension and mostly the same symbols. order contains the files' indices, the best first.
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

// systems are the operating systems and processors that occur in paths, and words for all others.
const systems = " aix android bsd darwin dragonfly freebsd illumos ios linux mac macos netbsd openbsd osx plan9 posix solaris unix wasm win win32 win64 windows" +
	" 386 amd64 arm arm64 loong64 mips ppc64 ppc64le riscv64 s390x x86 x64" +
	" generic nolinux nowindows other others stub unsupported "

// withoutSystem returns a path without the words that name a system, and whether there are any.
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
