package office

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the results in golden files")

// packed returns a ZIP archive.
func packed(tb testing.TB, files []txtar.File) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(f.Data)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// TestGolden runs the archives testdata/*.txtar: a description, the parts of a document, and want.md, its
// text.
func TestGolden(t *testing.T) {
	for name, read := range map[string]func(context.Context, []byte) (string, error){"docx": DOCX, "odt": ODT} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".txtar")
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			last := len(archive.Files) - 1
			got, err := read(t.Context(), packed(t, archive.Files[:last]))
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				archive.Files[last].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[last].Data), got); diff != "" {
				t.Errorf("wrong text (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHostile checks that each bound ends in its error, or in a short text.
func TestHostile(t *testing.T) {
	lol := `<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><p><p>&c;</p></p>`
	tests := []struct {
		name, xml string
		want      error
		text      string // if there is no error
	}{
		{"nested deeply", strings.Repeat("<p>", 1_000_000), errDepth, ""},
		{"a long tag", "<p " + strings.Repeat(`a="b" `, maxTag), errTag, ""},
		{"a long text", "<p>" + strings.Repeat("a", 2*maxTag) + "</p>", errTag, ""},
		{"more than may be unpacked", "<x>" + strings.Repeat(`<p a="`+strings.Repeat("a", 1000)+`"/>`, maxXML/1000+1), errXML, ""},
		{"more text than allowed", "<x>" + strings.Repeat("<p>"+strings.Repeat("a", 1000)+"</p>", maxText/1000+1) + "</x>", errText, ""},
		{"entities of entities", lol, nil, "&c;\n"},
		{"an external entity", `<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><p><p>&a;</p></p>`, nil, "&a;\n"},
		{"elements that are not closed", `<p>a<p>b`, nil, ""},
		{"spaces", `<p>a<s c="2000000000"/>b</p>`, nil, "a" + strings.Repeat(" ", maxSpaces) + "b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ODT(t.Context(), packed(t, []txtar.File{{Name: "content.xml", Data: []byte(tt.xml)}}))
			if !errors.Is(err, tt.want) && tt.want != nil {
				t.Fatalf("%v, want %v", err, tt.want)
			}
			if err == nil && tt.want == nil && tt.text != "" && got != tt.text {
				t.Errorf("%.200q, want %q", got, tt.text)
			}
		})
	}
	t.Run("many parts", func(t *testing.T) {
		var files []txtar.File
		for i := range maxParts + 1 {
			files = append(files, txtar.File{Name: fmt.Sprint(i)})
		}
		if _, err := DOCX(t.Context(), packed(t, files)); !errors.Is(err, errParts) {
			t.Errorf("%v, want %v", err, errParts)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := ODT(ctx, packed(t, []txtar.File{{Name: "content.xml", Data: []byte("<p/>")}})); !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want %v", err, context.Canceled)
		}
	})
}

// TestNotDocuments checks the sentences about files that are none.
func TestNotDocuments(t *testing.T) {
	tests := []struct{ data, want string }{
		{"", "it is not a ZIP archive (zip: not a valid zip file)"},
		{"\xd0\xcf\x11\xe0 encrypted", "it is not a ZIP archive (zip: not a valid zip file)"},
		{string(packed(t, nil)), "it lacks the part with the text"},
		{string(packed(t, []txtar.File{{Name: "word/document.xml", Data: []byte("<?xml version='1.0' encoding='EBCDIC'?><w/>")}})), `its XML is damaged (xml: opening charset "EBCDIC": its encoding "EBCDIC" is not supported)`},
	}
	for _, tt := range tests {
		if _, err := DOCX(t.Context(), []byte(tt.data)); err == nil || err.Error() != tt.want {
			t.Errorf("%.20q fails with %v, want %s", tt.data, err, tt.want)
		}
	}
}

// FuzzXML checks that any XML gives a text that is not much longer than itself, or an error, and always the
// same.
func FuzzXML(f *testing.F) {
	for _, name := range []string{"docx", "odt"} {
		archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(archive.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, part := range []struct {
			name string
			read func(context.Context, []byte) (string, error)
		}{{"word/document.xml", DOCX}, {"content.xml", ODT}} {
			data := packed(t, []txtar.File{{Name: part.name, Data: []byte(src)}})
			got, err := part.read(t.Context(), data)
			if most := 100 + (maxSpaces+20)*len(src); err == nil && len(got) > most {
				t.Errorf("%d bytes become %d", len(src), len(got))
			}
			if again, _ := part.read(t.Context(), data); again != got {
				t.Error("the same document gives another text")
			}
		}
	})
}

// FuzzArchive checks that no bytes make a reader fail.
func FuzzArchive(f *testing.F) {
	f.Add(packed(f, []txtar.File{{Name: "word/document.xml", Data: []byte("<p><t>a</t></p>")}, {Name: "content.xml", Data: []byte("<p>a</p>")}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = DOCX(t.Context(), data)
		_, _ = ODT(t.Context(), data)
	})
}
