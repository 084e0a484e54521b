package tomledit

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
	"pgregory.net/rapid"

	"dossier/models"
)

func TestCheck(t *testing.T) {
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d=1\n", i)
		}
		return b.String()
	}
	headers := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[a%d]\n", i)
		}
		return b.String()
	}
	tests := []struct {
		name, src string
		want      string // of the error; empty on success
	}{
		{"an empty document passes", "", ""},
		{"as many keys as allowed pass", keys(250_000), ""},
		{"one key more does not", keys(250_001), "it has 250,001 values (limit 250,000)"},
		{"inline keys count", "a = {" + strings.Repeat("k=1,", 130_000) + "}", "it has 260,001 values (limit 250,000)"},
		{"elements count", "a = [" + strings.Repeat("1,", 250_000) + "]", "it has 250,001 values (limit 250,000)"},
		{"tables count", headers(250_001), "it has 250,001 values (limit 250,000)"},
		{"so do the elements of a list of tables", strings.Repeat("[[a]]\n", 250_001), "it has 250,001 values (limit 250,000)"},
		{"and the tables that a dotted key makes", strings.Repeat("a.b.c.d.e=1\n", 50_001), "it has 250,005 values (limit 250,000)"},
		{"or a header", strings.Repeat("[[a.b.c.d.e]]\n", 50_001), "it has 250,005 values (limit 250,000)"},
		{"bytes count", strings.Repeat("#", MaxBytes+1), "it has 4,194,305 bytes (limit 4,194,304)"},
		{"depth 64 passes", "a = " + strings.Repeat("[", 64) + strings.Repeat("]", 64), ""},
		{"depth counts lists", strings.Repeat("[", 900), "it is nested 900 levels deep (limit 64)"},
		{"depth counts tables", "a=" + strings.Repeat("{a=", 65), "it is nested 65 levels deep (limit 64)"},
		{"depth counts what is closed", "a=" + strings.Repeat("{a=", 65) + strings.Repeat("}", 65), "it is nested 65 levels deep (limit 64)"},
		{"32 dots pass", strings.Repeat("a.", 32) + "a = 1", ""},
		{"dots count", strings.Repeat("a.", 33) + "a = 1", "a key in it has 33 dots (limit 32)"},
		{"dots of several keys do not add up", strings.Repeat("a.b.c = 1.5\n", 100), ""},
		{"strings and comments do not count", "a = \"" + strings.Repeat("[=.", 20_000) + "\" # " + strings.Repeat("[=.", 20_000), ""},
		{"nor does multi-line text", "a = \"\"\"" + strings.Repeat("[=.\n", 20_000) + "\"\"\"\"\"", ""},
		{"an escaped quote does not end a string", `a = "\"` + strings.Repeat("[", 100) + `"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := usual.Check([]byte(tt.src))
			if tt.want == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			want := tt.want
			var limit *LimitError
			if errors.As(err, &limit) && !limit.Ordinary() {
				want += "; this looks like a damaged or hostile file"
			}
			if limit == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
			if _, err := Decode([]byte(tt.src)); !errors.As(err, new(*LimitError)) {
				t.Errorf("Decode gives %v, want a LimitError", err)
			}
		})
	}
}

// Large parts have their own bounds, which do not affect others.
func TestBounds(t *testing.T) {
	large := Bounds{Bytes: 5 << 20, Values: 50_000}
	entries := strings.Repeat("[[a]]\nk = \""+strings.Repeat("text", 60)+"\"\n", 18_000)
	if _, err := Decode([]byte(entries)); !errors.As(err, new(*LimitError)) {
		t.Errorf("in the usual bounds: %v", err)
	}
	values, err := large.Decode([]byte(entries))
	if list, _ := values["a"].([]any); err != nil || len(list) != 18_000 {
		t.Errorf("%d elements, %v", len(list), err)
	}
	for name, tt := range map[string]struct{ src, want string }{
		"bytes":  {strings.Repeat("#", 5<<20+1), "it has 5,242,881 bytes (limit 5,242,880)"},
		"values": {"a = [" + strings.Repeat("{},", 50_000) + "]", "it has 50,001 values (limit 50,000)"},
		"depth":  {"a = " + strings.Repeat("[", 65), "it is nested 65 levels deep (limit 64)"},
	} {
		if err := large.Check([]byte(tt.src)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

func TestDecodeNamesTheMistake(t *testing.T) {
	tests := []struct {
		name, src string
		want      SyntaxError
	}{
		{"a key without a value", "a = 1\nb\n", SyntaxError{Position{2, 2}, "expected '=' after key"}},
		{"columns count characters", "b = \"éé\" x\n", SyntaxError{Position{1, 10}, "expected newline but got U+0078 'x'"}},
		{"a key twice", "[t]\na = 1\na = 2\n", SyntaxError{Position{3, 1}, "key a is already defined"}},
		{"a table twice", "[t]\n[t]\n", SyntaxError{Position{2, 2}, "table t already exists"}},
		{"behind a byte-order mark", "\ufeffa\n", SyntaxError{Position{1, 2}, "expected '=' after key"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Decode([]byte(tt.src))
			var got *SyntaxError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want a SyntaxError", err)
			}
			if diff := cmp.Diff(tt.want, *got); diff != "" {
				t.Errorf("wrong mistake (-want +got):\n%s", diff)
			}
		})
	}
}

// Any document has the same meaning as for go-toml's own decoder, or the same error at the same
// position.
func TestDecodeAgrees(t *testing.T) {
	lines := []string{
		"[a]", "[b]", "[a.b]", "[a.b.c]", "[b.a]", "[[a]]", "[[b]]", "[[a.b]]", "[[a.b.c]]", "[['']]", "[a.'']",
		"a = 1", "b = 1", "c = 1", "a.b = 1", "a.b.c = 1", "a.c = 1", "b.a = 1", "'' = 0", "a.'' = 0",
		"a = { b = 1 }", "a = { b = 1, b = 2 }", "a = { b.c = 1, b.d = 2 }", "a = { b.c = 1, b = 2 }", "a = { b = {}, b.c = 2 }",
		"a.b = { c = 1 }", "a = [{ b = 1 }, { b = 1 }]", "a = [{ b = 1, b = 1 }]", "a = [[{ b.c = 1, b.c.d = 1 }]]", "a = []", "a = {}",
	}
	rapid.Check(t, func(t *rapid.T) {
		agrees(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 0, 8).Draw(t, "lines"), "\n"))
	})
	for _, doc := range loadSuite(t).Documents {
		agrees(t, doc.Text)
	}
	for _, value := range []string{
		"0", "-0", "+1", "1_000", "0x7fffffffffffffff", "0x8000000000000000", "0o17", "0b11", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"1.5", "-0.0", "+1.0", "1e400", "1_0.0_1", "1e1_0", "inf", "-inf", "+inf", "nan", "-nan", "+nan", "5e-324", "1.7976931348623159e308",
		"1979-05-27T07:32:00Z", "1979-05-27 07:32:00.999999-07:00", "1979-05-27t07:32:00z", "1979-05-27T07:32:00", "1979-05-27", "07:32:00", "07:32", "1979-02-30", "25:00:00", "1979-05-27T07:61:00Z", "1979-05-27T07:32:00+25:00", "1979-05-27T", "1979-05-27T07:", "\"\ue000",
		"true", "false", `"\u00e9\e\x41"`, `"\ud800"`, "'''\n\r\n'''", "\"\"\"a\\\n  b\"\"\"", "{ a = 1,\n b = 2, }", "[ 1, # one\n]", "\"\xff\"",
	} {
		agrees(t, "a = "+value)
		agrees(t, "a = "+value+" # why")
		agrees(t, "# é\nb = [{ é = "+value+" }]")
		agrees(t, "c = [\"é\", "+value+"]")
	}
}

// agrees compares the meaning of a document, or the position of its error, with go-toml.
func agrees(t interface {
	Errorf(format string, args ...any)
}, src string,
) {
	got, err := Decode([]byte(src))
	want := map[string]any{}
	refused := toml.Unmarshal([]byte(src), &want)
	var de *toml.DecodeError
	var se *SyntaxError
	switch {
	case errors.As(refused, &de) && errors.As(err, &se):
		line, column := de.Position()
		text := strings.Split(src, "\n")[line-1]
		at := Position{line, 1}
		for _, c := range []byte(text[:min(column-1, len(text))]) {
			if utf8.RuneStart(c) { // go-toml may point into the middle of a character
				at.Column++
			}
		}
		if se.Position != at {
			t.Errorf("%q: %v, but go-toml finds %v at %v", src, err, refused, at)
		}
	case (err == nil) != (refused == nil) || err == nil && !equal(got, want):
		t.Errorf("%q: %v, %v, but go-toml decodes it to %v, %v", src, got, err, want, refused)
	}
}

func TestLocate(t *testing.T) {
	src := strings.Join([]string{
		`schema = 1`,                    // 1
		`[project]`,                     // 2
		`  "na me" = 'x'`,               // 3
		`[[files.items]]`,               // 4
		`path = 'é' # c`,                // 5
		`ast_mask = { 'a.b' = 1 }`,      // 6
		`[[files.items]]`,               // 7
		`[[files.items.custom_slices]]`, // 8
		`start_line = 0`,                // 9
		`[presets."a\"b"]`,              // 10
		`files = [ 'é', {path = 'q'},`,  // 11
		`  [1]`,                         // 12
		`]`,                             // 13
		`x.y.z = 1`,                     // 14
	}, "\r\n")
	want := map[string]Position{
		"schema":                                     {1, 1},
		"project":                                    {2, 1},
		`project."na me"`:                            {3, 3},
		"files":                                      {4, 1},
		"files.items":                                {4, 1},
		"files.items[0]":                             {4, 1},
		"files.items[0].path":                        {5, 1},
		"files.items[0].ast_mask":                    {6, 1},
		"files.items[1]":                             {7, 1},
		`presets`:                                    {10, 1},
		`presets."a\"b"`:                             {10, 1},
		`presets."a\"b".files`:                       {11, 1},
		`presets."a\"b".files[0]`:                    {11, 11},
		`presets."a\"b".files[1]`:                    {11, 16},
		`presets."a\"b".files[2]`:                    {12, 3},
		`presets."a\"b".files[2][0]`:                 {12, 4},
		`presets."a\"b".x`:                           {14, 1},
		`presets."a\"b".x.y`:                         {14, 1},
		`presets."a\"b".x.y.z`:                       {14, 1},
		`files.items[0].ast_mask."a.b"`:              {6, 14},
		`presets."a\"b".files[1].path`:               {11, 17},
		"files.items[1].custom_slices":               {8, 1},
		"files.items[1].custom_slices[0]":            {8, 1},
		"files.items[1].custom_slices[0].start_line": {9, 1},
	}
	got, err := Locate([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, placesOf(got)); diff != "" {
		t.Errorf("wrong places (-want +got):\n%s", diff)
	}
	for key, want := range map[string]Position{
		"files.items[0].view_mode":         {4, 1},
		`files.items[0].ast_mask."x.y[0]"`: {6, 1},
		"files.items[7].path":              {4, 1},
	} {
		if at, ok := got.Find(key); !ok || at != want {
			t.Errorf("Find(%s) = %v, %t, want %v", key, at, ok, want)
		}
	}
	if _, ok := got.Find("nothing.here"); ok {
		t.Error("a key without any table around it has a place")
	}
}

// placesOf returns the positions of everything in a document.
func placesOf(p *Positions) map[string]Position {
	out := map[string]Position{}
	var walk func(n *node, key string)
	walk = func(n *node, key string) {
		n.expand(p.src)
		if key != "" {
			out[key], _ = p.Find(key)
		}
		for _, name := range n.keys {
			walk(n.child[name], models.JoinKey(key, name))
		}
		for i, elem := range n.elems {
			walk(elem, models.ElementKey(key, i))
		}
	}
	walk(p.root, "")
	return out
}

// Everything that is decoded has a position, which is the beginning of the key, the header or the
// value.
func TestLocateSuite(t *testing.T) {
	for _, doc := range loadSuite(t).Documents {
		at, err := Locate([]byte(doc.Text))
		if err != nil {
			t.Fatalf("%s: %v", doc.Name, err)
		}
		values, err := Decode([]byte(doc.Text))
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		var visit func(v any)
		visit = func(v any) {
			switch v := v.(type) {
			case map[string]any:
				count += len(v)
				for _, sub := range v {
					visit(sub)
				}
			case []any:
				count += len(v)
				for _, sub := range v {
					visit(sub)
				}
			}
		}
		visit(values)
		if n := len(placesOf(at)); n != count {
			t.Errorf("%s: %d places for %d values", doc.Name, n, count)
		}
	}
}

// bombs returns documents that must be rejected, or decoded, without delay.
func bombs() map[string]string {
	var keys, headers strings.Builder
	for i := range MaxValues + 1 {
		fmt.Fprintf(&keys, "k%d=1\n", i)
		fmt.Fprintf(&headers, "[k%d]\n", i)
	}
	return map[string]string{
		"brackets":      strings.Repeat("[", 6<<20),
		"inline tables": "a = " + strings.Repeat("{a=", 80_000),
		"dotted key":    strings.Repeat("a.", 10_000) + "a = 1",
		"many keys":     keys.String(),
		"many headers":  headers.String(),
		"quotes":        strings.Repeat("\"", MaxBytes),
		"open strings":  strings.Repeat("\"\"\"\n", MaxBytes/4),
		"backslashes":   "\"" + strings.Repeat("\\", MaxBytes-1),
		"comment":       strings.Repeat("#", 10<<20),
	}
}

func BenchmarkCheckBombs(b *testing.B) {
	for name, src := range bombs() {
		b.Run(name, func(b *testing.B) {
			data := []byte(src)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				_ = usual.Check(data)
			}
		})
	}
}

func TestBombsAreRefused(t *testing.T) {
	for name, src := range bombs() {
		if values, err := Decode([]byte(src)); err == nil || values != nil {
			t.Errorf("%s: decoded to %d values", name, len(values))
		}
	}
}
