package tomledit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRename(t *testing.T) {
	tests := []struct {
		name, src, to, want string
	}{
		{
			name: "a header keeps its blanks, its comments and its place",
			src:  "# above\n[ presets . 'a' ] # behind\nk = 1\n\n[z]\n",
			to:   "b c",
			want: "# above\n[ presets . \"b c\" ] # behind\nk = 1\n\n[z]\n",
		},
		{
			name: "the headers below it are renamed too",
			src:  "[[presets.a.files]]\npath = 'a'\n\n[[presets.a.files.custom_slices]]\nk = 1\n\n[presets.a]\nd = 'a'\n",
			to:   "b",
			want: "[[presets.b.files]]\npath = 'a'\n\n[[presets.b.files.custom_slices]]\nk = 1\n\n[presets.b]\nd = 'a'\n",
		},
		{
			name: "dotted keys below a header",
			src:  "[presets]\na.d = 'x' # a\na . files = []\nab.d = 1\n",
			to:   "b",
			want: "[presets]\nb.d = 'x' # a\nb . files = []\nab.d = 1\n",
		},
		{
			name: "dotted keys at the top",
			src:  "presets.a.d = 'x'\n\"presets\".'a'.files = []\n",
			to:   "b",
			want: "presets.b.d = 'x'\n\"presets\".b.files = []\n",
		},
		{
			name: "an inline table",
			src:  "presets = { x.a = 1, a = { a = 'a' }, \"a.b\" = 2 }\n",
			to:   "b",
			want: "presets = { x.a = 1, b = { a = 'a' }, \"a.b\" = 2 }\n",
		},
		{
			name: "an inline table of one preset",
			src:  "[presets]\na = { files = [{ a = 1 }] }\n",
			to:   "b",
			want: "[presets]\nb = { files = [{ a = 1 }] }\n",
		},
		{
			name: "what has the name elsewhere stays",
			src:  "[a]\n[presets.x.a]\n[presets.a]\na = '[presets.a]'\n[other.presets.a]\n",
			to:   "b",
			want: "[a]\n[presets.x.a]\n[presets.b]\na = '[presets.a]'\n[other.presets.a]\n",
		},
		{
			name: "line endings and a byte-order mark stay",
			src:  "\ufeff[presets.a]\r\nk = 1\r\n",
			to:   "b",
			want: "\ufeff[presets.b]\r\nk = 1\r\n",
		},
		{
			name: "the same name changes nothing",
			src:  "[presets.'a']\n", to: "a", want: "[presets.'a']\n",
		},
		{
			name: "a name of every kind of character",
			src:  "[presets.a]\n", to: "\"]\n[x]\u202e\\", want: "[presets.\"\\\"]\\n[x]\\u202E\\\\\"]\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Apply([]byte(tt.src), Rename(tt.to, "presets", "a"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("wrong document (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRenameErrors(t *testing.T) {
	tests := []struct{ name, src, to, want string }{
		{"a key that is not there", "[presets.b]\n", "c", "it is not in the file"},
		{"a table that is not there", "", "c", "it is not in the file"},
		{"a list on the way", "[[presets]]\na = 1\n", "c", "it is not in the file"},
		{"a name that is taken", "[presets.a]\n[presets.b]\n", "b", "the file has a presets.b already"},
		{"a name that no file can hold", "[presets.a]\n", "\xff", "not valid UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Apply([]byte(tt.src), Rename(tt.to, "presets", "a"))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%q, error %v, want %q", got, err, tt.want)
			}
		})
	}
}

// Renaming a preset in any notation, with anything around it, changes only its key, and renaming
// it back restores the document, except for the quotes of keys.
func TestRenameKeepsTheRest(t *testing.T) {
	names := []string{"a", "b c", "", "x.y", "ö", "]", "\"", "#", "\n"}
	rapid.Check(t, func(t *rapid.T) {
		w := writer{newline: "\n"}
		from, to := rapid.SampledFrom(names).Draw(t, "from"), rapid.SampledFrom(names).Draw(t, "to")
		body := fields("d", from, "files", []any{from, "x"})
		list := entries(t, "files")
		var middle string
		switch rapid.IntRange(0, 3).Draw(t, "spelling") {
		case 0:
			middle = w.block([]string{"presets", from}, false, append(Block(body[:1:1]), fields("files", list)...))
		case 1:
			middle = "[presets]\n" + w.line("", []string{from}, body)
		case 2:
			middle = "[presets]\n" + w.line("  ", []string{from, "d"}, from) + "# c\n" + w.line("", []string{from, "files"}, []any{from})
		case 3:
			middle = w.line("", []string{"presets"}, fields("k", int64(1), from, body))
		}
		src := middle + "\n" + foreign(t, "y", "after")
		values, err := Decode([]byte(src))
		if err != nil {
			t.Fatalf("the generated document is wrong: %v\n%s", err, src)
		}
		if values["presets"].(map[string]any)[to] != nil {
			return
		}
		there, err := Apply([]byte(src), Rename(to, "presets", from))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		back, err := Apply(there, Rename(from, "presets", to))
		if err != nil {
			t.Fatalf("%v\n%s", err, there)
		}
		if diff := cmp.Diff(src, string(back)); diff != "" {
			t.Fatalf("there and back (-before +after):\n%s", diff)
		}
	})
}
