package beads

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	mdtext "github.com/yuin/goldmark/text"

	"dossier/aggregate/content"
	"dossier/aggregate/format/markdown"
	"dossier/models"
)

// tree creates a file system; names that end in a slash are folders.
func tree(files map[string]string) fstest.MapFS {
	t := fstest.MapFS{}
	for name, content := range files {
		if folder, ok := strings.CutSuffix(name, "/"); ok {
			t[folder] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
			continue
		}
		t[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return t
}

func TestLocate(t *testing.T) {
	tests := []struct {
		name     string
		files    map[string]string
		from     string
		want     Location // without its warnings
		warnings []string
		lost     bool
	}{
		{
			name:  "a tracker with its issues",
			files: map[string]string{".beads/config.yaml": "", ".beads/issues.jsonl": "{}"},
			want:  Location{Dir: ".beads", File: ".beads/issues.jsonl", Found: true},
		},
		{name: "metadata alone counts", files: map[string]string{".beads/metadata.json": "{}"}, want: Location{Dir: ".beads", File: ".beads/issues.jsonl"}},
		{name: "a database counts", files: map[string]string{".beads/anything.db": ""}, want: Location{Dir: ".beads", File: ".beads/issues.jsonl"}},
		{name: "a dolt folder counts", files: map[string]string{".beads/dolt/": ""}, want: Location{Dir: ".beads", File: ".beads/issues.jsonl"}},
		{name: "an embedded dolt folder counts", files: map[string]string{".beads/embeddeddolt/x": ""}, want: Location{Dir: ".beads", File: ".beads/issues.jsonl"}},
		{name: "a file called dolt does not", files: map[string]string{".beads/dolt": ""}, lost: true},
		{name: "the database of the version control does not", files: map[string]string{".beads/vc.db": ""}, lost: true},
		{name: "a registry does not", files: map[string]string{".beads/registry.json": "{}"}, lost: true},
		{name: "a file called .beads is no folder", files: map[string]string{".beads": ""}, lost: true},
		{name: "nothing at all", files: map[string]string{"README.md": ""}, lost: true},
		{
			name:  "a folder called issues.jsonl is not read",
			files: map[string]string{".beads/issues.jsonl/": ""},
			want:  Location{Dir: ".beads", File: ".beads/issues.jsonl"},
		},
		{
			name:  "a folder without a tracker is passed over even behind a redirect",
			files: map[string]string{"p/.beads/redirect": "../empty", "empty/": "", ".beads/config.yaml": ""},
			from:  "p",
			want:  Location{Dir: ".beads", File: ".beads/issues.jsonl"},
		},
		{
			name:     "a redirect out of the repository is reported",
			files:    map[string]string{".beads/redirect": "../elsewhere/.beads", ".beads/config.yaml": ""},
			want:     Location{Dir: ".beads", File: ".beads/issues.jsonl"},
			warnings: []string{"leads out of the repository"},
		},
		{
			name:     "so is one to an absolute path",
			files:    map[string]string{".beads/redirect": "/etc", ".beads/config.yaml": ""},
			want:     Location{Dir: ".beads", File: ".beads/issues.jsonl"},
			warnings: []string{"leads out of the repository"},
		},
		{
			name:     "a redirect to nothing falls back",
			files:    map[string]string{".beads/redirect": "gone", ".beads/config.yaml": ""},
			want:     Location{Dir: ".beads", File: ".beads/issues.jsonl"},
			warnings: []string{"is not a folder"},
		},
		{
			name:     "one step is followed",
			files:    map[string]string{".beads/redirect": "a", "a/redirect": "b", "a/x.db": "", "b/x.db": ""},
			want:     Location{Dir: "a", File: "a/issues.jsonl"},
			warnings: []string{"redirects again"},
		},
		{
			name:  "a redirect of comments alone is none",
			files: map[string]string{".beads/redirect": "# later\n\n", ".beads/x.db": ""},
			want:  Location{Dir: ".beads", File: ".beads/issues.jsonl"},
		},
		{
			name:     "a redirect must be small",
			files:    map[string]string{".beads/redirect": strings.Repeat("a", maxRedirect+1), ".beads/x.db": ""},
			want:     Location{Dir: ".beads", File: ".beads/issues.jsonl"},
			warnings: []string{"cannot be read"},
		},
		{name: "a start outside is refused", from: "../x", files: map[string]string{".beads/x.db": ""}, lost: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.from == "" {
				tt.from = "."
			}
			got, err := Locate(tree(tt.files), tt.from)
			if lost := err != nil; lost != tt.lost {
				t.Fatalf("error %v, want one: %t", err, tt.lost)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(Location{}, "Warnings")); diff != "" {
				t.Errorf("wrong location (-want +got):\n%s", diff)
			}
			if len(got.Warnings) != len(tt.warnings) {
				t.Fatalf("warnings %v, want %q", got.Warnings, tt.warnings)
			}
			for i, w := range got.Warnings {
				if !strings.Contains(w.Error(), tt.warnings[i]) {
					t.Errorf("warning %q, want %q in it", w, tt.warnings[i])
				}
			}
		})
	}
	if _, err := Locate(tree(nil), "."); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want it to say that nothing exists", err)
	}
}

func TestOpen(t *testing.T) {
	root := tree(map[string]string{".beads/issues.jsonl": "{}", "d/": ""})
	root["pipe"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	f, err := Open(root, Location{File: ".beads/issues.jsonl"})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if data, err := io.ReadAll(f); string(data) != "{}" || err != nil {
		t.Errorf("read %q, %v", data, err)
	}
	for _, name := range []string{"gone", "d", "pipe"} {
		if _, err := Open(root, Location{File: name}); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
}

func TestRead(t *testing.T) {
	issue := func(id, title string) string { return fmt.Sprintf(`{"id":%q,"title":%q}`, id, title) }
	bead := func(id, title string) models.Bead { return models.Bead{ID: id, Title: title, Status: "open"} }
	long := strings.Repeat("x", MaxLine)
	tests := []struct {
		name  string
		input string
		want  []models.Bead
		bad   []string // the errors
	}{
		{name: "an empty file"},
		{name: "the last line needs no newline", input: issue("a", "A") + "\n" + issue("b", "B"), want: []models.Bead{bead("a", "A"), bead("b", "B")}},
		{name: "a byte-order mark, CRLF and blank lines", input: "\ufeff" + issue("a", "A") + "\r\n \r\n\n", want: []models.Bead{bead("a", "A")}},
		{
			name: "a bad line is skipped and shownBy by its number", input: issue("a", "A") + "\n{\"id\":\"b\",\n\nnull\n\"text\"\n" + issue("c", "C"),
			want: []models.Bead{bead("a", "A"), bead("c", "C")},
			bad:  []string{"line 2: cut off", "line 4: an issue without an id", "line 5: not an object but a string"},
		},
		{name: "a wrong type", input: `{"id":"a","title":7}`, bad: []string{"line 1: title cannot be a number"}},
		{
			name: "a merge conflict", input: "<<<<<<< ours\n" + issue("a", "A") + "\n=======\n" + issue("a", "AA") + "\n>>>>>>> theirs\n",
			want: []models.Bead{bead("a", "AA")},
			bad:  []string{"line 1: the mark of a merge conflict", "line 3: the mark", "line 5: the mark"},
		},
		{name: "the last of an id counts, at the place of the first", input: issue("a", "1") + "\n" + issue("b", "B") + "\n" + issue("a", "2"), want: []models.Bead{bead("a", "2"), bead("b", "B")}},
		{
			name:  "headers, memories and other kinds are no issues",
			input: `{"_schema":"beads-jsonl/1","_sort":"stable-v1"}` + "\n" + `{"_type":"memory","key":"k","value":"v"}` + "\n" + issue("a", "A"),
			want:  []models.Bead{bead("a", "A")},
		},
		{name: "a line of a megabyte", input: issue("a", long[:1<<20]), want: []models.Bead{bead("a", long[:1<<20])}},
		{
			name: "a line over the limit", input: issue("a", long) + "\n" + issue("b", "B") + "\n" + issue("c", long),
			want: []models.Bead{bead("b", "B")}, bad: []string{"line 1: longer than 4 MiB", "line 3: longer than 4 MiB"},
		},
		{name: "the list that bd prints", input: "[\n  " + issue("a", "A") + ",\n  " + issue("b", "B") + "\n]\n", want: []models.Bead{bead("a", "A"), bead("b", "B")}},
		{name: "such a list cut off", input: "[" + issue("a", "A") + `,{"id":"b"`, want: []models.Bead{bead("a", "A")}, bad: []string{"line 2: cut off"}},
		{name: "one cut off between issues", input: "[" + issue("a", "A"), want: []models.Bead{bead("a", "A")}, bad: []string{"line 2: the array is cut off"}},
		{name: "one cut off after a comma", input: "[" + issue("a", "A") + ",\n", want: []models.Bead{bead("a", "A")}, bad: []string{"line 2: the array is cut off"}},
		{name: "one cut off at its beginning", input: "[\n", bad: []string{"line 1: the array is cut off"}},
		{name: "one that ends as an object does", input: "[" + issue("a", "A") + "}", want: []models.Bead{bead("a", "A")}, bad: []string{"line 2: invalid character '}'"}},
		{name: "an empty one", input: "[]\r\n \t"},
		{name: "one with another after it", input: "[" + issue("a", "A") + "]\n[" + issue("b", "B") + "]", want: []models.Bead{bead("a", "A")}, bad: []string{"line 2: text follows the array"}},
		{name: "one with text after it", input: "[" + issue("a", "A") + "]\n>>>>>>> theirs\n", want: []models.Bead{bead("a", "A")}, bad: []string{"line 2: text follows the array"}},
		{name: "escapes of every kind", input: `{"id":"a","title":"\u003cb\u003e \u0000 \ud83d\udc4d \ud800"}`, want: []models.Bead{bead("a", "<b> \x00 👍 \ufffd")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(tt.input))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.Beads); diff != "" {
				t.Errorf("wrong beads (-want +got):\n%.2000s", diff)
			}
			if len(got.Bad) != len(tt.bad) || got.BadLines != len(tt.bad) {
				t.Fatalf("bad lines %v (%d), want %q", got.Bad, got.BadLines, tt.bad)
			}
			for i, b := range got.Bad {
				if !strings.Contains(b.Error(), tt.bad[i]) {
					t.Errorf("bad line %q, want %q", b.Error(), tt.bad[i])
				}
			}
			if (got.Note() == "") != (len(tt.bad)+got.Replaced == 0) {
				t.Errorf("note %q for %d bad lines and %d replaced ones", got.Note(), len(tt.bad), got.Replaced)
			}
		})
	}
}

// A repeated id is reported, with the line that replaces the first one.
func TestNoteOfRepeatedIDs(t *testing.T) {
	tests := []struct{ name, input, want string }{
		{"no id twice", `{"id":"a"}` + "\n" + `{"id":"b"}`, ""},
		{"one twice", `{"id":"a"}` + "\n\n" + `{"id":"a"}`, "line 3 has the id a, which an earlier line has too: the last one is used"},
		{
			"several", `{"id":"a"}` + "\n" + `{"id":"b"}` + "\n" + `{"id":"b"}` + "\n" + `{"id":"a"}` + "\n" + `{"id":"a"}`,
			"3 lines have ids that earlier lines have too: the last one of each is used (first: line 3, b)",
		},
		{"in the list that bd prints", `[{"id":"a"},{"id":"a"}]`, "line 2 has the id a, which an earlier line has too: the last one is used"},
		{
			"beside a bad line", `{"id":"a"}` + "\n" + `{"id":"a"}` + "\n{", "line 2 has the id a, which an earlier line has too: the last one is used; " +
				"1 of 3 lines of beads could not be read (first: line 3: cut off: unexpected end of JSON input); the others are included",
		},
	}
	for _, tt := range tests {
		got, err := Read(strings.NewReader(tt.input))
		if err != nil || got.Note() != tt.want {
			t.Errorf("%s: note %q (%v), want %q", tt.name, got.Note(), err, tt.want)
		}
	}
}

func TestBadLinesShowHowTheyBegin(t *testing.T) {
	got, err := Read(strings.NewReader("{\"id\":\n" + `{"id":7,"x":"` + strings.Repeat("é", MaxExcerpt) + "\"}\n" + strings.Repeat("x", MaxLine+10) + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`{"id":`, `{"id":7,"x":"` + strings.Repeat("é", (MaxExcerpt-13)/2) + "\ufffd", ""}
	for i, b := range got.Bad {
		if i >= len(want) || b.Text != want[i] {
			t.Errorf("line %d begins with %q", b.Line, b.Text)
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	var file strings.Builder
	for i := range MaxBeads + 5 {
		fmt.Fprintf(&file, `{"id":"b-%d"}`+"\n", i)
	}
	for range maxBad + 7 {
		file.WriteString("{\n")
	}
	got, err := Read(strings.NewReader(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Beads) != MaxBeads || got.Omitted != 5 || len(got.Bad) != maxBad || got.BadLines != maxBad+7 {
		t.Errorf("%d beads, %d left, %d of %d bad lines", len(got.Beads), got.Omitted, len(got.Bad), got.BadLines)
	}
	const want = "1007 of 101012 lines of beads could not be read (first: line 100006: cut off: unexpected end of JSON input); " +
		"5 beads beyond the first 100000 are excluded; the others are included"
	if got.Note() != want {
		t.Errorf("note %q, want %q", got.Note(), want)
	}
}

func TestReadReportsTheReader(t *testing.T) {
	for _, failure := range []error{errors.New("broken disk"), io.ErrUnexpectedEOF} {
		for _, text := range []string{"{\"id\":\"a\"}\n", "[{\"id\":\"a\"}\n", "[{\"id\":\"a\"},\n", "[{\"id\":\"a\"},\n{\"id\":", "[{\"id\":\"a\"}]\n"} {
			got, err := Read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(failure)))
			if !errors.Is(err, failure) || len(got.Beads) != 1 || got.BadLines > 0 {
				t.Errorf("after %q: %d beads, %d bad lines, error %v", text, len(got.Beads), got.BadLines, err)
			}
		}
	}
}

// section returns the body of the section as Markdown.
func section(list []models.Bead, exclude []string) string {
	return markdown.Format{}.Block(content.Block{Body: Lists(list, exclude)}).Body
}

func TestSection(t *testing.T) {
	tests := []struct {
		name    string
		beads   []models.Bead
		exclude []string
		want    string
	}{
		{name: "nothing", want: ""},
		{name: "completed alone", beads: []models.Bead{{ID: "a", Title: "A", Status: "closed"}, {ID: "b", Title: "B", Status: "closed"}}, want: "**Completed:** A, B"},
		{name: "active alone", beads: []models.Bead{{ID: "a", Title: "A", Status: "open", Description: "why"}}, want: "**Active:**\n\n- **A** (`a`): why"},
		{
			name:  "another state is shown, without a description there is no colon",
			beads: []models.Bead{{ID: "a", Title: "A", Status: "in_progress"}, {ID: "b", Title: "B", Status: "open", Description: " \n\t"}},
			want:  "**Active:**\n\n- **A** (`a`) [in_progress]\n- **B** (`b`)",
		},
		{
			name:    "excluded and deleted ones are omitted",
			beads:   []models.Bead{{ID: "a", Title: "A", Status: "closed"}, {ID: "b", Title: "B", Status: "tombstone"}, {ID: "c", Title: "C", Status: "open"}},
			exclude: []string{"a", "gone"},
			want:    "**Active:**\n\n- **C** (`c`)",
		},
		{
			name:  "the lines of a description are indented, blank ones stay blank",
			beads: []models.Bead{{ID: "a", Title: "A", Status: "open", Description: "one\r\ntwo\rthree\n \n## four\n"}},
			want:  "**Active:**\n\n- **A** (`a`): one\n  two\n  three\n\n  ## four",
		},
		{
			name:  "titles, ids and states are one line",
			beads: []models.Bead{{ID: "a`\nb", Title: "A\n\n## B\x00 C ", Status: "in\nprogress"}, {ID: "x", Status: "closed"}},
			want:  "**Completed:** x\n\n**Active:**\n\n- **A ## B C** (``a` b``) [in progress]",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, section(tt.beads, tt.exclude)); diff != "" {
				t.Errorf("wrong section (-want +got):\n%s", diff)
			}
		})
	}
}

var emptyItem = regexp.MustCompile(`(?m)([-+*]|\d+[.)])\s*$`)

// FuzzSection checks the structure of the section with a Markdown parser: a paragraph, and a list
// with one item per bead, for arbitrary texts.
func FuzzSection(f *testing.F) {
	f.Add("Title", "text\n- more\n\n# heading", "a-1", "open")
	f.Add("** [x](y) `", "```\nunclosed\n<!--", "`", "blocked")
	f.Add("\r- a\u2028b", "- - -\n---\n1. x", "\n", "\x00")
	f.Fuzz(func(t *testing.T, title, description, id, status string) {
		if status == "closed" || status == "tombstone" {
			return
		}
		b := models.Bead{ID: id, Title: title, Description: description, Status: status}
		section := section([]models.Bead{b, {ID: "next", Title: "Next", Status: "open"}}, nil)
		// goldmark ends a list at an empty item followed by a blank line, contrary to section 5.2
		// of the specification.
		if emptyItem.MatchString(section) {
			return
		}
		source := []byte(section + "\n\n## Discussion History\n")
		doc := goldmark.DefaultParser().Parse(mdtext.NewReader(source))
		var kinds []ast.NodeKind
		for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
			kinds = append(kinds, n.Kind())
		}
		if diff := cmp.Diff([]ast.NodeKind{ast.KindParagraph, ast.KindList, ast.KindHeading}, kinds); diff != "" {
			t.Fatalf("wrong blocks (-want +got):\n%s\n%s", diff, section)
		}
		if list := doc.FirstChild().NextSibling(); list.ChildCount() != 2 {
			t.Fatalf("%d items, want 2:\n%s", list.ChildCount(), section)
		}
	})
}

// FuzzRead checks that Read accounts for every line: each line that is not blank is a bead, a bad
// line, replaced, or of another kind; and that the result can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add("{\"id\":\"a\"}\n{\"id\":\"a\"}\n{")
	f.Add("[{\"id\":\"a\"},7]")
	f.Add("\ufeff\n\n{\"_type\":\"memory\"}")
	f.Fuzz(func(t *testing.T, input string) {
		got, err := Read(strings.NewReader(input))
		if err != nil {
			t.Fatal(err)
		}
		if sum := len(got.Beads) + got.BadLines + got.Replaced + got.Omitted; sum > max(got.Lines, 1) {
			t.Fatalf("%d lines gave %d outcomes: %+v", got.Lines, sum, got)
		}
		seen := map[string]bool{}
		for _, b := range got.Beads {
			if b.ID == "" || b.Status == "" || seen[b.ID] {
				t.Fatalf("bead %+v lacks an id or a state, or comes twice", b)
			}
			seen[b.ID] = true
		}
		slow, err := Read(iotest.OneByteReader(strings.NewReader(input)))
		if diff := cmp.Diff(got, slow, cmp.Comparer(func(a, b BadLine) bool { return a.Error() == b.Error() })); diff != "" || err != nil {
			t.Fatalf("byte by byte it reads otherwise (%v):\n%s", err, diff)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var file strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&file, `{"id":"demo-%d","title":"Some task of the project","description":"A sentence or two on what it is about, and why.","status":"open","priority":2,"issue_type":"task","created_at":"2026-01-01T00:00:00Z"}`+"\n", i)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(strings.NewReader(file.String())); err != nil {
			b.Fatal(err)
		}
	}
}
