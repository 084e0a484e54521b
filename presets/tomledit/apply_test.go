package tomledit

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

func fields(pairs ...any) models.Fields {
	var f models.Fields
	for i := 0; i < len(pairs); i += 2 {
		f = append(f, models.Field{Key: pairs[i].(string), Value: pairs[i+1]})
	}
	return f
}

func file(pairs ...any) Block { return Block(fields(pairs...)) }

func TestApply(t *testing.T) {
	items := func(list ...Block) Edit { return Set(Blocks(list), "files", "items") }
	two := "[[files.items]]\npath = \"a\"\n\n[[files.items]]\npath = \"b\"\n"
	tests := []struct {
		name string
		src  string
		edit []Edit
		want string
	}{
		{
			name: "an empty document gets its tables in order, a blank line between",
			edit: []Edit{Set(int64(1), "schema"), Set("x", "project", "name"), items(file("path", "a"))},
			want: "schema = 1\n\n[project]\nname = \"x\"\n\n[[files.items]]\npath = \"a\"\n",
		},
		{
			name: "a value changes in its place, the comment behind it stays",
			src:  "[project]\nname = 'old'   # the name\nother = 0x10\n",
			edit: []Edit{Set("new", "project", "name")},
			want: "[project]\nname = \"new\"   # the name\nother = 0x10\n",
		},
		{
			name: "a value that is the same is not touched, however it is formatted",
			src:  "n = 0x1_0\nf = 1e3\ns = '''a'''\n",
			edit: []Edit{Set(int64(16), "n"), Set(1000.0, "f"), Set("a", "s")},
			want: "n = 0x1_0\nf = 1e3\ns = '''a'''\n",
		},
		{
			name: "a new key goes below the last key of its table",
			src:  "[project]\n  name = 'x'\n\n# about presets\n[presets.a]\nfiles = []\n",
			edit: []Edit{Set(true, "project", "summary_only")},
			want: "[project]\n  name = 'x'\n  summary_only = true\n\n# about presets\n[presets.a]\nfiles = []\n",
		},
		{
			name: "a key at the top goes before the first header and its comment",
			src:  "# hand-made\n[project]\nname = 'x'\n",
			edit: []Edit{Set(int64(1), "schema")},
			want: "schema = 1\n\n# hand-made\n[project]\nname = 'x'\n",
		},
		{
			name: "a table that exists through its sub-tables alone gets a header before them",
			src:  "# one\n[[files.items]]\npath = 'a'\n",
			edit: []Edit{Set([]any{"*.log"}, "files", "exclude")},
			want: "[files]\nexclude = [\"*.log\"]\n\n# one\n[[files.items]]\npath = 'a'\n",
		},
		{
			name: "what looks like a header in a string is text",
			src:  "[a]\ntext = \"\"\"\n[b]\nk = 1\n\"\"\"\n[b]\nk = 2\n",
			edit: []Edit{Set(int64(3), "b", "k")},
			want: "[a]\ntext = \"\"\"\n[b]\nk = 1\n\"\"\"\n[b]\nk = 3\n",
		},
		{
			name: "a header in any spelling is found",
			src:  "[ \"project\" . 'x' ] # c\n\"k\" = 1\n",
			edit: []Edit{Set(int64(2), "project", "x", "k")},
			want: "[ \"project\" . 'x' ] # c\n\"k\" = 2\n",
		},
		{
			name: "line endings stay what they are",
			src:  "[a]\r\nk = 1\r\n\r\n[b]\r\n",
			edit: []Edit{Set("x\ny\n", "a", "l"), Set(int64(1), "c", "k")},
			want: "[a]\r\nk = 1\r\nl = \"x\\ny\\n\"\r\n\r\n[b]\r\n\r\n[c]\r\nk = 1\r\n",
		},
		{
			name: "a byte-order mark stays",
			src:  "\ufeffa = 1\n",
			edit: []Edit{Set(int64(2), "a")},
			want: "\ufeffa = 2\n",
		},
		{
			name: "a last line without a newline gets one when something follows",
			src:  "[a]\nk = 1",
			edit: []Edit{Set(int64(2), "a", "l")},
			want: "[a]\nk = 1\nl = 2\n",
		},
		{
			name: "a last line without a newline stays without one",
			src:  "[a]\nk = 1",
			edit: []Edit{Set(int64(2), "a", "k")},
			want: "[a]\nk = 2",
		},
		{
			name: "an inline table grows inside its braces",
			src:  "project = {name = 'x'} # p\n",
			edit: []Edit{Set("ns", "project", "namespace"), Set("y", "project", "name")},
			want: "project = {name = \"y\", namespace = \"ns\"} # p\n",
		},
		{
			name: "an inline table of tables takes a new table inline",
			src:  "presets = { a = { files = [] } }\n",
			edit: []Edit{Set(file("files", []any{"x"}), "presets", "b"), Delete("presets", "a")},
			want: "presets = { b = { files = [\"x\"] } }\n",
		},
		{
			name: "dotted keys are changed, added to and removed as dotted keys",
			src:  "presets.x.k = 1\npresets.x.l = 2\npresets.y.k = 3\n",
			edit: []Edit{Set(int64(9), "presets", "x", "k"), Set("d", "presets", "x", "m"), Delete("presets", "y")},
			want: "presets.x.k = 9\npresets.x.l = 2\npresets.x.m = \"d\"\n",
		},
		{
			name: "dotted keys inside braces are changed in place",
			src:  "a = { b.c = 1, b.d = 2, e = 3 }\n",
			edit: []Edit{Set(int64(5), "a", "b", "d"), Delete("a", "b", "c")},
			want: "a = { b.d = 5, e = 3 }\n",
		},
		{
			name: "a table in several places goes from all of them",
			src:  "[presets.a]\nk = 1\n\n[other]\nk = 2\n\n[presets.a.sub]\nk = 3\n",
			edit: []Edit{Delete("presets", "a")},
			want: "[other]\nk = 2\n",
		},
		{
			name: "a table goes with the comment above it, a comment that stands alone stays",
			src:  "# presets of the team\n\n# a\n[presets.a]\nk = 1\n\n# b\n[presets.b]\nk = 2\n",
			edit: []Edit{Delete("presets", "a")},
			want: "# presets of the team\n\n# b\n[presets.b]\nk = 2\n",
		},
		{
			name: "an entry is added after the last one",
			src:  two + "\n[presets.x]\nfiles = []\n",
			edit: []Edit{items(file("path", "a"), file("path", "b"), file("path", "c", "view_mode", "outline"))},
			want: two + "\n[[files.items]]\npath = \"c\"\nview_mode = \"outline\"\n\n[presets.x]\nfiles = []\n",
		},
		{
			name: "an entry that changes keeps its comments and its unknown spelling",
			src:  "# the heart\n[[files.items]]\n  path = 'a' # p\n  view_mode = 'full' # why\n  zzz = 0b1\n",
			edit: []Edit{items(file("path", "a", "view_mode", "outline", "zzz", int64(1)))},
			want: "# the heart\n[[files.items]]\n  path = 'a' # p\n  view_mode = \"outline\" # why\n  zzz = 0b1\n",
		},
		{
			name: "an entry that moves takes its comments and sub-tables along",
			src:  "# A\n[[files.items]]\npath = 'a'\n[[files.items.custom_slices]]\nstart_line = 1 # s\nend_line = 2\n\n# B\n[[files.items]]\npath = 'b'\n\n# C\n[[files.items]]\npath = 'c'\n",
			edit: []Edit{items(file("path", "b"), file("path", "c"), file("path", "a", "custom_slices", Blocks{file("start_line", int64(1), "end_line", int64(2))}))},
			want: "# B\n[[files.items]]\npath = 'b'\n\n# C\n[[files.items]]\npath = 'c'\n\n# A\n[[files.items]]\npath = 'a'\n[[files.items.custom_slices]]\nstart_line = 1 # s\nend_line = 2\n",
		},
		{
			name: "separate entries are changed in place",
			src:  "[[files.items]]\npath = 'a'\n\n[project]\nname = 'x'\n\n[[files.items]]\npath = 'b'\n",
			edit: []Edit{items(file("path", "a", "force_full", true), file("path", "b", "selected", true))},
			want: "[[files.items]]\npath = 'a'\nforce_full = true\n\n[project]\nname = 'x'\n\n[[files.items]]\npath = 'b'\nselected = true\n",
		},
		{
			name: "no entries, no headers",
			src:  "[project]\nname = 'x'\n\n" + two,
			edit: []Edit{items()},
			want: "[project]\nname = 'x'\n",
		},
		{
			name: "all entries are replaced in their place",
			src:  two + "\n[project]\nname = 'x'\n",
			edit: []Edit{items(file("path", "c"))},
			want: "[[files.items]]\npath = \"c\"\n\n[project]\nname = 'x'\n",
		},
		{
			name: "a list in one line stays in one line",
			src:  "x = ['a',  'b','c'] # list\n",
			edit: []Edit{Set([]any{"a", "c", "d"}, "x")},
			want: "x = ['a','c', \"d\"] # list\n",
		},
		{
			name: "a list over lines keeps the comments of what stays",
			src:  "x = [ # head\n  # about a\n  'a', # a\n  'b', # b\n  # end\n]\n",
			edit: []Edit{Set([]any{"c", "a"}, "x")},
			want: "x = [ # head\n  \"c\",\n  # about a\n  'a', # a\n  # end\n]\n",
		},
		{
			name: "a comment never swallows what follows",
			src:  "x = ['a' # a\n]\n",
			edit: []Edit{Set([]any{"a", "b"}, "x")},
			want: "x = ['a', # a\n \"b\"\n]\n",
		},
		{
			name: "a list that becomes too long is spread over lines",
			src:  "x = ['" + strings.Repeat("a", 90) + "']\n",
			edit: []Edit{Set([]any{strings.Repeat("a", 90), "b"}, "x")},
			want: "x = [\n  '" + strings.Repeat("a", 90) + "',\n  \"b\",\n]\n",
		},
		{
			name: "a string in a list becomes a table in its place",
			src:  "x = [\n  'a', # a\n  'b'\n]\n",
			edit: []Edit{Set([]any{fields("path", "a", "view_mode", "none"), "b"}, "x")},
			want: "x = [\n  { path = \"a\", view_mode = \"none\" }, # a\n  'b'\n]\n",
		},
		{
			name: "text of several lines is written as lines",
			src:  "",
			edit: []Edit{Set("say \"hi\"\n\tto it's C\n", "i")},
			want: "i = \"\"\"\nsay \"hi\"\n\tto it's C\n\"\"\"\n",
		},
		{
			name: "backslashes are unescaped where possible",
			src:  "",
			edit: []Edit{Set("say \"hi\"\n\tto C:\\x\n", "i"), Set("'''\nC:\\x", "j")},
			want: "i = '''\nsay \"hi\"\n\tto C:\\x\n'''\nj = \"\"\"\n'''\nC:\\\\x\"\"\"\n",
		},
		{
			name: "control characters and invisible marks are written as escapes",
			src:  "",
			edit: []Edit{Set("a\x00\x1b\u202e\U000e0041\r", "i"), Set(`C:\x "y"`, "k"), Set(`it's \`, "l")},
			want: "i = \"a\\u0000\\u001B\\u202E\\U000E0041\\r\"\nk = 'C:\\x \"y\"'\nl = \"it's \\\\\"\n",
		},
		{
			name: "numbers keep their kind",
			src:  "",
			edit: []Edit{Set(3.0, "f"), Set(1e21, "g"), Set(int64(-4), "i"), Set(time.Date(2026, 11, 21, 10, 0, 0, 5000000, time.UTC), "t")},
			want: "f = 3.0\ng = 1e+21\ni = -4\nt = 2026-11-21T10:00:00.005Z\n",
		},
		{
			name: "a table below dotted keys is added inline",
			src:  "[p]\na.b = 1\n",
			edit: []Edit{Set(file("x", int64(1)), "p", "a", "c")},
			want: "[p]\na.b = 1\na.c = { x = 1 }\n",
		},
		{
			name: "deleting what is not there changes nothing",
			src:  "a = 1",
			edit: []Edit{Delete("b"), Delete("b", "c")},
			want: "a = 1",
		},
		{
			name: "a value of another kind takes the place of a table",
			src:  "[a]\nx = 1\n\n[b]\ny = 1\n",
			edit: []Edit{Set(int64(1), "a")},
			want: "a = 1\n\n[b]\ny = 1\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Apply([]byte(tt.src), tt.edit...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("wrong document (-want +got):\n%s", diff)
			}
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	tests := []struct {
		name, src string
		edit      Edit
		want      string // substring of the error
	}{
		{"a broken document", "a = \n", Set(int64(1), "b"), "line 1, column 5"},
		{"a document over a limit", strings.Repeat("[", 70), Set(int64(1), "b"), "70 levels"},
		{"a result over a limit", "a = 1\n", Set(strings.Repeat("x", MaxBytes), "b"), "limit 4,194,304"},
		{"text that is not UTF-8", "", Set("\xff", "files", "exclude"), `files.exclude: "\xff" is not valid UTF-8`},
		{"a key below a value", "project = 1\n", Set("x", "project", "name"), "project is not a table"},
		{"a key below a list", "[[project]]\nname = 'x'\n", Set("x", "project", "name"), "project is not a table"},
		{"no key at all", "", Edit{Value: "x"}, "must name a key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Apply([]byte(tt.src), tt.edit)
			if err == nil || !strings.Contains(err.Error(), tt.want) || got != nil {
				t.Errorf("got %q and %v, want an error with %q", got, err, tt.want)
			}
		})
	}
}

type suite struct {
	Documents []struct{ Name, Text string }
}

func loadSuite(t testing.TB) suite {
	t.Helper()
	data, err := os.ReadFile("testdata/suite.json")
	if err != nil {
		t.Fatal(err)
	}
	var s suite
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// In every document of the suite, a new key, table and list can be inserted, which keeps all
// lines in order; removing them restores the document byte for byte.
func TestApplyOnSuite(t *testing.T) {
	for _, doc := range loadSuite(t).Documents {
		t.Run(doc.Name, func(t *testing.T) {
			src := []byte(doc.Text)
			values, err := Decode(src)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Apply(src,
				Set("x", "dossier one", "k"),
				Set(Blocks{file("path", "a"), file("path", "b")}, "dossier two", "items"),
				Set(int64(1), "dossier three"))
			if err != nil {
				t.Fatal(err)
			}
			if missing := linesMissing(doc.Text, string(got)); missing != "" {
				t.Errorf("line %q is gone or out of order in:\n%s", missing, got)
			}
			back, err := Apply(got, Delete("dossier one"), Delete("dossier two"), Delete("dossier three"))
			if err != nil {
				t.Fatal(err)
			}
			if again, err := Decode(back); err != nil || !equal(again, values) {
				t.Errorf("it means something else after adding and removing: %v\n%s", err, back)
			}
			if missing := linesMissing(doc.Text, string(back)); missing != "" {
				t.Errorf("line %q is gone after adding and removing", missing)
			}
		})
	}
}

// Every value of every document of the suite can be replaced and removed, without changing
// unrelated lines.
func TestApplyToEachKeyOfSuite(t *testing.T) {
	for _, doc := range loadSuite(t).Documents {
		values, err := Decode([]byte(doc.Text))
		if err != nil {
			t.Fatal(err)
		}
		var visit func(path []string, table map[string]any)
		visit = func(path []string, table map[string]any) {
			for key, v := range table {
				at := append(append([]string(nil), path...), key)
				if sub, ok := v.(map[string]any); ok {
					visit(at, sub)
				}
				for _, edit := range []Edit{Set("changed", at...), Delete(at...)} {
					if _, err := Apply([]byte(doc.Text), edit); err != nil {
						t.Errorf("%s: %s: %v", doc.Name, models.PathKey(at), err)
					}
				}
			}
		}
		visit(nil, values)
	}
}

// linesMissing returns the first line of old that is not in new after the previous ones.
func linesMissing(old, new string) string {
	rest := strings.Split(new, "\n")
	for line := range strings.SplitSeq(strings.TrimRight(old, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		for {
			if len(rest) == 0 {
				return line
			}
			found := strings.TrimSuffix(rest[0], "\r") == line
			rest = rest[1:]
			if found {
				break
			}
		}
	}
	return ""
}

// Damage at every position of every document: it is rejected, or the result means what was
// requested. The input is never modified.
func TestApplyOnDamagedSuite(t *testing.T) {
	refused, changed := 0, 0
	try := func(doc []byte) {
		before := string(doc)
		got, err := Apply(doc, Set("x", "project", "name"))
		if string(doc) != before {
			t.Fatalf("%q was changed in place", before)
		}
		if err != nil {
			refused++
			return
		}
		changed++
		values, err := Decode(got)
		project, _ := values["project"].(map[string]any)
		if err != nil || project["name"] != "x" {
			t.Fatalf("%q became %q: %v", before, got, err)
		}
	}
	for _, doc := range loadSuite(t).Documents {
		if len(doc.Text) > 400 {
			continue
		}
		for i := range doc.Text {
			try([]byte(doc.Text[:i]))
			for _, flip := range []byte{0x01, 0x80, 0x20} {
				b := []byte(doc.Text)
				b[i] ^= flip
				try(b)
			}
		}
	}
	t.Logf("%d documents refused, %d changed", refused, changed)
	if refused < 5000 || changed < 5000 {
		t.Errorf("%d documents refused and %d changed: the damage is too small or too great to show anything", refused, changed)
	}
}

func TestErrorsAreTyped(t *testing.T) {
	_, err := Decode([]byte("a = 1\nb = \"é\" x\n"))
	var se *SyntaxError
	if !errors.As(err, &se) || se.Position != (Position{2, 9}) {
		t.Errorf("got %v at %+v, want a mistake at line 2, column 9", err, se)
	}
}
