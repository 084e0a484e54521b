package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/preview"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// documents are documents of different shapes over the same files: with every section,
// with other files, with one section only, and none.
func documents(t *testing.T) []*aggregate.Document {
	t.Helper()
	d := newDesk(t, map[string]string{
		"a.go": "package a\n\n// A\nfunc A() {}\n", "empty.txt": "", "no-newline.txt": "one\n\ntwo",
		"rules.md": "# Rules\n\n---\n\n## Files\n\n```go\npackage b\n```\n\n---\n\n### `a.go`\n", "shots/one.png": "\x89PNG\x00",
		".beads/issues.jsonl":  `{"id":"x-1","title":"First","status":"open"}` + "\n",
		"dossier_history.toml": "",
	})
	docs := []*aggregate.Document{d.Document()}
	built := func() { d.settle(); docs = append(docs, d.Document()) }
	d.Add([]string{"a.go"})
	built()
	d.Add([]string{"empty.txt", "rules.md", "no-newline.txt", "gone.txt"})
	d.SetTree(models.TreeSelected)
	d.change(message.New("screenshots", nil), "", func(e *project.Edit) {
		e.Composition.Screenshots = []models.Screenshot{{Path: "shots/one.png"}, {Path: "shots/*.jpg"}}
	})
	d.SetExecutionMode(models.Beads)
	d.SetInstruction("say\n\n---\n\nwhy")
	built()
	if kinds := len(d.Document().Sections); kinds != 5 {
		t.Fatalf("the document has %d sections, want all 5: %q", kinds, d.Document().Text())
	}
	d.Remove([]string{"rules.md"})
	d.Move([]int{2}, 0)
	built()
	return docs
}

// plainPreview is a preview that knows only which headings are folded, and goes through
// every line.
type plainPreview struct {
	doc    *aggregate.Document
	folded map[string]bool
}

// blocks yields what can be folded: its key, its heading, and the end of what hides.
func (p plainPreview) blocks(yield func(key string, head, end int)) {
	for _, s := range p.doc.Sections {
		yield(string(s.Kind), s.Lines.Start, s.Lines.End)
		if s.Bare {
			continue
		}
		for b := s.Blocks.Start + 1; b < s.Blocks.End; b++ {
			block := p.doc.Block(b)
			yield(string(s.Kind)+"/"+block.Title, block.Lines.Start, block.Lines.End)
		}
	}
}

// visible lists the lines that are not folded away.
func (p plainPreview) visible() []int {
	hidden := make([]bool, p.doc.Lines)
	p.blocks(func(key string, head, end int) {
		for n := head + 1; n < end && p.folded[key]; n++ {
			hidden[n] = true
		}
	})
	lines := []int{}
	for n := range hidden {
		if !hidden[n] {
			lines = append(lines, n)
		}
	}
	return lines
}

func TestThePreviewShowsWhatAPlainListWould(t *testing.T) {
	docs := documents(t)
	rapid.Check(t, func(t *rapid.T) {
		p, plain := preview.New(), plainPreview{&aggregate.Document{}, map[string]bool{}}
		anyLine := func(t *rapid.T) (int, bool) {
			if p.Len() == 0 {
				return 0, false
			}
			return rapid.IntRange(0, p.Len()-1).Draw(t, "line"), true
		}
		t.Repeat(map[string]func(*rapid.T){
			"document": func(t *rapid.T) {
				plain.doc = docs[rapid.IntRange(0, len(docs)-1).Draw(t, "document")]
				p.SetDocument(plain.doc)
			},
			"toggle": func(t *rapid.T) {
				i, ok := anyLine(t)
				if !ok {
					return
				}
				n, hits := p.DocumentLine(i), 0
				plain.blocks(func(key string, head, _ int) {
					if head == n {
						plain.folded[key] = !plain.folded[key]
						hits++
					}
				})
				if line := p.Line(i); line.Foldable != (hits == 1) {
					t.Fatalf("line %d %q can be folded: %t", n, line.Text, line.Foldable)
				}
				if hits == 1 {
					p.Toggle(i)
				}
			},
			"fold all": func(t *rapid.T) {
				files, fold := rapid.Bool().Draw(t, "files"), rapid.Bool().Draw(t, "fold")
				p.FoldAll(files, fold)
				if !fold {
					clear(plain.folded)
					return
				}
				plain.blocks(func(key string, _, _ int) {
					if files == strings.Contains(key, "/") {
						plain.folded[key] = true
					}
				})
			},
			"reveal": func(t *rapid.T) {
				if plain.doc.Lines == 0 {
					return
				}
				n := rapid.IntRange(0, plain.doc.Lines-1).Draw(t, "line")
				p.Reveal(n)
				plain.blocks(func(key string, head, end int) {
					if n > head && n < end {
						delete(plain.folded, key)
					}
				})
				if got := p.DocumentLine(p.VisibleLine(n)); got != n {
					t.Fatalf("line %d was revealed, and %d is shown for it", n, got)
				}
			},
			"keep": func(t *rapid.T) {
				kept := p.Folded()
				p = preview.New()
				p.SetDocument(plain.doc)
				p.SetFolded(kept)
			},
			"": func(t *rapid.T) {
				lines := strings.Split(strings.TrimSuffix(plain.doc.Text(), "\n"), "\n")
				if plain.doc.Lines == 0 {
					lines = nil
				}
				want := plain.visible()
				got := []int{}
				for i := range p.Len() {
					got = append(got, p.DocumentLine(i))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("wrong lines with %v folded (-want +got):\n%s", p.Folded(), diff)
				}
				for i, n := range got {
					if line := p.Line(i); line.Number != n || line.Text != lines[n] {
						t.Fatalf("row %d is %+v, want line %d %q", i, line, n, lines[n])
					}
					if line := p.Line(i); line.Folded && want[min(i+1, len(want)-1)] != n+line.Hidden+1 && i+1 < len(want) {
						t.Fatalf("%q hides %d lines, and line %d comes next", line.Text, line.Hidden, want[i+1])
					}
					if at, ok := p.Find(p.PlaceOf(i)); !ok || at != i {
						t.Fatalf("the place %+v of row %d is found at %d, %t", p.PlaceOf(i), i, at, ok)
					}
				}
				at := 0 // the last visible line up to n
				for n := range plain.doc.Lines {
					if at+1 < len(want) && want[at+1] <= n {
						at++
					}
					if got := p.VisibleLine(n); got != at {
						t.Fatalf("line %d is shown at %d, want %d", n, got, at)
					}
				}
				for _, i := range []int{-1, p.Len()} {
					if n := p.DocumentLine(i); n != -1 {
						t.Fatalf("row %d of %d is line %d", i, p.Len(), n)
					}
				}
			},
		})
	})
}

func TestAPlaceIsFoundInTheNextDocument(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "1\n2\n3\n4\n", "b.txt": "b\n", "dossier.toml": "[files]\nitems = [\"a.txt\", \"b.txt\"]\n"})
	d.Tree().Close()
	p := d.Preview()
	place := preview.Place{Key: "files/a.txt", Line: 6} // of the 4
	shown := func() string {
		t.Helper()
		i, ok := p.Find(place)
		if !ok {
			t.Fatal("the place is gone")
		}
		return p.Line(i).Text
	}
	if got := shown(); got != "4" {
		t.Fatalf("the place is at %q", got)
	}
	d.Move([]int{1}, 0)
	d.settle()
	if got := shown(); got != "4" {
		t.Errorf("after a move the place is at %q", got)
	}
	d.Move([]int{1}, 0)
	d.write("a.txt", "")
	host{Session: d.Session}.FreshDocument(func(*aggregate.Document, int) {})
	d.settle()
	if i, _ := p.Find(place); p.DocumentLine(i+1) != p.Document().Block(p.Document().BlockOfRow(1)).Lines.Start {
		t.Errorf("in a block that is shorter now the place is at line %d", p.DocumentLine(i))
	}
	d.Remove([]string{"a.txt"})
	d.settle()
	if i, ok := p.Find(place); ok {
		t.Errorf("the file is gone, and its place is found at %d", i)
	}
}

// plainSearch looks at every place of every line.
func plainSearch(lines []string, query string) []project.Match {
	same := func(r, want rune) bool { return r == want }
	if query == strings.ToLower(query) {
		same = func(r, want rune) bool { return unicode.ToLower(r) == want }
	}
	lengthAt := func(s string) int {
		at := 0
		for _, want := range query {
			r, n := utf8.DecodeRuneInString(s[at:])
			if n == 0 || !same(r, want) {
				return 0
			}
			at += n
		}
		return at
	}
	var out []project.Match
	for n, line := range lines {
		for i := 0; i < len(line); {
			if length := lengthAt(line[i:]); length > 0 {
				out = append(out, project.Match{Line: n, Start: i, End: i + length})
				i += length
				continue
			}
			_, width := utf8.DecodeRuneInString(line[i:])
			i += width
		}
	}
	return out
}

func TestSearchFindsWhatLookingEverywhereFinds(t *testing.T) {
	letters := rapid.SampledFrom([]rune("aAbB.éÉßẞıİſsSK kK\tσΣς"))
	text := rapid.StringOfN(letters, 0, 24, -1)
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(text, 0, 6).Draw(t, "lines")
		query := rapid.StringOfN(letters, 1, 4, -1).Draw(t, "query")
		got, more, err := project.SearchLines(context.Background(), len(lines), func(i int) string { return lines[i] }, query)
		if diff := cmp.Diff(plainSearch(lines, query), got); diff != "" || more || err != nil {
			t.Fatalf("%q, more %t, error %v (-want +got):\n%s", query, more, err, diff)
		}
	})
	for _, doc := range documents(t) {
		lines := strings.Split(doc.Text(), "\n")
		for _, query := range []string{"-", "FILES", "Files", "files", "`", "a.go", "w", "no such words"} {
			got, _, err := preview.Search(t.Context(), doc, query)
			if diff := cmp.Diff(plainSearch(lines, query), got); diff != "" || err != nil {
				t.Errorf("%q, error %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}

func TestASearchHasBounds(t *testing.T) {
	line := func(int) string { return strings.Repeat("x ", 100) }
	for lines, wantMore := range map[int]bool{project.MaxMatches / 100: false, project.MaxMatches/100 + 1: true} {
		got, more, err := project.SearchLines(t.Context(), lines, line, "x")
		if len(got) != project.MaxMatches || more != wantMore || err != nil {
			t.Errorf("%d lines give %d matches, more %t, error %v", lines, len(got), more, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, _, err := project.SearchLines(ctx, 1, line, "x"); !errors.Is(err, context.Canceled) || slices.Contains(got, project.Match{Line: 0, Start: 0, End: 1}) {
		t.Errorf("a search that was given up gives %v, %v", got, err)
	}
	if got, more, err := project.SearchLines(t.Context(), 1, line, ""); got != nil || more || err != nil {
		t.Errorf("nothing is found as %v, %t, %v", got, more, err)
	}
}
