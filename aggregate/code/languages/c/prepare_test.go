package c

import "testing"

func FuzzPrepare(f *testing.F) {
	f.Add("FLAG(int, a).b([] { c(); });\nTEST(a, \"\") { }\ntemplate (class A)(requires B<A{}>) int c() noexcept(d) = delete;")
	f.Add("#if 0\nit's\n#else\nusing typename A = decltype(b) C::*;\n#endif\ntemplate class A<(b < 1)>; static_assert();")
	f.Fuzz(func(t *testing.T, src string) {
		if got := Prepare([]byte(src)); len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
	})
}
