package mcp

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"dossier/aggregate/text"
	"dossier/ui/project"
)

type snapshotsIn struct {
	Name      string `json:"name,omitempty" jsonschema:"return the text of this snapshot, such as acme_007, 7 or latest; by default, list the snapshots"`
	Offset    int    `json:"offset,omitempty" jsonschema:"rows, or lines of the text, to skip: next_offset of the previous page"`
	Limit     int    `json:"limit,omitempty" jsonschema:"rows of a page, at most 200; default 20"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"approximate number of tokens of text to return, at most 16384; default 8000"`
}

type snapshotsOut struct {
	Snapshots  []snapshotOut `json:"snapshots"`
	Total      int           `json:"total"`
	Text       string        `json:"text,omitempty"`
	Lines      int           `json:"lines,omitempty"`
	NextOffset int           `json:"next_offset" jsonschema:"0 on the last page"`
	Truncated  string        `json:"truncated,omitempty" jsonschema:"the line that is too long for the answer, and how to read more of it"`
}

type snapshotOut struct {
	Name        string `json:"name"`
	Time        string `json:"time"`
	Files       int    `json:"files"`
	Tokens      int    `json:"tokens"`
	Copied      bool   `json:"copied,omitempty" jsonschema:"it was copied to the clipboard, and not written"`
	Preset      string `json:"preset,omitempty"`
	Description string `json:"description,omitempty"`
}

func (w *workspace) snapshots(c *call, in snapshotsIn) (answer[snapshotsOut], error) {
	a := answer[snapshotsOut]{out: snapshotsOut{Snapshots: []snapshotOut{}}}
	if in.Name != "" {
		sent, err := w.p.Snapshots().LoadNamed(in.Name, false)
		if err != nil {
			return a, err
		}
		// Older documents may contain values that would now be redacted.
		clean, err := w.p.Redacting(c.ctx).Text(c.ctx, "", sent.Document.Text())
		if err != nil {
			return a, err
		}
		a.out.Text, a.out.Lines, a.out.NextOffset, a.out.Truncated = c.page(clean, in.Offset, in.MaxTokens)
		var out strings.Builder
		fmt.Fprintf(&out, "=== %s\n%s\n", sent.ID.Name, a.out.Text)
		noteTruncated(&out, a.out.Truncated)
		more(&out, in.Offset, a.out.NextOffset, a.out.Lines, "lines")
		a.text, a.safe = out.String(), true
		return a, nil
	}
	rows, err := w.p.Snapshots().List()
	if err != nil {
		return a, err
	}
	a.out.Total = len(rows)
	rows, a.out.NextOffset = page(rows, in.Offset, limited(in.Limit, 20, 200))
	var out strings.Builder
	for _, r := range rows {
		one := snapshotOut{Name: r.ID.Name, Time: r.Time.UTC().Format(time.RFC3339), Files: r.Files, Tokens: r.Tokens.N, Copied: r.Copied, Preset: r.Preset, Description: r.Description}
		a.out.Snapshots = append(a.out.Snapshots, one)
		fmt.Fprintf(&out, "%s %s %d files %d tokens %s\n", one.Name, one.Time, one.Files, one.Tokens, text.Escape(one.Description))
	}
	if a.out.Total == 0 {
		out.WriteString("no snapshots yet: the user has neither written nor copied a document\n")
	}
	more(&out, in.Offset, a.out.NextOffset, a.out.Total, "snapshots")
	a.text = out.String()
	return a, nil
}

type changesIn struct {
	Since   string `json:"since,omitempty" jsonschema:"the snapshot to compare with, such as acme_007, 7 or latest; default latest"`
	Unified bool   `json:"unified,omitempty" jsonschema:"also return a unified diff of the text"`
	Offset  int    `json:"offset,omitempty" jsonschema:"lines of the diff to skip: next_offset of the previous page"`
}

type changesOut struct {
	Since      string       `json:"since"`
	Same       bool         `json:"same" jsonschema:"nothing has changed"`
	Tokens     int          `json:"tokens" jsonschema:"difference from then to now"`
	Changes    []changeItem `json:"changes" jsonschema:"parts of the document that differ"`
	More       int          `json:"more,omitempty" jsonschema:"parts that are not listed"`
	Unified    string       `json:"unified,omitempty"`
	NextOffset int          `json:"next_offset" jsonschema:"0 when no lines follow"`
	Truncated  string       `json:"truncated,omitempty" jsonschema:"the line that is too long for the answer, and how to read more of it"`
}

type changeItem struct {
	Section string `json:"section"`
	Title   string `json:"title"`
	State   string `json:"state" jsonschema:"changed, added or removed"`
	Added   int    `json:"added_lines"`
	Removed int    `json:"removed_lines"`
}

func (w *workspace) changes(c *call, in changesIn) (answer[changesOut], error) {
	a := answer[changesOut]{out: changesOut{Changes: []changeItem{}}}
	if in.Since == project.CurrentDocument {
		return a, errors.New("since must name a snapshot, which is compared with the current document")
	}
	if in.Since == "" {
		in.Since = "latest"
	}
	if rows, err := w.p.Snapshots().List(); err == nil && len(rows) == 0 {
		return a, errors.New("there is no snapshot to compare with: the user has neither written nor copied a document; build returns the current one")
	}
	old, err := w.p.Snapshots().Revision(c.ctx, in.Since, false, false)
	if err != nil {
		return a, err
	}
	new, err := w.p.Snapshots().Revision(c.ctx, project.CurrentDocument, false, false)
	if err != nil {
		return a, err
	}
	w.built(new.Document)
	r := project.CompareRevisions(old, new, in.Unified)
	a.out.Since, a.out.Same, a.out.Tokens = r.Old, r.Same, r.Tokens
	var out strings.Builder
	for _, section := range r.Sections {
		for _, b := range section.Blocks {
			switch {
			case !b.Differs():
				continue
			case len(a.out.Changes) == maxRelated:
				a.out.More++
				continue
			}
			a.out.Changes = append(a.out.Changes, changeItem{section.Title, b.Title, string(b.State), b.Added, b.Removed})
			fmt.Fprintf(&out, "%s: %s\n", text.Escape(section.Title), b.Summary())
		}
	}
	if r.Same {
		fmt.Fprintf(&out, "nothing has changed since %s\n", r.Old)
	} else {
		fmt.Fprintf(&out, "%+d tokens since %s\n", r.Tokens, r.Old)
	}
	if a.out.More > 0 {
		fmt.Fprintf(&out, "%d more parts differ\n", a.out.More)
	}
	if in.Unified {
		clean, err := w.p.Redacting(c.ctx).Text(c.ctx, "", r.Unified)
		if err != nil {
			return a, err
		}
		lines := 0
		a.out.Unified, lines, a.out.NextOffset, a.out.Truncated = cut(clean, in.Offset, maxText/2)
		if a.out.Truncated != "" {
			a.out.Truncated += "; build and snapshots return more of the texts"
		}
		c.pass(a.out.Unified)
		out.WriteString("\n" + a.out.Unified)
		noteTruncated(&out, a.out.Truncated)
		more(&out, in.Offset, a.out.NextOffset, lines, "lines of the diff")
	}
	a.text = out.String()
	return a, nil
}
