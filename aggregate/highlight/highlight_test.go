package highlight

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLines(t *testing.T) {
	tests := []struct {
		name, language, text string
		want                 [][]Run
	}{
		{"keywords, names, numbers and comments of Go", "go", "func f() int { return 1 } // one\n", [][]Run{
			{{0, 4, Keyword}, {5, 6, Name}, {9, 12, Keyword}, {15, 21, Keyword}, {22, 23, Number}, {26, 32, Comment}}, nil,
		}},
		{"a string over several lines colours each of them", "go", "var s = `a\n\nb`\n", [][]Run{
			{{0, 3, Keyword}, {8, 10, String}}, nil, {{0, 2, String}}, nil,
		}},
		{"an unknown language is plain", "no-such-language", "if x\n", nil},
		{"plain text is plain", "text", "if x\n", nil},
		{"nothing has one line without runs", "go", "", [][]Run{nil}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Lines(context.Background(), tt.language, tt.text)
			if tt.want == nil {
				for _, line := range got {
					if len(line) > 0 {
						t.Errorf("runs %v in plain text", line)
					}
				}
				return
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWhatIsTooMuchIsPlain(t *testing.T) {
	for name, text := range map[string]string{
		"a text over the limit": strings.Repeat("x := 1\n", MaxBytes/6),
		"a minified line":       "var a=" + strings.Repeat("1+", maxLine),
	} {
		if Lines(context.Background(), "go", text) != nil {
			t.Errorf("%s was coloured", name)
		}
	}
}

func TestAnEndedContextIsPlain(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if Lines(ctx, "go", strings.Repeat("x := 1\n", 1000)) != nil {
		t.Error("colours came after the end")
	}
}

// FuzzLines holds runs to the lines that they are of.
func FuzzLines(f *testing.F) {
	for _, language := range []string{"go", "python", "markdown", "html", "bash", "yaml"} {
		f.Add(language, "# a `b` \"c\nd\" /* e */ <f>\r\n\x00é")
	}
	f.Fuzz(func(t *testing.T, language, text string) {
		lines := Lines(context.Background(), language, text)
		if lines == nil {
			return
		}
		texts := strings.Split(text, "\n")
		for i, runs := range lines {
			end := 0
			for _, r := range runs {
				if r.Start < end || r.End <= r.Start || i >= len(texts) || r.End > len(texts[i]) {
					t.Fatalf("line %d: run %v in %q", i, r, text)
				}
				end = r.End
			}
		}
	})
}

func BenchmarkLines(b *testing.B) {
	text := strings.Repeat("if err != nil { return fmt.Errorf(\"read %s: %w\", path, err) } // why\n", 1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Lines(context.Background(), "go", text)
	}
}
