package imports

import (
	"fmt"
	"strings"
	"testing"
)

// module writes n Go files in packages of ten, each of which imports five other packages.
func module(n int) memory {
	m := memory{"go.mod": "module m\n"}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n\nimport (\n\t\"fmt\"\n", i/10)
		for k := range 5 {
			fmt.Fprintf(&b, "\t\"m/p%d\"\n", (i/10+k*k*7+1)%(n/10))
		}
		fmt.Fprintf(&b, ")\n\nfunc F%d() {\n", i)
		for k := range 5 {
			to := (i/10 + k*k*7 + 1) % (n / 10)
			fmt.Fprintf(&b, "\tp%d.F%d()\n", to, to*10+i%10)
		}
		b.WriteString(strings.Repeat("\tfmt.Println(1)\n", 100) + "}\n")
		m[fmt.Sprintf("p%d/f%d.go", i/10, i)] = b.String()
	}
	return m
}

// Ten thousand files are parsed and resolved, updated, changed, and queried.
func BenchmarkGraph(b *testing.B) {
	m := module(10_000)
	files := m.files()
	g := build(b, m)
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			build(b, m)
		}
	})
	b.Run("changed", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			m["p7/f77.go"] += fmt.Sprintf("// %d\n", i)
			next, err := g.Update(b.Context(), m.reader(), files)
			if err != nil {
				b.Fatal(err)
			}
			g = next
		}
	})
	b.Run("uses", func(b *testing.B) {
		for b.Loop() {
			g.Uses(5, "p7/f77.go")
		}
	})
	b.Run("usedby", func(b *testing.B) {
		for b.Loop() {
			g.UsedBy(5, "p7/f77.go")
		}
	})
}
