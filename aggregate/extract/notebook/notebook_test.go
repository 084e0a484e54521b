package notebook

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the results in golden files")

// TestGolden runs the archives testdata/*.txtar: a description, a notebook in.ipynb, and want.md, its text
// or, after "ERROR: ", why it has none.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Text(string(archive.Files[0].Data))
			if err != nil {
				got = "ERROR: " + err.Error() + "\n"
			}
			if *update {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
				t.Errorf("wrong text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBounds(t *testing.T) {
	long := strings.Repeat("x", 10*maxWidth)
	stream := func(name, text string) string {
		data, _ := json.Marshal(map[string]string{"output_type": "stream", "name": name, "text": text})
		return string(data)
	}
	outputs := func(list ...string) string {
		return `{"cells": [{"cell_type": "code", "source": "a", "outputs": [` + strings.Join(list, ",") + `]}]}`
	}
	many := make([]string, 3*maxOutputs)
	for i := range many {
		many[i] = stream([]string{"stdout", "stderr"}[i%2], "x\n")
	}
	tests := []struct {
		name, notebook string
		want           string // in the text
		max            int    // its length
	}{
		{"a long line of an output", outputs(stream("stdout", long)), "… (1800 more characters)", 500},
		{"many lines", outputs(stream("stdout", strings.Repeat("line\n", 5000))), "Output, first 8 of 5000 lines:", 300},
		{"the parts of a stream are one output", outputs(stream("stdout", strings.Repeat("a\n", 6)), stream("stdout", strings.Repeat("b\n", 6))), "first 8 of 12 lines", 300},
		{"many outputs", outputs(many...), "Output: 40 more", 2000},
		{"data of an unknown type", outputs(`{"output_type": "display_data", "data": {"application/x": {"a": "` + long + `"}}}`), "Output: application/x, 2 KB", 200},
		{"a progress bar shows its last state", outputs(stream("stderr", " 1%\r50%\r100%\n")), "Output (stderr):\n\n```text\n100%\n```", 200},
		{"colours of a terminal", outputs(stream("stdout", "\x1b[31mred\x1b[0m")), "\nred\n", 200},
		{"cells beyond the limit", `{"cells": [` + strings.Repeat(`{},`, MaxCells+4) + `{}]}`, "(5 cells more)", 30 * MaxCells},
		{"nested deeply", `{"cells": [{"metadata": ` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}]}`, "Cell 1 (raw, empty)", 200},
		{"a NUL", `{"cells": [{"cell_type": "markdown", "source": "a\u0000b"}]}`, "a\uFFFDb", 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Text(tt.notebook)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got, tt.want) {
				t.Errorf("%q is not in\n%.2000s", tt.want, got)
			}
			if len(got) > tt.max {
				t.Errorf("%d bytes, want at most %d", len(got), tt.max)
			}
		})
	}
}

// A secret that is shown only in part is replaced; one that is shown as a whole is redacted with the text later.
func TestCutSecrets(t *testing.T) {
	const token = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"
	const line = "k3Jx9Qm2Lw8Rt5Vb7Nc1Zd4Fg6Hs0PqAyUeIo7k3Jx9Qm2Lw8Rt5Vb7Nc1Zd4Fg6\n"
	key := "-----BEGIN RSA PRIVATE" + " KEY-----\n" + strings.Repeat(line, 25) + "-----END RSA PRIVATE" + " KEY-----\n"
	words := strings.Repeat("word ", 36)
	outputs := func(kind string, more map[string]any) string {
		more["output_type"] = kind
		data, err := json.Marshal(map[string]any{"cells": []any{map[string]any{"cell_type": "code", "source": "a", "outputs": []any{more}}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	stream := func(text string) string { return outputs("stream", map[string]any{"name": "stdout", "text": text}) }
	tests := []struct{ name, notebook, want string }{
		{"in a shown line", stream(token + " " + words), "\n" + token + " word"},
		{"where a line is cut", stream(words + token + " end"), words + "[REDACTED:github-pat… (5 more characters)\n"},
		{"beyond that", stream(words + words + token), "… (181 more characters)\n"},
		{"after a carriage return", stream(words + "\r" + token + "\n" + words + words), "\n" + token + "\n"},
		{"a key that begins in the shown lines", stream("a\n" + key), "\na\n[REDACTED:private-key-beginning]\n\n"},
		{"a key that ends in the shown lines of an error", outputs("error", map[string]any{"ename": "E", "evalue": "v", "traceback": []string{key + "the end"}}), "```text\nE: v\n\n\n\n\n\n\nthe end\n```"},
		{"a key between the shown lines of an error", outputs("error", map[string]any{"ename": "E", "evalue": "v", "traceback": []string{key + strings.Repeat("x\n", 9)}}), "```text\nE: v\nx\nx\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Text(tt.notebook)
			if err != nil || !strings.Contains(got, tt.want) || strings.Contains(got, line[:20]) || strings.Contains(strings.ReplaceAll(got, token, ""), "ghp_") {
				t.Errorf("%v\n%s\nwant %q", err, got, tt.want)
			}
		})
	}
}

func TestNotNotebooks(t *testing.T) {
	tests := []struct{ data, want string }{
		{"", "it is not valid JSON: unexpected end of JSON input"},
		{"<<<<<<< HEAD", "it is not valid JSON: invalid character '<' looking for beginning of value"},
		{"{}", "it has no list of cells"},
		{`{"cells": {}}`, "it has no list of cells"},
		{`{"cells": [1]}`, "cell 1 is not an object"},
		{`[]`, "it has no list of cells"},
		{strings.Repeat("[", 20_000), "it is not valid JSON: invalid character '[' exceeded max depth"},
	}
	for _, tt := range tests {
		if _, err := Text(tt.data); err == nil || err.Error() != tt.want {
			t.Errorf("Text(%.20q) fails with %v, want %s", tt.data, err, tt.want)
		}
	}
}

// source is a cell of a generated notebook.
type source struct {
	Kind   Kind   `json:"cell_type"`
	Source string `json:"source"`
}

// TestTextKeepsSources checks that the text contains the source of each cell, and that the cells are
// found in it again, whatever they contain.
func TestTextKeepsSources(t *testing.T) {
	line := rapid.SampledFrom([]string{"", "a = 1", "```", "````python", "## Cell 2 (code)", " ## Cell 3 (raw)", "## Cell 1 (markdown, empty)", "# Title", "Output:", "日本", "%%bash", "\ttab"})
	rapid.Check(t, func(t *rapid.T) {
		var cells []source
		for range rapid.IntRange(0, 6).Draw(t, "cells") {
			kind := rapid.SampledFrom([]Kind{Code, Markdown, Raw}).Draw(t, "kind")
			lines := rapid.SliceOfN(line, 0, 6).Draw(t, "lines")
			cells = append(cells, source{kind, strings.Join(lines, "\n")})
		}
		data, err := json.Marshal(map[string]any{"cells": append([]source{}, cells...)})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Text(string(data))
		if err != nil {
			t.Fatal(err)
		}
		found := Cells(got)
		if len(found) != len(cells) {
			t.Fatalf("%d cells are found of %d in\n%s", len(found), len(cells), got)
		}
		for i, c := range found {
			want := trimmed(cells[i].Source)
			if cells[i].Kind == Markdown {
				want = withoutHeadings(want)
			}
			if c.Kind != cells[i].Kind || got[c.SourceStart:c.SourceEnd] != want {
				t.Errorf("cell %d is a %s %q, want a %s %q, in\n%s", i+1, c.Kind, got[c.SourceStart:c.SourceEnd], cells[i].Kind, want, got)
			}
		}
	})
}

// FuzzText checks that no data makes [Text] fail, that what it returns is about as long as the data at
// most, and that its cells are in order and disjoint.
func FuzzText(f *testing.F) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(archive.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, data string) {
		got, err := Text(data)
		if err != nil {
			return
		}
		if max := 100 + 40*len(data); len(got) > max {
			t.Errorf("%d bytes become %d", len(data), len(got))
		}
		checkCells(t, got)
		if again, _ := Text(data); again != got {
			t.Error("the same data gives another text")
		}
	})
}

// FuzzCells checks that the cells of any text are in order and disjoint.
func FuzzCells(f *testing.F) {
	f.Add("## Cell 1 (code)\n\n```python\na\n```\n\nOutput:\n\n```text\nb\n```\n")
	f.Fuzz(func(t *testing.T, src string) { checkCells(t, src) })
}

func checkCells(t *testing.T, src string) {
	t.Helper()
	at := 0
	for i, c := range Cells(src) {
		inner := c.SourceStart == 0 && c.SourceEnd == 0 || c.HeadEnd <= c.SourceStart && c.SourceStart <= c.SourceEnd && c.SourceEnd <= c.OutputStart
		if c.Number != i+1 || c.Start < at || c.HeadEnd < c.Start || !inner || c.OutputStart > c.End || c.End > len(src) {
			t.Fatalf("cell %d is %+v in %q", i+1, c, src)
		}
		at = c.End
	}
}

// BenchmarkText renders a notebook of 10 MB, most of which are images.
func BenchmarkText(b *testing.B) {
	image := strings.Repeat("QUJD", 25_000)
	cell := `{"cell_type": "code", "source": "plot()\n", "outputs": [{"output_type": "display_data", "data": {"image/png": "` + image + `"}}]},`
	data := `{"cells": [` + strings.Repeat(cell, 100) + `{}]}`
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Text(data); err != nil {
			b.Fatal(err)
		}
	}
}
