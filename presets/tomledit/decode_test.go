package tomledit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		want      string // of the error; empty when it passes
	}{
		{"an empty document passes", "", ""},
		{"as many keys as allowed pass", keys(10_000), ""},
		{"one key more does not", keys(10_001), "a table in it has 10001 keys (limit 10000)"},
		{"inline keys count", "a = {" + strings.Repeat("k=1,", 10_001) + "}", "a table in it has 10001 keys (limit 10000)"},
		{"keys of small tables do not add up", strings.Repeat("[[a]]\nk=1\nl={m=1,n=1}\n", 10_000), ""},
		{"keys of large tables do", keys(9_000) + "[a]\n" + keys(9_000), "it has too many large tables, one of 9000 keys"},
		{"tables count", headers(10_001), "it has more than 10000 tables"},
		{"the elements of a list are no tables of their own", strings.Repeat("[[a]]\n[a.b]\n", 15_000), ""},
		{"bytes count", strings.Repeat("#", MaxBytes+1), "it has 262145 bytes (limit 262144)"},
		{"depth 64 passes", "a = " + strings.Repeat("[", 64) + strings.Repeat("]", 64), ""},
		{"depth counts lists", strings.Repeat("[", 900), "it is nested 900 levels deep (limit 64)"},
		{"depth counts tables", "a=" + strings.Repeat("{a=", 65), "it is nested 65 levels deep (limit 64)"},
		{"depth counts what is closed", "a=" + strings.Repeat("{a=", 65) + strings.Repeat("}", 65), "it is nested 65 levels deep (limit 64)"},
		{"32 dots pass", strings.Repeat("a.", 32) + "a = 1", ""},
		{"dots count", strings.Repeat("a.", 33) + "a = 1", "a key in it has 33 dots (limit 32)"},
		{"dots of several keys do not add up", strings.Repeat("a.b.c = 1.5\n", 100), ""},
		{"what stands in strings and comments does not count", "a = \"" + strings.Repeat("[=.", 20_000) + "\" # " + strings.Repeat("[=.", 20_000), ""},
		{"nor does what stands in text of several lines", "a = \"\"\"" + strings.Repeat("[=.\n", 20_000) + "\"\"\"\"\"", ""},
		{"an escaped quote does not end a string", `a = "\"` + strings.Repeat("[", 100) + `"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Check([]byte(tt.src))
			if tt.want == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			want := tt.want + "; this looks like a damaged or hostile file"
			if err == nil || err.Error() != want || !errors.As(err, new(*LimitError)) {
				t.Errorf("got %v, want %s", err, want)
			}
			if _, err := Decode([]byte(tt.src)); !errors.As(err, new(*LimitError)) {
				t.Errorf("Decode gives %v, want a LimitError", err)
			}
		})
	}
}

// What is large by its nature has bounds of its own, and no others fall.
func TestBounds(t *testing.T) {
	large := Bounds{Bytes: 4 << 20, Values: 50_000}
	entries := strings.Repeat("[[a]]\nk = \"text\"\n", 40_000)
	if _, err := Decode([]byte(entries)); !errors.As(err, new(*LimitError)) {
		t.Errorf("in the usual bounds: %v", err)
	}
	values, err := large.Decode([]byte(entries))
	if list, _ := values["a"].([]any); err != nil || len(list) != 40_000 {
		t.Errorf("%d elements, %v", len(list), err)
	}
	for name, tt := range map[string]struct{ src, want string }{
		"bytes":  {strings.Repeat("#", 4<<20+1), "it has 4194305 bytes (limit 4194304)"},
		"values": {"a = [" + strings.Repeat("{},", 50_000) + "]", "it has 50001 values (limit 50000)"},
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
	want := Positions{
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
	if diff := cmp.Diff(want, got); diff != "" {
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

// Whatever the decoder knows has a place, and that place begins with the key, the
// header or the value.
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
		if len(at) != count {
			t.Errorf("%s: %d places for %d values", doc.Name, len(at), count)
		}
	}
}

// bombs are documents that must be refused, or decoded, without delay.
func bombs() map[string]string {
	var keys, headers strings.Builder
	for i := range 30_000 {
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
				_ = Check(data)
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
