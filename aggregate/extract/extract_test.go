package extract

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"dossier/aggregate/text"
	"dossier/models"
)

func zipped(t *testing.T, name, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write([]byte(content))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDecode(t *testing.T) {
	cells := `{"cells": [{"cell_type": "markdown", "source": "a\udb40\udc41b"}]}`
	tests := []struct {
		name, path, data string
		rule             string // the language of *
		language, has    string // wanted; the text contains has
		problem          string // contained in Problem or in the error
	}{
		{name: "a text is decoded", path: "a.go", data: "package a\n", has: "package a\n"},
		{name: "a notebook is its cells", path: "A.IPYNB", data: cells, language: "notebook", has: "## Cell 1 (markdown)\n\nab\n"}, // without the invisible character
		{name: "a rule shows its JSON", path: "a.ipynb", data: cells, rule: "json", has: cells},
		{name: "a rule makes a notebook", path: "a.json", data: cells, rule: "notebook", language: "notebook", has: "Cell 1"},
		{name: "a damaged notebook is its JSON", path: "a.ipynb", data: "{", language: "json", has: "{", problem: "shown as JSON, because it cannot be read as a notebook: it is not valid JSON"},
		{name: "a notebook that is not text", path: "a.ipynb", data: "\x00", problem: "not text"},
		{name: "a Word document", path: "a.docx", data: zipped(t, "word/document.xml", "<p><t>a</t></p>"), language: "markdown", has: "a\n"},
		{name: "an OpenDocument text", path: "a.odt", data: zipped(t, "content.xml", "<p>a</p>"), language: "markdown", has: "a\n"},
		{name: "a damaged document", path: "a.docx", data: "x", problem: "a.docx is a Word document that cannot be read: it is not a ZIP archive"},
		{name: "a PDF", path: "a.pdf", data: "%PDF-1.7\n1 0 obj<</Type /Page>> endobj 2 0 obj<</Type/Page/Parent 3 0 R>> 3 0 obj<</Type/Pages>>", problem: "a.pdf is a PDF that cannot be read: the text of its about 2 pages is not extracted from a PDF; make a text file of it"},
		{name: "a rule turns a document into bytes", path: "a.docx", data: "x", rule: "text", has: "x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var r Reader
			if tt.rule != "" {
				r.Rules = []models.LanguageRule{{Pattern: "*", Language: tt.rule}}
			}
			got, err := r.Decode(t.Context(), tt.path, []byte(tt.data))
			problem := got.Problem
			if err != nil {
				problem = err.Error()
				if !errors.Is(err, text.ErrBinary) {
					t.Errorf("%v is not that of a binary file", err)
				}
			}
			if !strings.Contains(problem, tt.problem) || (tt.problem == "") != (problem == "") {
				t.Errorf("the problem is %q, want %q", problem, tt.problem)
			}
			if got.Language != tt.language || !strings.Contains(got.Text, tt.has) {
				t.Errorf("%s %q, want %s %q", got.Language, got.Text, tt.language, tt.has)
			}
		})
	}
}

func TestPagesInStreams(t *testing.T) {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, err := z.Write([]byte("<</Type/Pages/Count 2>><</Type/Page/X 1>><</Type/Page>>"))
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, data string
		want       int
	}{
		{"a stream of objects", "1 0 obj<</Type/ObjStm/N 3/Length 70>>stream\r\n" + b.String() + "\nendstream", 2},
		{"a damaged stream", "<</Type/ObjStm>>stream\n" + b.String()[:8], 0},
		{"a stream that is none", "/ObjStm stream x /ObjStm", 0},
		{"nothing", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := pdfPages([]byte(tt.data)); got != tt.want {
				t.Errorf("%d pages, want %d", got, tt.want)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("a.pdf", []byte("/ObjStm stream\n/Type /Page "))
	f.Add("a.ipynb", []byte(`{"cells": [{"cell_type": "code", "source": "a"}]}`))
	f.Add("a.docx", []byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		got, err := Reader{}.Decode(t.Context(), name, data)
		if err == nil && (!utf8.ValidString(got.Text) || strings.Contains(got.Text, "\x00")) {
			t.Errorf("%q is not text", got.Text)
		}
	})
}
