package tokens

import "testing"

func BenchmarkKeyOf(b *testing.B) {
	text := sources(b)[0]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		KeyOf(text)
	}
}
