package tomledit

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/models"
)

// scalars are values in notations that only users would choose.
var scalars = []string{
	"1", "0xff", "1_000", "1.50", "-0.0", "nan", "true", `"a"`, `'b\'`, `"\u00e9"`, "'''\n[x]\n# no comment\n'''", "\"\"\"\na = 1 \\\n  b\"\"\"",
	"1979-05-27 07:32:00", "1979-05-27T07:32:00Z", "[ 1,2 , # two\n 3 ]", "{ a = 1, b.c = 'x' }", "[{a=1},{ }]", "[]", "{}",
}

// foreign generates sections that no edit of the test may modify. Their keys begin with the given
// letter.
func foreign(t *rapid.T, letter, label string) string {
	var b strings.Builder
	for i := range rapid.IntRange(0, 3).Draw(t, label) {
		b.WriteString(rapid.SampledFrom([]string{"", "\n", "# alone\n\n", "# above\n", "\n\n  # [not.a.table]\n"}).Draw(t, "gap"))
		name := fmt.Sprintf("%s%d", letter, i)
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			fmt.Fprintf(&b, "[%s]\n", name)
		case 1:
			fmt.Fprintf(&b, "[[ %s ]] # list\n", name)
		case 2:
			fmt.Fprintf(&b, "[%s.'su b']\n", name)
		case 3:
			fmt.Fprintf(&b, "  [%s]\n  sub.key = 1\n", name)
		}
		for k := range rapid.IntRange(0, 3).Draw(t, "keys") {
			fmt.Fprintf(&b, "k%d = %s%s\n", k, rapid.SampledFrom(scalars).Draw(t, "value"), rapid.SampledFrom([]string{"", " # why", "\t"}).Draw(t, "behind"))
		}
	}
	return b.String()
}

// entry generates one file of a composition.
func entry(t *rapid.T, path string) Block {
	e := Block{{Key: "path", Value: path}}
	if rapid.Bool().Draw(t, "mode") {
		e = append(e, models.Field{Key: "view_mode", Value: rapid.SampledFrom([]string{"outline", "none"}).Draw(t, "view_mode")})
	}
	if rapid.Bool().Draw(t, "masked") {
		e = append(e, models.Field{Key: "ast_mask", Value: fields("A.b", rapid.SampledFrom([]string{"def", "sig"}).Draw(t, "mask"))})
	}
	var cuts Blocks
	for i := range rapid.IntRange(0, 2).Draw(t, "slices") {
		cuts = append(cuts, file("start_line", int64(i+1), "end_line", rapid.Int64Range(3, 5).Draw(t, "end")))
	}
	if cuts != nil {
		e = append(e, models.Field{Key: "custom_slices", Value: cuts})
	}
	return e
}

func entries(t *rapid.T, label string) Blocks {
	paths := rapid.Permutation([]string{"a", "b", "c", "d e"}).Draw(t, label)
	var list Blocks
	for _, path := range paths[:rapid.IntRange(0, 4).Draw(t, "length")] {
		list = append(list, entry(t, path))
	}
	return list
}

// formatted formats the list in one of the notations of users, as a part of a document between
// foreign sections.
func formatted(t *rapid.T, list Blocks) string {
	w := writer{newline: "\n"}
	if len(list) == 0 {
		return rapid.SampledFrom([]string{"", "[files]\nitems = []\n", "[files]\n"}).Draw(t, "none")
	}
	switch rapid.IntRange(0, 3).Draw(t, "spelling") {
	case 0:
		return "[files]\nitems = " + w.inline(list) + " # list\n"
	case 1:
		var b strings.Builder
		b.WriteString("[files] # files\nitems = [ # open\n")
		for i, e := range list {
			fmt.Fprintf(&b, "  # about %s\n  %s, # %d\n", e[0].Value, w.inline(e), i)
		}
		return b.String() + "  # end\n]\n"
	}
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "# about %s\n%s", e[0].Value, strings.Replace(w.block([]string{"files", "items"}, true, e), "]]\n", "]] # here\n", 1))
		b.WriteString(rapid.SampledFrom([]string{"", "\n", "\n\n"}).Draw(t, "between"))
	}
	return b.String()
}

// One edit of a generated document changes the named part and no byte before or after it, and the
// comments of the remaining parts are preserved.
func TestApplyKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := foreign(t, "b", "before"), foreign(t, "y", "after")
		if before != "" && !strings.HasSuffix(before, "\n") {
			before += "\n"
		}
		if strings.HasPrefix(after, "#") {
			after = "\n" + after // a comment directly below a key would belong to it
		}
		old := entries(t, "old")
		middle := formatted(t, old)
		src := before + middle + after
		if rapid.Bool().Draw(t, "crlf") {
			src = strings.ReplaceAll(src, "\n", "\r\n")
			before, after = strings.ReplaceAll(before, "\n", "\r\n"), strings.ReplaceAll(after, "\n", "\r\n")
		}
		if _, err := Decode([]byte(src)); err != nil {
			t.Fatalf("the generated document is wrong: %v\n%s", err, src)
		}
		list := entries(t, "new")
		got, err := Apply([]byte(src), Set(list, "files", "items"))
		if err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
		values, err := Decode(got)
		if err != nil {
			t.Fatal(err)
		}
		files, _ := values["files"].(map[string]any)
		items, _ := files["items"].([]any)
		if want := plain(list).([]any); !equal(items, want) && len(items)+len(want) > 0 {
			t.Fatalf("it means %v, want %v in\n%s", items, want, got)
		}
		// Blank lines at the boundaries belong to the added and removed parts.
		if !bytes.HasPrefix(got, []byte(strings.TrimRight(before, "\r\n"))) {
			t.Errorf("the part before changed:\n%q\nbecame\n%q", src, got)
		}
		if middle != "" && !bytes.HasSuffix(got, []byte(strings.TrimLeft(after, "\r\n"))) {
			t.Errorf("the part after changed:\n%q\nbecame\n%q", src, got)
		}
		for _, one := range old {
			about := []byte(fmt.Sprintf("# about %s\n", one[0].Value))
			stays := false
			for _, e := range list {
				stays = stays || e[0].Value == one[0].Value
			}
			had := bytes.Count([]byte(strings.ReplaceAll(src, "\r\n", "\n")), about)
			if has := bytes.Count(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), about); stays && has != had {
				t.Errorf("%q stands %d times, stood %d times:\n%s\nbecame\n%s", about, has, had, src, got)
			}
		}
		if again, err := Apply(got, Set(list, "files", "items")); err != nil || !bytes.Equal(again, got) {
			t.Errorf("the same edit again changes bytes: %v\n%s", err, again)
		}
	})
}

// Any text value is read back unchanged, with any line ends and at any position.
func TestApplyKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("\"'\\\n\r\t #[]{}=,a\x00\x7f\u202e\ufeff")))).Draw(t, "text")
		key := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z"' .\\]*`)).Draw(t, "key")
		src := rapid.SampledFrom([]string{"", "t = 1\r\n", "[a]\nb = { c = 'x' }\n", "a = { b = { } }\n"}).Draw(t, "document")
		for _, v := range []any{text, []any{text, "x", text}, fields(key, text), Block(fields(key, text))} {
			got, err := Apply([]byte(src), Set(v, "a", "b", key))
			if err != nil {
				t.Fatalf("%q: %v", src, err)
			}
			values, err := Decode(got)
			if err != nil {
				t.Fatal(err)
			}
			a, _ := values["a"].(map[string]any)
			b, _ := a["b"].(map[string]any)
			if !equal(b[key], plain(v)) {
				t.Fatalf("%q means %#v, want %#v", got, b[key], plain(v))
			}
		}
	})
}

func FuzzApply(f *testing.F) {
	for _, doc := range loadSuite(f).Documents {
		f.Add([]byte(doc.Text), "files", "items", "x")
	}
	f.Add([]byte("filesf={}"), "filesf", "items", "x") // the only line is the table, which changes
	f.Fuzz(func(t *testing.T, src []byte, table, key, text string) {
		before := bytes.Clone(src)
		got, err := Apply(src, Set(text, table, key))
		if !bytes.Equal(src, before) {
			t.Fatal("the input was changed in place")
		}
		if err != nil {
			return
		}
		values, err := Decode(got)
		if err != nil {
			t.Fatalf("%q became %q: %v", src, got, err)
		}
		within, _ := values[table].(map[string]any)
		if within[key] != text {
			t.Fatalf("%q became %q, where %s.%s is %v", src, got, table, key, within[key])
		}
		kept := withoutLinesOf(t, bytes.TrimPrefix(before, mark), table, key)
		if missing := linesMissing(strings.ReplaceAll(kept, "\r", ""), strings.ReplaceAll(string(got), "\r", "")); missing != "" {
			t.Fatalf("%q became %q: the line %q is gone", before, got, missing)
		}
		if _, err := Apply(got, Delete(table, key)); err != nil {
			t.Fatalf("%q: %v", got, err)
		}
	})
}

// withoutLinesOf returns src without the lines that may change when table.key is set: those of
// the key and, for an inline table, those of the table.
func withoutLinesOf(t *testing.T, src []byte, table, key string) string {
	root, err := parse(src)
	if err != nil {
		t.Fatal(err)
	}
	changed := root.child[table]
	if changed != nil && changed.inSections() {
		changed = changed.child[key]
	}
	kept, from := "", 0
	if changed != nil {
		for _, s := range changed.spans() {
			kept += string(src[from:max(from, s.start)])
			from = max(from, s.end)
		}
	}
	return kept + string(src[from:])
}

func FuzzDecode(f *testing.F) {
	for _, doc := range loadSuite(f).Documents {
		f.Add([]byte(doc.Text))
	}
	for _, src := range bombs() {
		f.Add([]byte(src[:min(len(src), 4096)]))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if usual.Check(src) == nil {
			agrees(t, string(bytes.TrimPrefix(src, mark)))
		}
		values, err := Decode(src)
		if err != nil {
			return
		}
		at, err := Locate(src)
		if err != nil {
			t.Fatalf("%q decodes and has no places: %v", src, err)
		}
		lines := bytes.Count(src, []byte("\n")) + 1
		for key := range values {
			if p, ok := at.Find(models.JoinKey("", key)); !ok || p.Line < 1 || p.Line > lines || p.Column < 1 {
				t.Fatalf("%q: %q stands at %v", src, key, p)
			}
		}
	})
}

func BenchmarkApply(b *testing.B) {
	var doc strings.Builder
	one, all := Blocks{}, Blocks{}
	for i := range 2000 {
		path := fmt.Sprintf("internal/server/file%04d.go", i)
		e := file("path", path, "view_mode", "outline")
		doc.WriteString("# why\n" + writer{newline: "\n"}.block([]string{"files", "items"}, true, e) + "\n")
		one, all = append(one, e), append(all, file("path", path, "view_mode", "none"))
	}
	one[1000] = all[1000]
	src := []byte(doc.String())
	for name, list := range map[string]Blocks{"one of 2000 files": one, "all of 2000 files": all} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Apply(src, Set(list, "files", "items")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
