package grep

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func lines(t testing.TB, q Query, text string) []Line {
	t.Helper()
	m, err := Compile(q)
	if err != nil {
		t.Fatal(err)
	}
	var out []Line
	m.Lines(text, func(l Line) bool { out = append(out, l); return true })
	if out != nil && !m.May([]byte(text)) {
		t.Errorf("%+v is ruled out in a text that it matches", q)
	}
	return out
}

func TestLines(t *testing.T) {
	tests := []struct {
		name string
		q    Query
		text string
		want []Line
	}{
		{"each line once, with its first match", Query{Pattern: "ab"}, "xab ab\n\nab", []Line{{1, "xab ab", 1, 3}, {3, "ab", 0, 2}}},
		{"small letters match either case", Query{Pattern: "ab"}, "AB\naB\nb", []Line{{1, "AB", 0, 2}, {2, "aB", 0, 2}}},
		{"a capital matches as it is", Query{Pattern: "aB"}, "AB\naB", []Line{{2, "aB", 0, 2}}},
		{"sensitive", Query{Pattern: "ab", Case: Sensitive}, "AB\nab", []Line{{2, "ab", 0, 2}}},
		{"insensitive", Query{Pattern: "AB", Case: Insensitive}, "ab", []Line{{1, "ab", 0, 2}}},
		{"literal text is no expression", Query{Pattern: "a.b("}, "axb(\na.b()", []Line{{2, "a.b()", 0, 4}}},
		{"an expression", Query{Pattern: `f\w+\(`, Regexp: true}, "func f()\nfoo(1)", []Line{{2, "foo(1)", 0, 4}}},
		{"the capital of a class does not count", Query{Pattern: `x\W`, Regexp: true}, "X y", []Line{{1, "X y", 0, 2}}},
		{"whole words", Query{Pattern: "id", Word: true}, "idea\nvalid\nan id.\nid_1", []Line{{3, "an id.", 3, 5}}},
		{"a word's edge that is no letter", Query{Pattern: "->id", Word: true}, "a->id;\na->idea", []Line{{1, "a->id;", 1, 5}}},
		{"whole words of an expression", Query{Pattern: "foo|foobar", Regexp: true, Word: true}, "foobar", []Line{{1, "foobar", 0, 6}}},
		{"ends of lines", Query{Pattern: "^a$", Regexp: true}, "ba\na\nab", []Line{{2, "a", 0, 1}}},
		{"ends of the text are ends of lines", Query{Pattern: `\Aa\z`, Regexp: true}, "b\na", []Line{{2, "a", 0, 1}}},
		{"line ends of Windows are no part of a line", Query{Pattern: "a$", Regexp: true}, "a\r\nb\r\n", []Line{{1, "a", 0, 1}}},
		{"no match spans lines", Query{Pattern: `a\sb`, Regexp: true}, "a\nb\na b", []Line{{3, "a b", 0, 3}}},
		{"what matches nothing at all matches every line", Query{Pattern: "x*", Regexp: true}, "a\nb", []Line{{1, "a", 0, 0}, {2, "b", 0, 0}}},
		{"an empty last line is none", Query{Pattern: "^", Regexp: true}, "a\n", []Line{{1, "a", 0, 0}}},
		{"beyond ASCII in either case", Query{Pattern: "ärger"}, "ÄRGER", []Line{{1, "ÄRGER", 0, 6}}},
		{"the sign of Kelvin is a k", Query{Pattern: "k1"}, "\u212a1", []Line{{1, "\u212a1", 0, 4}}},
		{"an empty text has no line", Query{Pattern: "^", Regexp: true}, "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(t, tt.q, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompileErrors(t *testing.T) {
	for q, want := range map[Query]string{
		{}:                                    "empty",
		{Pattern: "a\nb"}:                     "one by one",
		{Pattern: "(", Regexp: true}:          "not a valid regular expression",
		{Pattern: "a{2000}", Regexp: true}:    "not a valid regular expression",
		{Pattern: strings.Repeat("x", 1<<13)}: "at most",
	} {
		if _, err := Compile(q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", q.Pattern, err, want)
		}
	}
}

// FuzzLines compares with the expression on each line by itself.
func FuzzLines(f *testing.F) {
	f.Add("a|b+c", "xbbC\ny\r\na", true, false, true)
	f.Add("k\u017f", "K\u212aS\nks", false, true, false)
	f.Add(`(?i)ab\b`, "cab\nAB", true, false, false)
	f.Fuzz(func(t *testing.T, pattern, text string, isRegexp, word, fold bool) {
		text = strings.ToValidUTF8(text, "\ufffd")
		q := Query{Pattern: pattern, Regexp: isRegexp, Word: word, Case: Sensitive}
		if fold {
			q.Case = Insensitive
		}
		m, err := Compile(q)
		if err != nil {
			return
		}
		expr := pattern
		if !isRegexp {
			expr = regexp.QuoteMeta(strings.ToValidUTF8(pattern, "\ufffd"))
		}
		expr = "(?:" + expr + ")"
		if isRegexp && word {
			expr = `\b` + expr + `\b`
		} else if word {
			return // the table has it
		}
		if fold {
			expr = "(?i)" + expr
		}
		oracle, err := regexp.Compile(expr)
		if err != nil {
			return
		}
		var want []Line
		number := 0
		for line := range strings.Lines(text) {
			number++
			line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			if loc := oracle.FindStringIndex(line); loc != nil {
				want = append(want, Line{number, line, loc[0], loc[1]})
			}
		}
		var got []Line
		m.Lines(text, func(l Line) bool { got = append(got, l); return true })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q in %q (-want +got):\n%s", pattern, text, diff)
		}
	})
}

func BenchmarkLines(b *testing.B) {
	text := strings.Repeat("if err := reader.Read(ctx, path); err != nil { return fmt.Errorf(\"read: %w\", err) }\n", 12_000) // about 1 MiB
	for _, q := range []Query{{Pattern: "absent"}, {Pattern: "Absent"}, {Pattern: `Read\(ctx, \w+ing`, Regexp: true}, {Pattern: `[xyz]\d`, Regexp: true}} {
		b.Run(q.Pattern, func(b *testing.B) {
			m, err := Compile(q)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				m.Lines(text, func(Line) bool { return true })
			}
		})
	}
}

// WithCase overrides what the capitals decide, and no more.
func TestWithCase(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		counts  bool
		want    Case
	}{
		{"ab", false, Smart},
		{"ab", true, Sensitive},
		{"aB", true, Smart},
		{"aB", false, Insensitive},
		{"", true, Sensitive},
	} {
		for _, before := range []Case{Smart, Sensitive, Insensitive} {
			got := Query{Pattern: tt.pattern, Case: before}.WithCase(tt.counts)
			if got.Case != tt.want || got.MatchesCase() != tt.counts {
				t.Errorf("%q of %q with case %t is %q", tt.pattern, before, tt.counts, got.Case)
			}
		}
	}
}
