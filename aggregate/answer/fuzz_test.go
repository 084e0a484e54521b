package answer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// seeds adds the answers of the golden archives whose names begin with one of some words.
func seeds(f *testing.F, begin ...string) {
	names, err := filepath.Glob("testdata/answers/*.txtar")
	if err != nil || len(names) == 0 {
		f.Fatal("no archives")
	}
	for _, name := range names {
		if !slices.ContainsFunc(begin, func(word string) bool { return strings.HasPrefix(filepath.Base(name), word) }) {
			continue
		}
		ar, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		answer, file := "", ""
		for _, part := range ar.Files {
			if part.Name == "answer" {
				answer = string(part.Data)
			} else if strings.HasPrefix(part.Name, "project/") && file == "" {
				file = string(part.Data)
			}
		}
		f.Add(answer, file, false)
		f.Add(answer, file, true)
	}
}

// hold checks what is true of every answer and every file: spans lie in the answer, what no change
// names stays byte for byte, a certain place of quoted lines holds them but for white space, and
// nothing is taken of what is ambiguous or not found.
func hold(t *testing.T, answer, file string, crlf bool) {
	if crlf {
		file = strings.ReplaceAll(file, "\n", "\r\n")
	}
	edits := Parse(answer)
	for i, e := range edits {
		if e.At < 0 || e.End < e.At || e.End > len(answer) {
			t.Fatalf("edit %d is read from bytes %d to %d of %d", i, e.At, e.End, len(answer))
		}
	}
	files := world{}
	for _, e := range edits {
		if name := clean(e.Path); name != "" && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "..") && len(files) < 3 {
			files[name] = file
		}
	}
	results, placed := Apply(edits, all(edits), files.project())
	for _, r := range results {
		for _, i := range r.Edits {
			if placed[i].Level != Certain && placed[i].Level != Likely {
				t.Fatalf("an edit that is %s was taken", placed[i].Level)
			}
		}
		holdHunks(t, r)
	}
	f, err := NewFile([]byte(file))
	if err != nil {
		return
	}
	if got := string(f.Compose(nil)); got != file {
		t.Fatalf("without a change %q becomes %q", file, got)
	}
	f.Structure = nil
	for _, e := range edits {
		if e.Action != Modify && e.Action != Insert {
			continue
		}
		p := f.Place(e)
		if err := untouched(f, file, p.Changes); err != nil {
			t.Fatalf("%v: %+v of %q in %q", err, p, answer, file)
		}
		if p.Level != Certain && p.Level != Likely && p.Level != Ambiguous && p.Level != NotFound {
			t.Fatalf("level %q", p.Level)
		}
		if p.Level == NotFound && p.Reason == "" || p.Level == Ambiguous && len(p.Choices) == 0 {
			t.Fatalf("nothing says why: %+v", p)
		}
	}
}

// holdHunks checks the hunks of a result: all of them make what the edits make, and each alone leaves the lines
// byte for byte that it does not cover.
func holdHunks(t *testing.T, r Result) {
	t.Helper()
	var all []Pick
	for i, h := range r.Hunks {
		all = append(all, Pick{Hunk: i})
		one, ok := r.With([]Pick{{Hunk: i}})
		if !ok || len(h.Edits) == 0 {
			t.Fatalf("hunk %d of %q changes nothing, or is of no edit: %+v", i, r.Before, h)
		}
		if h.Action == Delete || h.Action == Rename {
			continue
		}
		if err := untouched(r.file, string(r.Before), h.Changes); err != nil {
			t.Fatalf("hunk %d: %v: %+v in %q", i, err, h, r.Before)
		}
		if got := string(r.file.Compose(h.Changes)); got != string(one.After) {
			t.Fatalf("hunk %d alone makes %q, want %q", i, one.After, got)
		}
		_, now := r.Texts(h)
		same, _ := r.With([]Pick{{Hunk: i, New: &now}})
		if string(same.After) != string(one.After) {
			t.Fatalf("hunk %d with its own text makes %q, want %q", i, same.After, one.After)
		}
	}
	if made, ok := r.With(all); ok != (len(r.Hunks) > 0) || ok && (string(made.After) != string(r.After) || made.To != r.To || (made.After == nil) != (r.After == nil)) {
		t.Fatalf("all hunks of %q make %q, want %q", r.Before, made.After, r.After)
	}
	if len(r.Hunks) == 0 && string(r.After) != string(r.Before) {
		t.Fatalf("%q becomes %q by no hunk", r.Before, r.After)
	}
	if _, now := r.Text(); r.After != nil && len(r.Hunks) > 0 {
		rewritten := r.Rewritten(now)
		var every []Pick
		for i := range rewritten.Hunks {
			every = append(every, Pick{Hunk: i})
		}
		if made, ok := rewritten.With(every); ok && splitText(t, made.After) != splitText(t, r.After) {
			t.Fatalf("the text of all hunks makes %q, want %q", made.After, r.After)
		}
	}
}

// splitText returns the lines of a file's bytes, each with a newline.
func splitText(t *testing.T, data []byte) string {
	t.Helper()
	f, err := NewFile(data)
	if err != nil {
		t.Skip("it is not text")
	}
	return joinLines(f.lines)
}

// untouched reports what is wrong with changes: they must be in order, lie in the file, and leave each
// line that they do not name.
func untouched(f *File, file string, changes []Change) error {
	at := 0
	changes = slices.Clone(changes)
	slices.SortStableFunc(changes, compareChanges)
	for _, c := range changes {
		if c.Start < at || c.End < c.Start || c.End > len(f.lines) {
			return fmt.Errorf("lines %d to %d, behind line %d of %d", c.Start, c.End, at, len(f.lines))
		}
		at = c.End
	}
	after := string(f.Compose(changes))
	lines := strings.SplitAfter(file, "\n")
	at = 0
	for i, c := range changes {
		kept := strings.Join(lines[at:c.Start], "")
		if i == 0 && !strings.HasPrefix(after, strings.TrimSuffix(kept, "\n")) {
			return fmt.Errorf("the lines before the first change are not the same")
		}
		if !strings.Contains(after, strings.TrimSuffix(kept, "\n")) {
			return fmt.Errorf("lines %d to %d are not the same", at, c.Start)
		}
		at = c.End
	}
	if len(changes) > 0 && !strings.HasSuffix(after, strings.Join(lines[at:], "")) {
		return fmt.Errorf("the lines behind the last change are not the same")
	}
	return nil
}

func FuzzUnified(f *testing.F) {
	seeds(f, "udiff")
	f.Fuzz(hold)
}

func FuzzSearch(f *testing.F) {
	seeds(f, "search", "same", "paths")
	f.Fuzz(hold)
}

func FuzzPatch(f *testing.F) {
	seeds(f, "v4a")
	f.Fuzz(hold)
}

func FuzzXML(f *testing.F) {
	seeds(f, "xml")
	f.Fuzz(hold)
}

func FuzzTool(f *testing.F) {
	seeds(f, "tool")
	f.Fuzz(hold)
}

func FuzzWhole(f *testing.F) {
	seeds(f, "whole", "elided", "function", "none")
	f.Fuzz(hold)
}

// FuzzSearchPlaces: a block of lines of a file that are there once is certain, at that place, and
// puts there what it says, unless that is there already.
func FuzzSearchPlaces(f *testing.F) {
	f.Add("a\nb\nc\nd\n", 1, 2, "x\n")
	f.Add("\ta\n\tb\n", 0, 1, "")
	f.Add("0", 0, 1, "\n\n")
	f.Add("a\nb", 0, 1, "x\ny\n")
	f.Add("a\nb", 1, 1, "")
	f.Add("\n0\n0", 1, 2, "0")
	f.Fuzz(func(t *testing.T, text string, start, n int, new string) {
		file, err := NewFile([]byte(text))
		if err != nil || len(file.lines) == 0 || strings.ContainsAny(text+new, "\r") || start < 0 || n < 1 || start+n > len(file.lines) || start > 1<<20 || n > 1<<20 {
			return
		}
		old := file.lines[start : start+n]
		found := 0
		for i := 0; i+n <= len(file.lines); i++ {
			if slices.Equal(file.lines[i:i+n], old) {
				found++
			}
		}
		if new != "" && !strings.HasSuffix(new, "\n") {
			new += "\n"
		}
		p := file.Place(searchEdit(joinLines(old), new))
		if p.isApplied() || strings.HasSuffix(p.Reason, withoutNewText) {
			if !strings.Contains(joinLines(trimLineEnds(file.lines)), joinLines(trimLineEnds(splitLines(new)))) {
				t.Fatalf("%q is in %q already: %+v", new, text, p)
			}
			return
		}
		if found > 1 && p.Level != Ambiguous || found == 1 && p.Level != Certain {
			t.Fatalf("%s where it is %d times: %+v", p.Level, found, p)
		}
		if found == 1 {
			want := joinLines(file.lines[:start]) + new + joinLines(file.lines[start+n:])
			got := string(file.Compose(p.Changes))
			// A missing last newline is missing afterwards too, unless the last line is one that stays.
			if lacks := !strings.HasSuffix(text, "\n"); got != want && !(lacks && got == strings.TrimSuffix(want, "\n")) {
				t.Fatalf("it becomes %q, not %q", got, want)
			}
		}
	})
}

// BenchmarkAnswer reads a megabyte of answer in all forms and places its edits in a file of 10,000
// lines.
func BenchmarkAnswer(b *testing.B) {
	names, err := filepath.Glob("testdata/answers/*.txtar")
	if err != nil {
		b.Fatal(err)
	}
	files := world{}
	var all strings.Builder
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, part := range ar.Files {
			if part.Name == "answer" {
				all.Write(part.Data)
				all.WriteString("\n")
			} else if file, ok := strings.CutPrefix(part.Name, "project/"); ok {
				files[file] = string(part.Data)
			}
		}
	}
	var long strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&long, "\tline %d of %d\n", i, i*7919%10_000)
	}
	files["long.go"] = long.String()
	text := all.String()
	for i := 0; len(text) < 1<<20; i++ {
		text += fmt.Sprintf("Prose about `long.go` and what it does.\n\nlong.go\n```go\n<<<<<<< SEARCH\n\tline %d of %d\n=======\n\tline %d\n>>>>>>> REPLACE\n```\n\n", i, i*7919%10_000, i)
		if i%20 == 0 {
			text += strings.Repeat("A sentence of prose that says something, with `code` in it.\n", 40) + all.String()
		}
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		edits := Parse(text)
		if len(edits) < 100 {
			b.Fatal(len(edits))
		}
		place(edits, files.project())
	}
}
