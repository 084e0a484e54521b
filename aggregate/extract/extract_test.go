package extract

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"

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
		{name: "a damaged document", path: "a.docx", data: "x", problem: "a.docx is a Word document whose text cannot be read: it is not a ZIP archive"},
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
