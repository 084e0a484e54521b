package mcp

import (
	"fmt"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/proposals"
)

type contextIn struct {
	Offset int `json:"offset,omitempty" jsonschema:"files to skip: next_offset of the previous page"`
	Limit  int `json:"limit,omitempty" jsonschema:"files of a page, at most 1000; default 200"`
}

type contextOut struct {
	Files       []contextFile  `json:"files" jsonschema:"in the order of the document"`
	Total       int            `json:"total" jsonschema:"files of all pages"`
	NextOffset  int            `json:"next_offset" jsonschema:"0 on the last page"`
	Sections    []contextPart  `json:"sections"`
	Tokens      int            `json:"tokens" jsonschema:"of the document"`
	Exact       bool           `json:"exact" jsonschema:"whether the tokens were counted; otherwise they are estimated"`
	Instruction string         `json:"instruction,omitempty" jsonschema:"the instruction of the user to the model that reads the document"`
	Format      string         `json:"format,omitempty"`
	Presets     []string       `json:"presets,omitempty" jsonschema:"presets that build can build instead of the composition"`
	Proposals   []proposalNote `json:"proposals,omitempty" jsonschema:"recent proposals and what the user did with them"`
}

type contextFile struct {
	Path    string `json:"path"`
	View    string `json:"view"`
	Tokens  int    `json:"tokens"`
	Focus   bool   `json:"focus,omitempty"`
	Problem string `json:"problem,omitempty"`
}

type contextPart struct {
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
}

type proposalNote struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	State    string   `json:"state" jsonschema:"waiting, taken, taken in part or dropped"`
	Fits     bool     `json:"fits" jsonschema:"whether all of a waiting proposal can still be applied"`
	Accepted []string `json:"taken,omitempty" jsonschema:"the rows that were applied"`
}

// document builds and counts the project's document, changed by options.
func (w *workspace) document(c *call, o project.BuildOptions) (*aggregate.Document, aggregate.Input, error) {
	in, err := w.p.BuildInput(o)
	if err != nil {
		return nil, in, err
	}
	progress := c.progress("building the document")
	doc, err := w.p.Builder.Build(c.ctx, in, func(p aggregate.Progress) {
		if progress != nil {
			progress(p.Done, p.Total)
		}
	})
	if err == nil {
		doc, err = w.p.Builder.Count(c.ctx, doc, nil)
	}
	if err == nil {
		w.built(doc)
	}
	return doc, in, err
}

func (w *workspace) context(c *call, in contextIn) (answer[contextOut], error) {
	var a answer[contextOut]
	doc, input, err := w.document(c, project.BuildOptions{})
	if err != nil {
		return a, err
	}
	all := make([]contextFile, len(doc.Items))
	for i, item := range doc.Items {
		all[i] = contextFile{Path: item.Name(), View: string(item.Shown), Tokens: item.Tokens.N, Focus: item.Focus}
		switch {
		case item.Err != nil:
			all[i].Problem = item.Err.Error()
		case item.Withheld:
			all[i].Problem = "withheld, because files of this name hold secrets"
		case !item.InDocument():
			all[i].Problem = "only listed"
		}
	}
	a.out = contextOut{Sections: []contextPart{}, Total: len(all), Tokens: doc.Tokens.N, Exact: doc.Tokens.Exact, Format: doc.Format}
	a.out.Files, a.out.NextOffset = page(all, in.Offset, limited(in.Limit, 200, 1000))
	// Redacted before it is cut: the rest of a secret might not be recognized.
	if a.out.Instruction, err = w.p.Redacting(c.ctx).Text(c.ctx, "", input.Composition.Instruction); err != nil {
		return a, err
	}
	if len(a.out.Instruction) > maxText/2 {
		a.out.Instruction = strings.ToValidUTF8(a.out.Instruction[:maxText/2], "") + "…"
	}
	c.pass(a.out.Instruction)
	var out strings.Builder
	for _, f := range a.out.Files {
		fmt.Fprintf(&out, "%s %s %d tokens", text.Escape(f.Path), f.View, f.Tokens)
		if f.Focus {
			out.WriteString(" (in focus)")
		}
		if f.Problem != "" {
			out.WriteString(" (" + text.Escape(f.Problem) + ")")
		}
		out.WriteByte('\n')
	}
	if len(all) == 0 {
		out.WriteString("no files are in the composition; propose some\n")
	}
	more(&out, in.Offset, a.out.NextOffset, a.out.Total, "files")
	for _, section := range doc.Sections {
		a.out.Sections = append(a.out.Sections, contextPart{section.Title, section.Tokens.N})
		fmt.Fprintf(&out, "section %s: %d tokens\n", text.Escape(section.Title), section.Tokens.N)
	}
	fmt.Fprintf(&out, "document: %d tokens\n", a.out.Tokens)
	if a.out.Instruction != "" {
		fmt.Fprintf(&out, "instruction: %s\n", a.out.Instruction)
	}
	for _, preset := range w.p.Presets().Applicable() {
		a.out.Presets = append(a.out.Presets, preset.Name)
	}
	if len(a.out.Presets) > 0 {
		fmt.Fprintf(&out, "presets: %s\n", text.Escape(strings.Join(a.out.Presets, ", ")))
	}
	list, err := proposals.List(c.ctx, w.p)
	if err != nil {
		return a, err
	}
	for _, one := range list[max(0, len(list)-20):] {
		a.out.Proposals = append(a.out.Proposals, proposalNote{one.ID, one.Title, string(one.State), one.Fits, one.Accepted})
		state := string(one.State)
		if one.State == presets.ProposalWaiting && !one.Fits {
			state += ", can no longer be applied in full"
		}
		fmt.Fprintf(&out, "proposal %s %q: %s\n", one.ID, text.Escape(one.Title), state)
	}
	a.text = out.String()
	return a, nil
}
