// Package json renders the document as JSON (RFC 8259) for programs, without loss of information.
// Its schema is schema.json.
//
// All functions are pure and safe for concurrent use.
package json

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"strings"

	"dossier/aggregate/content"
)

// Schema is the JSON Schema (draft 2020-12) of documents.
//
//go:embed schema.json
var Schema string

// Format renders documents as JSON.
type Format struct{}

// Name returns the format's name.
func (Format) Name() string { return "json" }

// Title returns the display name.
func (Format) Title() string { return "JSON" }

// Ext returns the file name extension.
func (Format) Ext() string { return ".json" }

// Heading returns the beginning of a section.
func (Format) Heading(kind, title string) string {
	return `{"kind":` + quote(kind) + `,"title":` + quote(title) + `,"blocks":[`
}

// Separators returns the separators around the parts of a document.
func (Format) Separators() content.Separators {
	return content.Separators{Begin: `{"sections":[` + "\n", Heading: "\n", Blocks: "\n,\n", Sections: "\n]}\n,\n", End: "\n]}\n]}\n"}
}

// block is a block in the document. Text is last, so that the text of a file can be the body of
// its block.
type block struct {
	Kind     string   `json:"kind"`
	Title    string   `json:"title"`
	Note     string   `json:"note,omitempty"`
	What     string   `json:"what,omitempty"` // kind of a snippet: Code, Error
	Path     string   `json:"path,omitempty"` // of a snippet or an image
	Start    int      `json:"start,omitempty"`
	End      int      `json:"end,omitempty"`
	Caption  string   `json:"caption,omitempty"`
	Problem  string   `json:"problem,omitempty"`
	Language string   `json:"language,omitempty"`
	Slices   []slice  `json:"slices,omitempty"`
	Names    []string `json:"names,omitempty"`
	Lists    []list   `json:"lists,omitempty"`
}

type slice struct {
	Start   int    `json:"start,omitempty"`
	End     int    `json:"end,omitempty"`
	Tag     string `json:"tag,omitempty"`
	Comment string `json:"comment,omitempty"`
	Problem string `json:"problem,omitempty"`
	Text    string `json:"text,omitempty"`
}

type list struct {
	Label string `json:"label"`
	Items []item `json:"items"`
}

type item struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	State string   `json:"state,omitempty"`
	Text  []string `json:"text,omitempty"`
}

// Block renders a block as an object on one line.
func (Format) Block(b content.Block) content.Text {
	out := block{Kind: "heading", Title: b.Title, Note: b.Note}
	switch body := b.Body.(type) {
	case content.Prose:
		out.Kind = "prose"
		return around(out, string(body))
	case content.Code:
		out.Kind, out.Language = "code", body.Info
		return around(out, body.Text)
	case content.Snippet:
		out.Kind, out.What, out.Language = "snippet", body.Kind, body.Info
		out.Path, out.Start, out.End = body.From.Path, body.From.Start, body.From.End
		return around(out, body.Text)
	case content.Slices:
		out.Kind, out.Language = "slices", body.Info
		for _, s := range body.List {
			out.Slices = append(out.Slices, slice{s.Start, s.End, s.Tag, s.Comment, s.Problem, s.Text})
		}
	case content.Image:
		out.Kind, out.Path, out.Caption, out.Problem = "image", body.Path, body.Caption, body.Problem
	case content.Names:
		out.Kind, out.Names = "names", body
	case content.Lists:
		out.Kind = "lists"
		for _, l := range body {
			items := make([]item, len(l.Items))
			for i, it := range l.Items {
				items[i] = item{it.ID, it.Title, it.State, it.Text}
			}
			out.Lists = append(out.Lists, list{l.Label, items})
		}
	}
	return content.Text{Body: marshal(out)}
}

// around returns a block around a text.
func around(b block, text string) content.Text {
	quoted := quote(text)
	return content.Text{Head: strings.TrimSuffix(marshal(b), "}") + `,"text":"`, Body: quoted[1 : len(quoted)-1], Tail: `"}`}
}

func quote(s string) string { return marshal(s) }

// marshal returns v on one line, without escaping HTML characters.
func marshal(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // strings and numbers always encode
	return strings.TrimSuffix(b.String(), "\n")
}
