package code

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/text"
)

// TestCommentEdits removes the comments between « and ».
func TestCommentEdits(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"a line", "a\n«// b»\nc\n", "a\nc\n"},
		{"the first line, with the blank lines below it", "«// a»\n\nb\n", "b\n"},
		{"the last line", "a\n«// b»", "a\n"},
		{"between blank lines", "a\n\n«// b»\n\nc\n", "a\n\nc\n"},
		{"below a blank line", "a\n\n«// b»\nc\n", "a\n\nc\n"},
		{"several lines, one after the other", "a\n\n  «// b»\n  «// c»\n\nd\n", "a\n\nd\n"},
		{"after code", "a   «// b»\nc\n", "a\nc\n"},
		{"before code", "  «/* a */» b\n", "  b\n"},
		{"between words", "a«/**/»b\n", "a b\n"},
		{"between blanks", "a «/* b */» c\n", "a c\n"},
		{"before a bracket", "f(a, «/* b */»)\n", "f(a, )\n"},
		{"two on a line", "a «/* b */» «// c»\n", "a\n"},
		{"of several lines", "a\n«/*\n * b\n */»\nc\n", "a\nc\n"},
		{"of several lines in code", "a «/*\n*/» b\n", "a /*\n*/ b\n"},
		{"of several lines before code", "«/*\n*/» b\n", "/*\n*/ b\n"},
		{"of several lines after code", "a «/*\n*/»\nb\n", "a\nb\n"},
		{"below a line that continues", "a \\\n«# b»\nc\n", "a \\\n# b\nc\n"},
		{"carriage returns", "a «// b»\r\n«// c»\r\nd\r\n", "a\r\nd\r\n"},
		{"all", "«// a»\n\n\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var comments []Comment
			var src strings.Builder
			for i, part := range strings.FieldsFunc(tt.src, func(r rune) bool { return r == '«' || r == '»' }) {
				if inside := strings.HasPrefix(tt.src, "«") == (i%2 == 0); inside {
					comments = append(comments, Comment{Span: Span{src.Len(), src.Len() + len(part)}})
				}
				src.WriteString(part)
			}
			got := text.Mapped{Text: src.String()}.Apply(CommentEdits(src.String(), comments, true, true)).Text
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for i := range comments {
				comments[i].Doc = true
			}
			if edits := CommentEdits(src.String(), comments, false, true); len(edits) > 0 {
				t.Errorf("documentation is removed: %v", edits)
			}
		})
	}
}

// TestCommentsOfOneLine removes the comments of one long line, as in generated code. It would take minutes if the line
// was searched for each of them.
func TestCommentsOfOneLine(t *testing.T) {
	const n, blanks = 200_000, 1 << 20
	for name, src := range map[string]string{
		"code":   strings.Repeat("a/**/", n),
		"blanks": strings.Repeat(" ", blanks) + strings.Repeat("a/**/", n) + strings.Repeat(" ", blanks),
	} {
		var comments []Comment
		for at := strings.Index(src, "/**/"); len(comments) < n; at += len("/**/a") {
			comments = append(comments, Comment{Span: Span{at, at + len("/**/")}})
		}
		if edits := CommentEdits(src, comments, true, true); len(edits) != n {
			t.Errorf("%s: %d edits, want %d", name, len(edits), n)
		}
	}
}
