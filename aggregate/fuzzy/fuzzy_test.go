package fuzzy

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestMatch(t *testing.T) {
	tests := []struct {
		name  string
		query string
		path  string
		want  string // the path with matches in ‹ ›; "" is no match
	}{
		{name: "an empty query finds everything", query: " ", path: "main.go", want: "main.go"},
		{name: "a word as it contained", query: "auth", path: "server/auth.go", want: "server/‹auth›.go"},
		{name: "a word as it contained, within a word", query: "dler", path: "handler.go", want: "han‹dler›.go"},
		{name: "with a slash", query: "er/au", path: "server/auth.go", want: "serv‹er/au›th.go"},
		{name: "characters apart in one word", query: "hndlr", path: "handler.go", want: "‹h›a‹ndl›e‹r›.go"},
		{name: "each goes on or begins a word", query: "srvauth", path: "server/auth.go", want: "‹s›e‹rv›er/‹auth›.go"},
		{name: "initials of snake case", query: "twu", path: "ui/the_word_users.go", want: "ui/‹t›he_‹w›ord_‹u›sers.go"},
		{name: "initials of camel case", query: "twu", path: "ui/theWordUsers.go", want: "ui/‹t›he‹W›ord‹U›sers.go"},
		{name: "the last capital of several begins a word", query: "hs", path: "HTTPServer.go", want: "‹H›TTP‹S›erver.go"},
		{name: "a digit begins a word, and a letter after it", query: "s2s", path: "sha256sum", want: "‹s›ha‹2›56‹s›um"},
		{name: "a sign is a word", query: "m.g", path: "main.go", want: "‹m›ain‹.g›o"},
		{name: "characters that only happen to come in order do not fit", query: "auth", path: "data/queue/path.go"},
		{name: "the first begins a word, unless the whole contained there", query: "erut", path: "server/auth.go"},
		{name: "out of order", query: "htua", path: "auth.go"},
		{name: "an ending fits as it is", query: ".go", path: "main.go", want: "main‹.go›"},
		{name: "and no other way", query: ".go", path: ".gitignore"},
		{name: "more than the path has", query: "authgogo", path: "auth.go"},
		{name: "the name is better than a folder", query: "tree", path: "tree/tree.go", want: "tree/‹tree›.go"},
		{name: "the beginning of a word is better than its middle", query: "go", path: "cargo_go", want: "cargo_‹go›"},
		{name: "together is better than apart", query: "model", path: "m_o_d_e_l/model.go", want: "m_o_d_e_l/‹model›.go"},

		{name: "all words must fit", query: "auth nowhere", path: "server/auth.go"},
		{name: "words come in any order", query: "go auth srv", path: "server/auth.go", want: "‹s›e‹rv›er/‹auth›.‹go›"},
		{name: "words may share characters", query: "auth uth.go", path: "auth.go", want: "‹auth.go›"},

		{name: "small letters fit either case", query: "readme", path: "README.md", want: "‹README›.md"},
		{name: "capitals fit themselves", query: "README", path: "readme.md"},
		{name: "each word has its own case", query: "R me", path: "README.md", want: "‹R›EAD‹ME›.md"},
		{name: "letters beyond ASCII", query: "über", path: "Überblick.md", want: "‹Über›blick.md"},
		{name: "letters without case", query: "文書", path: "日本語文書.md", want: "日本語‹文書›.md"},
		{name: "a letter whose lower case is shorter", query: "istanbul", path: "İstanbul.md", want: "‹İstanbul›.md"},
		{name: "a path that is not UTF-8", query: "go", path: "a\xffb.go", want: "a\xffb.‹go›"},
		{name: "a query that is not UTF-8", query: "\xa9", path: "é.go"},
		{name: "a long word only as it contained", query: strings.Repeat("a", maxWord+1), path: strings.Repeat("a", maxWord) + "_a"},

		{name: "an ending", query: "*.go", path: "net/http/server.go", want: "net/http/server‹.go›"},
		{name: "an ending is not a beginning", query: "*.go", path: "a.gox"},
		{name: "a folder", query: "net/http/*.go", path: "net/http/server.go", want: "‹net/http/›server‹.go›"},
		{name: "a folder below others", query: "http/*.go", path: "net/http/server.go", want: "net/‹http/›server‹.go›"},
		{name: "a star stops at a slash", query: "net/*.go", path: "net/http/server.go"},
		{name: "two stars do not", query: "net/**", path: "net/http/server.go", want: "‹net/›http/server.go"},
		{name: "two stars match no folder too", query: "net/**/*.go", path: "net/dial.go", want: "‹net/›dial‹.go›"},
		{name: "a slash at the end contained for all below", query: "h*p/", path: "net/http/server.go", want: "net/‹h›ttp/server.go"},
		{name: "a slash at the beginning ties it", query: "/http/*.go", path: "net/http/server.go"},
		{name: "tied and found", query: "/net/*/*.go", path: "net/http/server.go", want: "‹net/›http/server‹.go›"},
		{name: "one character", query: "ma?n.go", path: "main.go", want: "‹ma›i‹n.go›"},
		{name: "alternatives", query: "*.{ts,tsx}", path: "web/App.tsx", want: "web/App.tsx"},
		{name: "classes", query: "*.[ch]", path: "a.h", want: "a.h"},
		{name: "patterns without capitals fit either case", query: "*.go", path: "MAIN.GO", want: "MAIN‹.GO›"},
		{name: "patterns with capitals fit themselves", query: "*.Go", path: "main.go"},
		{name: "patterns fold letters beyond ASCII", query: "ü*.md", path: "Über.md", want: "‹Ü›ber‹.md›"},
		{name: "a pattern and a word", query: "*.go auth", path: "server/auth.go", want: "server/‹auth.go›"},
		{name: "a pattern that is not complete is a word", query: "*.[c", path: "x*.[c", want: "x‹*.[c›"},
		{name: "brackets alone are a name", query: "[id]", path: "app/[id]/page.tsx", want: "app/‹[id]›/page.tsx"},
		{name: "braces alone are a name", query: "{{name}}", path: "{{name}}/x", want: "‹{{name}}›/x"},
		{name: "an escaped star", query: `a\**`, path: "a*b", want: "‹a›*b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hit, ok := Parse(tt.query).Match(tt.path)
			got := ""
			if ok {
				got = marked(tt.path, hit.Spans)
			}
			if got != tt.want {
				t.Errorf("%q in %q: %q, want %q", tt.query, tt.path, got, tt.want)
			}
			if fits := Parse(tt.query).Fits(tt.path); fits != ok {
				t.Errorf("Fits says %t, Match %t", fits, ok)
			}
		})
	}
}

func marked(path string, spans []Span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(path[at:s.Start] + "‹" + path[s.Start:s.End] + "›")
		at = s.End
	}
	return b.String() + path[at:]
}

func TestFind(t *testing.T) {
	tests := []struct {
		name  string
		query string
		paths []string
		limit int
		want  []string
	}{
		{
			name: "the name before a folder, and its beginning before its middle", query: "tree",
			paths: []string{"tree/doc.go", "subtree.go", "ui/tree.go", "ui/a_tree.go"},
			want:  []string{"ui/tree.go", "ui/a_tree.go", "subtree.go", "tree/doc.go"},
		},
		{
			name: "a whole word before the beginning of one", query: "main",
			paths: []string{"a/mainly.go", "abc/main.go"},
			want:  []string{"abc/main.go", "a/mainly.go"},
		},
		{
			name: "as it contained before initials", query: "tm",
			paths: []string{"treemodel.go", "tree_model.go", "tm.go"},
			want:  []string{"tm.go", "tree_model.go", "treemodel.go"},
		},
		{
			name: "of equals the shorter path, then byte order", query: "x",
			paths: []string{"c/x.go", "b/x.go", "aa/x.go"},
			want:  []string{"b/x.go", "c/x.go", "aa/x.go"},
		},
		{name: "the best of more than the limit", query: "b", paths: []string{"a/abc", "b", "ab/b"}, limit: 1, want: []string{"b"}},
		{name: "an empty query keeps the order", query: "", paths: []string{"b", "a", "c"}, limit: 2, want: []string{"b", "a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range Find(tt.query, tt.paths, tt.limit) {
				got = append(got, f.Path)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("order (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFindKeepsTheBest checks that a limit returns the first of all results.
func TestFindKeepsTheBest(t *testing.T) {
	var paths []string
	for i := range 5000 {
		paths = append(paths, fmt.Sprintf("%s/f%d.go", strings.Repeat("d", i%7), (i*7919)%5000))
	}
	all := Find("f1", paths, 0)
	if len(all) < 1000 {
		t.Fatalf("%d found, too few to tell", len(all))
	}
	if diff := cmp.Diff(all[:10], Find("f1", paths, 10)); diff != "" {
		t.Errorf("the first ten (-want +got):\n%s", diff)
	}
}

// FuzzMatch checks the invariants of a match: its ranges are characters of the path, in order and
// separate; each word has all its characters in order; and no permitted placement has a higher
// score.
func FuzzMatch(f *testing.F) {
	f.Add("hndlr go", "server/handler.go")
	f.Add("HS", "net/HTTPServer_test.go")
	f.Add("*.{a,b} x", "İx/y.a")
	f.Add("/a/**", "a/\xff\xfe/b")
	f.Fuzz(func(t *testing.T, query, path string) {
		if len(query) > 100 || len(path) > 200 {
			return
		}
		q := Parse(query)
		hit, ok := q.Match(path)
		if fits := q.Fits(path); fits != ok {
			t.Fatalf("Fits says %t, Match %t", fits, ok)
		}
		at := 0
		for _, s := range hit.Spans {
			if s.Start < at || s.End <= s.Start || s.End > len(path) {
				t.Fatalf("spans %v of a path of %d bytes", hit.Spans, len(path))
			}
			if utf8.ValidString(path) && !utf8.ValidString(path[s.Start:s.End]) {
				t.Fatalf("span %v cuts a character", s)
			}
			at = s.End + 1
		}
		for _, term := range q.terms {
			w, isWord := term.(word)
			if !isWord || len(w.runes) > 4 || utf8.RuneCountInString(path) > 12 {
				continue
			}
			var score int
			var spans []Span
			found := w.mayMatch(path)
			if found {
				score, spans, found = w.find(path, []Span{}, &buffers{})
			}
			var typed []rune
			for _, s := range spans {
				r, _ := utf8.DecodeRuneInString(path[s.Start:s.End])
				if w.fold {
					r = fold(r)
				}
				typed = append(typed, r)
			}
			if found && !slices.Equal(typed, w.runes) {
				t.Fatalf("%q was found as %q", string(w.runes), string(typed))
			}
			l := &letters{}
			l.read(path, w.fold)
			if best := bestByTrying(w, l); best != score {
				t.Fatalf("%q in %q is worth %d, and %d is to be had", w.text, path, score, best)
			}
		}
	})
}

// bestByTrying returns the score of the best placement of a word by trying all.
func bestByTrying(w word, l *letters) int {
	best := 0
	var place func(k, first, before, score int)
	place = func(k, first, before, score int) {
		together := before-first == k-1
		if k == len(w.runes) {
			if together {
				score += exactBonus
			}
			if l.endsWord(before) {
				score += wordEndBonus
			}
			best = max(best, score)
			return
		}
		for j := before + 1; j < len(l.runes); j++ {
			switch {
			case l.runes[j] != w.runes[k]:
			case k == 0:
				place(1, j, j, int(l.score(j, false)))
			case j == before+1:
				place(k+1, first, j, score+int(l.score(j, true)))
			case w.exact || !l.startsWord(first): // only contiguous as typed
			case l.startsWord(j) || l.word[j] == l.word[before]:
				place(k+1, first, j, score+int(l.score(j, false))+gapPenalty)
			}
		}
	}
	place(0, 0, -1, 0)
	return best
}

func BenchmarkFind(b *testing.B) {
	paths := make([]string, 100_000)
	for i := range paths {
		paths[i] = fmt.Sprintf("services/team%02d/package%03d/internal/some_handler_%05d.go", i%50, i%700, i)
	}
	for _, query := range []string{"h", "handler", "srvtm hndlr 777", "team07/**/*9.go", "nowhere"} {
		b.Run(query, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Find(query, paths, 50)
			}
		})
		b.Run("fits/"+query, func(b *testing.B) {
			b.ReportAllocs()
			q := Parse(query)
			for b.Loop() {
				for _, p := range paths {
					q.Fits(p)
				}
			}
		})
	}
}
