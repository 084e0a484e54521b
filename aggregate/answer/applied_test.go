package answer

import (
	"fmt"
	"strings"
	"testing"
)

// udiff is a unified diff of a.txt with one hunk.
func udiff(header, body string) string {
	return "```diff\n--- a/a.txt\n+++ b/a.txt\n" + header + "\n" + body + "```\n"
}

// v4a is a patch of a.txt.
func v4a(body string) string {
	return "*** Begin Patch\n*** Update File: a.txt\n" + body + "*** End Patch\n"
}

// strReplace is a call of an editing tool.
func strReplace(old, new string) string {
	return fmt.Sprintf("```json\n{\"command\": \"str_replace\", \"path\": \"a.txt\", \"old_str\": %q, \"new_str\": %q}\n```\n", old, new)
}

// An edit that was applied is not applied again, with and without the text that was sent.
func TestAnAppliedEditIsRecognized(t *testing.T) {
	const file = "one\n\ttwo\nthree\nfour\nfive\nsix\nseven\n"
	tests := []struct{ name, file, answer string }{
		{"a line is added in full context", file, udiff("@@ -2,6 +2,7 @@ x", " \ttwo\n three\n four\n+new\n five\n six\n seven\n")},
		{"with line numbers that are off", file, udiff("@@ -40,6 +40,7 @@ x", " \ttwo\n three\n four\n+new\n five\n six\n seven\n")},
		{"with context above it only", file, udiff("@@ -2,2 +2,3 @@", " \ttwo\n three\n+new\n")},
		{"with context below it only", file, udiff("@@ -3,2 +3,3 @@", "+new\n three\n four\n")},
		{"more context above than below", file, udiff("@@", " \ttwo\n three\n+fourth\n four\n")},
		{"at the start of the file", file, udiff("@@ -1,3 +1,4 @@", "+new\n one\n \ttwo\n three\n")},
		{"at the end of the file", file, udiff("@@ -5,3 +5,4 @@", " five\n six\n seven\n+new\n")},
		{"at the end of a file without a final newline", strings.TrimSuffix(file, "\n"), udiff("@@ -5,3 +5,4 @@", " five\n six\n seven\n+new\n")},
		{"to an empty file", "", udiff("@@ -0,0 +1,2 @@", "+new\n+lines\n")},
		{"between equal lines", "a\nx\nx\nb\n", udiff("@@ -1,4 +1,5 @@", " a\n x\n+x\n x\n b\n")},
		{"another line between equal lines", "x\nx\n", udiff("@@ -1,2 +1,3 @@", " x\n+y\n x\n")},
		{"an equal line, with little context", "a\nb\n", udiff("@@ -1,2 +1,3 @@", " a\n+a\n b\n")},
		{"a function that ends as the one above it", "func a() {\n}\n\nfunc c() {\n}\n", udiff("@@ -2,3 +2,6 @@", " }\n \n+func b() {\n+}\n+\n func c() {\n")},
		{"a blank line", file, udiff("@@ -3,2 +3,3 @@", " three\n+\n four\n")},
		{"lines in two places", file, udiff("@@ -1,7 +1,9 @@", " one\n+new\n \ttwo\n three\n four\n five\n six\n+last\n seven\n")},
		{"a line is removed", file, udiff("@@ -1,7 +1,6 @@", " one\n \ttwo\n three\n-four\n five\n six\n seven\n")},
		{"a line like the next one is removed", "one\nadd(11)\nadd(12)\nadd(13)\nend\n", udiff("@@ -1,3 +1,2 @@", " one\n-add(11)\n add(12)\n")},
		{"one of two equal lines is removed", "a\nx\nx\nb\n", udiff("@@ -1,4 +1,3 @@", " a\n x\n-x\n b\n")},
		{"a line is replaced", file, udiff("@@ -2,3 +2,3 @@", " \ttwo\n-three\n+new\n four\n")},
		{"a block adds below", file, block("a.txt", "three\n", "three\nnew\n")},
		{"a block adds above", file, block("a.txt", "\ttwo\n", "\tnew\n\ttwo\n")},
		{"a block adds with another indentation", file, block("a.txt", "two\nthree\n", "two\nthree\nnew\n")},
		{"a block adds above and below", file, block("a.txt", "four\n", "new\nfour\nlast\n")},
		{"a block adds within", file, block("a.txt", "three\nfour\n", "three\nnew\nfour\n")},
		{"a block leaves lines out", file, block("a.txt", "one\n...\nfive\n", "one\nnew\n...\nfive\n")},
		{"a block adds to a part of a line", "call(alpha, beta)\n", block("a.txt", "call(alpha\n", "call(alpha, gamma\n")},
		{"a patch adds", file, v4a("@@ one\n three\n+new\n")},
		{"a patch adds in context", file, v4a("@@\n three\n+new\n four\n")},
		{"a patch removes", file, v4a("@@\n three\n-four\n five\n")},
		{"a tool adds a line", file, strReplace("three", "three\nnew")},
		{"a tool adds a line above", file, strReplace("three\n", "new\nthree\n")},
		{"a tool adds within a line", "call(alpha)\n", strReplace("call(", "call(ctx, ")},
		{"a tool inserts", file, "```json\n{\"command\": \"insert\", \"path\": \"a.txt\", \"insert_line\": 3, \"new_str\": \"new\\n\"}\n```\n"},
		{"XML adds", file, "<file path=\"a.txt\">\n<change>\n<search>\nthree\n</search>\n<content>\nthree\nnew\n</content>\n</change>\n</file>\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			edits := Parse(tt.answer)
			if len(edits) != 1 {
				t.Fatalf("%d edits: %+v", len(edits), edits)
			}
			results, placed := Apply(edits, all(edits), world{"a.txt": tt.file}.project())
			if len(results) != 1 || string(results[0].After) == tt.file {
				t.Fatalf("it is not applied: %+v", placed)
			}
			after := results[0].After
			for _, from := range []string{"", tt.file} {
				p := world{"a.txt": string(after)}.project()
				if from != "" {
					p.Base = func(string) ([]byte, bool) { return []byte(from), true }
				}
				again, placed := Apply(edits, all(edits), p)
				if len(again) != 0 || placed[0].Level != NotFound {
					t.Errorf("sent as %q, %q is changed again: %+v", from, after, placed[0].Placement)
				}
			}
		})
	}
}

// A place that has the new text is not one for an edit; the other places remain.
func TestOtherPlacesOfAnAppliedEdit(t *testing.T) {
	tests := []struct{ name, file, answer, want, after string }{
		{
			"the line is added in another place too", "a\nx\nb\nc\nd\n", udiff("@@ -3,2 +3,3 @@", " c\n+x\n d\n"),
			"certain", "a\nx\nb\nc\nx\nd\n",
		},
		{
			"of two hunks that add the same line, one was applied", "a\nx\nb\nc\nd\n", udiff("@@ -1,2 +1,3 @@", " a\n+x\n b\n@@ -3,2 +4,3 @@\n c\n+x\n d\n"),
			"not found, certain", "a\nx\nb\nc\nx\nd\n",
		},
		{
			"one of two places has it", "foo\nnew\n1\nfoo\n2\n", block("a.txt", "foo\n", "foo\nnew\n"),
			"likely: the text to replace is in the file once without the new text", "foo\nnew\n1\nfoo\nnew\n2\n",
		},
		{
			"one of three places has it", "foo\nnew\n1\nfoo\n2\nfoo\n", block("a.txt", "foo\n", "foo\nnew\n"),
			"ambiguous: the text to replace is in the file 2 times without the new text", "",
		},
		{
			"a line with the indentation of another block", "if a\n\tb\n", block("a.txt", "if a\n", "if a\nb\n"),
			"certain", "if a\nb\n\tb\n",
		},
		{
			"a part of a word is not the new text", "call(contextual)\n", strReplace("call(", "call(context"),
			"certain", "call(contextcontextual)\n",
		},
		{
			"a part of a line is not the new line", "x = 1\ny = 2\n", strReplace("x = 1", "x = 1\ny"),
			"certain", "x = 1\ny\ny = 2\n",
		},
		{
			"all places without it", "foo bar(foo)", "```json\n{\"command\": \"str_replace\", \"path\": \"a.txt\", \"old_str\": \"foo\", \"new_str\": \"foo bar\", \"replace_all\": true}\n```\n",
			"certain", "foo bar(foo bar)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			edits := Parse(tt.answer)
			results, placed := Apply(edits, all(edits), world{"a.txt": tt.file}.project())
			var got []string
			for _, p := range placed {
				s := string(p.Level)
				if p.Level == Likely || p.Level == Ambiguous {
					s += ": " + p.Reason
				}
				got = append(got, s)
			}
			if s := strings.Join(got, ", "); s != tt.want {
				t.Errorf("it is %q, want %q", s, tt.want)
			}
			after := ""
			if len(results) > 0 {
				after = string(results[0].After)
			}
			if after != tt.after {
				t.Errorf("the file becomes %q, want %q", after, tt.after)
			}
		})
	}
}

// What was applied of an edit is recognized by the text that was sent, although lines around it have changed.
func TestAppliedPartsBySentText(t *testing.T) {
	const sent = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"
	both := udiff("@@ -1,12 +1,14 @@", " 1\n 2\n+new\n 3\n 4\n 5\n 6\n 7\n 8\n 9\n 10\n+last\n 11\n 12\n")
	tests := []struct{ name, file, answer, want string }{
		{"all of it, and other lines", "one\n2\nnew\n3\n4\n5\n6\n7\n8\n9\n10\nlast\n11\ntwelve\n", both, ""},
		{"one of two additions", "1\n2\nnew\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", both, "1\n2\nnew\n3\n4\n5\n6\n7\n8\n9\n10\nlast\n11\n12\n"},
		{"one of two removals", "1\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", udiff("@@ -1,12 +1,10 @@", " 1\n-2\n 3\n 4\n 5\n 6\n 7\n 8\n 9\n 10\n-11\n 12\n"), "1\n3\n4\n5\n6\n7\n8\n9\n10\n12\n"},
		{"none of it", "1\n2\n3\n4\n5\nsix\n7\n8\n9\n10\n11\n12\n", both, "1\n2\nnew\n3\n4\n5\nsix\n7\n8\n9\n10\nlast\n11\n12\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			edits := Parse(tt.answer)
			p := world{"a.txt": tt.file}.project()
			p.Base = func(string) ([]byte, bool) { return []byte(sent), true }
			results, placed := Apply(edits, all(edits), p)
			after := ""
			if len(results) > 0 {
				after = string(results[0].After)
			}
			if after != tt.want {
				t.Errorf("the file becomes %q, want %q: %+v", after, tt.want, placed[0].Placement)
			}
		})
	}
}
