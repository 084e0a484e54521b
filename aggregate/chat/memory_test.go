package chat_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"dossier/aggregate/chat"
	"dossier/models"
)

// large returns texts of about a megabyte. The worst cases are constructed to allocate the most
// per byte.
func large() map[string]string {
	const size = 1 << 20
	numbered := func(before, one, behind string) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, one, i)
		}
		return b.String() + behind
	}
	fill := func(before, one, last, behind string) string {
		return before + strings.Repeat(one, size/len(one)) + last + behind
	}
	said := strings.Repeat("some words of an answer, \"quoted\"\n", 20) + "end"
	texts := map[string]string{
		"texts in a content":            fill(`[{"role":"user","content":[[[[`, `"a",`, `"a"`, `]]]]}]`),
		"escapes in a content":          fill(`[{"role":"user","content":"`, `\n`, `a`, `"}]`),
		"numbers in a content":          fill(`[{"role":"user","content":[`, `1,`, `1`, `]}]`),
		"lists in a content":            fill(`[{"role":"user","content":[`, `[],`, `1`, `]}]`),
		"objects in a content":          fill(`[{"role":"user","content":[`, `{"text":"a"},`, `1`, `]}]`),
		"a call with numbers":           fill(`[{"role":"user","tool_calls":[`, `1,`, `1`, `]}]`),
		"calls that are nested":         fill(`[`, `{"role":"user","tool_calls":`+strings.Repeat("[", 1000)+strings.Repeat("]", 1000)+`},`, `1`, `]`),
		"numbers that are no messages":  fill(`[[[[[[`, `1,`, `1`, `]]]]]]`),
		"lists that are empty":          fill(`[`, `[[[[[[]]]]]],`, `1`, `]`),
		"objects that are empty":        fill(`[`, `{},`, `{}`, `]`),
		"objects one after the other":   fill(``, `{}`, ``, ``),
		"objects in lines, one damaged": fill(`{"role":"user","text":"a"}`+"\n{\n", "{}\n", ``, ``),
		"a list that breaks off":        fill(`[{"role":"user","text":"a"}`, ",{}", `,{`, ``),
		"an object with many keys":      numbered(`[`+`{`, `"%d":1,`, `"a":1}]`),
		"many small nodes of a tree":    numbered(`{"mapping":{`, `"%d":{},`, `"a":{"message":{"role":"user","text":"a"}}}}`),
		"messages that are short":       fill(`[`, `{"role":"user","content":"hello, who is it?"},`, `{"role":"user","content":"a"}`, `]`),
	}
	for name, form := range forms {
		var entries []models.Entry
		for range size / len(said) {
			entries = append(entries, entry("User", said), entry("AI", said))
		}
		texts[name] = form(entries)
	}
	return texts
}

// allocated returns the number of bytes allocated for each byte of text: all of them in total, an
// upper bound for those in use at once.
func allocated(text string) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	chat.Read(text)
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(len(text))
}

// TestMemory checks that the memory to parse a text is bounded by its length, for every form.
func TestMemory(t *testing.T) {
	for name, text := range large() {
		t.Run(name, func(t *testing.T) {
			if n := allocated(text); n > 20 {
				t.Errorf("%.1f bytes are allocated for each byte of the text, want at most 20", n)
			}
		})
	}
}

// BenchmarkMemory prints the allocated bytes for each byte of a text.
func BenchmarkMemory(b *testing.B) {
	for name, text := range large() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			n := 0.0
			for b.Loop() {
				n = allocated(text)
			}
			b.ReportMetric(n, "B/byte")
		})
	}
}
