package langtest

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
	"dossier/aggregate/text"
	"dossier/models"
)

// checkRemoval checks that removing comments from a source changes nothing else: the
// code has the same tokens and symbols.
func checkRemoval(t *testing.T, l *grammar.Language, s *code.Structure, src string) {
	t.Helper()
	comments, err := l.ReadComments([]byte(src))
	if err != nil || !l.HasComments() {
		return
	}
	for i, c := range comments {
		if c.Empty() || c.Start < 0 || c.End > len(src) || i > 0 && c.Start < comments[i-1].End {
			t.Fatalf("comment %d is %v, after %v, in %d bytes", i, c, comments[:i], len(src))
		}
	}
	if stored, err := code.ReadComments(code.AppendComments(nil, comments), len(src)); err != nil || !cmp.Equal(stored, comments) && len(comments) > 0 {
		t.Errorf("comments change when they are stored: %v, %v", stored, err)
	}
	for _, docs := range []bool{false, true} {
		left := text.Mapped{Text: src}.Apply(code.CommentEdits(src, comments, docs, true))
		checkLines(t, src, left)
		checkViews(t, s, src, code.CommentEdits(src, comments, docs, true))
		if s.Broken {
			continue // comments can affect how a damaged part is parsed
		}
		if before, ok := leaves(t, l, src); ok {
			after, ok := leaves(t, l, left.Text)
			if diff := cmp.Diff(before, after); diff != "" || !ok {
				t.Errorf("the code changes without its comments (sound: %t, -with +without):\n%s\nof\n%s", ok, diff, src)
			}
		}
		again, err := l.Parse([]byte(left.Text))
		if err != nil {
			t.Errorf("cannot be parsed without comments: %v\n%s", err, src)
			continue
		}
		if diff := cmp.Diff(paths(s), paths(again)); diff != "" {
			t.Errorf("other symbols without comments (-with +without):\n%s\nof\n%s\nwithout:\n%s", diff, src, left.Text)
		}
	}
}

// checkViews checks that views report the lines that they show, with and without comments.
func checkViews(t *testing.T, s *code.Structure, src string, edits []text.Edit) {
	t.Helper()
	mask := code.Mask{}
	for i, sym := range s.Symbols {
		mask[sym.Path] = []models.MaskMode{models.MaskDef, models.MaskSig}[i%2]
	}
	masked, _ := s.Masked(src, mask)
	shown, _ := s.MaskedWithout(src, mask, nil)
	for _, view := range []struct {
		want string
		got  text.Mapped
	}{{s.Skeleton(src), s.SkeletonWithout(src, nil)}, {s.Definitions(src), s.DefinitionsWithout(src, nil)}, {masked, shown}} {
		if view.got.Text != view.want {
			t.Errorf("another view without edits:\n%s", cmp.Diff(view.want, view.got.Text))
		}
		checkLines(t, src, view.got)
	}
	shown, _ = s.MaskedWithout(src, mask, edits)
	for _, view := range []text.Mapped{s.SkeletonWithout(src, edits), s.DefinitionsWithout(src, edits), shown} {
		checkLines(t, src, view)
	}
}

// checkLines checks that each line of a text begins like the source line that it
// reports, or is the rest of one.
func checkLines(t *testing.T, src string, shown text.Mapped) {
	t.Helper()
	lines := strings.Split(src, "\n")
	for i, line := range strings.Split(shown.Text, "\n") {
		n := shown.Line(i)
		if n < 0 || n > len(lines) {
			t.Fatalf("line %d is line %d of %d", i+1, n, len(lines))
		}
		if n > 0 && !strings.Contains(line, "...") && !strings.Contains(lines[n-1], firstWord(line)) { // otherwise partly replaced
			t.Errorf("line %d, %q, is not line %d of the source, %q", i+1, line, n, lines[n-1])
		}
	}
}

// firstWord returns the first word of a line.
func firstWord(line string) string {
	word, _, _ := strings.Cut(strings.Trim(line, " \t\r"), " ")
	return word
}

func paths(s *code.Structure) []string {
	var out []string
	for _, sym := range s.Symbols {
		out = append(out, string(sym.Kind)+" "+sym.Path)
	}
	return out
}

// grammars are the grammars of languages.
var grammars sync.Map

// leaves returns the tokens of a source except comments and blanks, and whether its tree has no errors.
func leaves(t *testing.T, l *grammar.Language, src string) (out []string, sound bool) {
	t.Helper()
	if l.Grammar == nil || l.Read != nil {
		return nil, false
	}
	g, ok := grammars.Load(l)
	if !ok {
		g, _ = grammars.LoadOrStore(l, tree.ReadGrammar(l.Grammar()))
	}
	parsed := grammar.WithoutConflicts([]byte(src))
	if l.Prepare != nil {
		parsed = l.Prepare(parsed)
	}
	root, err := tree.Parse(g.(*tree.Grammar), parsed, nil, 10*time.Second)
	if err != nil {
		return nil, false
	}
	defer root.Close()
	var walk func(n *tree.Node)
	walk = func(n *tree.Node) {
		switch {
		case strings.Contains(n.Type(), "comment") && n.IsNamed():
		case n.ChildCount() == 0:
			if word := strings.TrimSpace(src[n.StartByte():n.EndByte()]); word != "" {
				out = append(out, word)
			}
		default:
			for c := range n.Children() {
				walk(c)
			}
		}
	}
	walk(root.Root())
	return out, !root.Root().HasError()
}
