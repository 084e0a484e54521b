package mcp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
)

type buildIn struct {
	Preset    string `json:"preset,omitempty" jsonschema:"build this preset instead of the composition"`
	Format    string `json:"format,omitempty" jsonschema:"the document's format instead of the project's: markdown, xml or another one; an unknown name is answered with the list"`
	Text      string `json:"text,omitempty" jsonschema:"text options of files instead of the project's, separated by commas: line-numbers, without-comments, without-documentation, without-blank-lines, short-data, name-generated, or none"`
	Section   string `json:"section,omitempty" jsonschema:"only the section of this name, such as Files"`
	Offset    int    `json:"offset,omitempty" jsonschema:"lines to skip: next_offset of the previous page"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"approximate number of tokens of text to return, at most 16384; default 8000"`
	Write     bool   `json:"write,omitempty" jsonschema:"write the document as a numbered file instead of returning its text; only if the user allowed it"`
}

type buildOut struct {
	Tokens     int           `json:"tokens" jsonschema:"of the whole document"`
	Sections   []contextPart `json:"sections"`
	Text       string        `json:"text,omitempty"`
	Lines      int           `json:"lines,omitempty" jsonschema:"of the document or section"`
	NextOffset int           `json:"next_offset" jsonschema:"0 when no lines follow"`
	Truncated  string        `json:"truncated,omitempty" jsonschema:"the line that is too long for the answer, and how to read more of it"`
	Path       string        `json:"path,omitempty" jsonschema:"of the file that was written"`
	Redacted   int           `json:"redacted" jsonschema:"secrets that were redacted"`
	Warnings   []string      `json:"warnings,omitempty"`
}

func (s *Server) addBuild() {
	writes := s.opts.Write
	safe := false
	add(s, &mcp.Tool{
		Name: "build", Title: "Build the document",
		Description: "Build the document that a model would read: the whole text page by page, or one section, with the tokens of each section. " +
			"To read single files, read is shorter.",
		Annotations: &mcp.ToolAnnotations{Title: "Build the document", ReadOnlyHint: !writes, IdempotentHint: !writes, DestructiveHint: &safe, OpenWorldHint: &safe},
	}, (*workspace).build)
}

// maxWarnings is the max number of warnings in an answer.
const maxWarnings = 50

func (w *workspace) build(c *call, in buildIn) (answer[buildOut], error) {
	var a answer[buildOut]
	if in.Write && !w.write {
		return a, errors.New("this server writes nothing to the project; the user can start it with dossier mcp --write to allow this")
	}
	if in.Write {
		if err := w.p.OutputProblem(); err != nil {
			return a, err
		}
	}
	o := project.BuildOptions{Preset: in.Preset, Format: in.Format}
	if in.Text != "" {
		var err error
		if o.Text, err = models.ParseTextOptions(in.Text); err != nil {
			return a, err
		}
	}
	doc, input, err := w.document(c, o)
	if err != nil {
		return a, err
	}
	if doc.Bytes == 0 && o.Preset == "" && len(input.Composition.Files) == 0 {
		return a, errors.New("the user's composition is empty; propose files for it, or name one of the presets that context lists")
	}
	if doc.Bytes == 0 {
		return a, w.p.NothingBuilt(o, input.Composition)
	}
	a.out = buildOut{Tokens: doc.Tokens.N, Sections: []contextPart{}, Redacted: project.ReportDocument(doc, nil).Secrets.Redacted}
	var head strings.Builder
	for _, section := range doc.Sections {
		a.out.Sections = append(a.out.Sections, contextPart{section.Title, section.Tokens.N})
	}
	for _, item := range doc.Items {
		c.read(item.Path)
	}
	for _, w := range doc.Warnings[:min(len(doc.Warnings), maxWarnings)] {
		a.out.Warnings = append(a.out.Warnings, w.String())
	}
	fmt.Fprintf(&head, "document: %d tokens, %d secrets redacted\n", a.out.Tokens, a.out.Redacted)
	if in.Write {
		path, _, err := w.p.Snapshots().Write(doc, input, w.p.BuiltPreset(o))
		if err != nil {
			return a, err
		}
		a.out.Path = path
		a.text = head.String() + "written to " + project.Shown(path) + "\n"
		return a, nil
	}
	text, err := textOf(doc, in.Section)
	if err != nil {
		return a, err
	}
	a.out.Text, a.out.Lines, a.out.NextOffset, a.out.Truncated = c.page(text, in.Offset, in.MaxTokens)
	noteTruncated(&head, a.out.Truncated)
	more(&head, in.Offset, a.out.NextOffset, a.out.Lines, "lines")
	a.text, a.safe = head.String()+"\n"+a.out.Text, true
	return a, nil
}

// textOf returns the text of a document, or of one of its sections.
func textOf(doc *aggregate.Document, section string) (string, error) {
	text := doc.Text()
	if section == "" {
		return text, nil
	}
	var names []string
	for _, s := range doc.Sections {
		if strings.EqualFold(s.Title, section) {
			return text[s.Bytes.Start:s.Bytes.End], nil
		}
		names = append(names, s.Title)
	}
	return "", fmt.Errorf("the document has no section %q; it has %s", section, strings.Join(names, ", "))
}
