package mcp

import (
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/aggregate/text"
	"dossier/ui/project/proposals"
)

type proposeIn struct {
	Title       string       `json:"title" jsonschema:"what it is for, on one line"`
	Reason      string       `json:"reason,omitempty" jsonschema:"why, for the user to decide"`
	Show        []proposedIn `json:"show,omitempty" jsonschema:"files to add, or to show in another way"`
	Remove      []string     `json:"remove,omitempty" jsonschema:"paths of files to remove"`
	Instruction *string      `json:"instruction,omitempty" jsonschema:"replaces the instruction"`
}

type proposedIn struct {
	Path    string   `json:"path"`
	View    string   `json:"view,omitempty" jsonschema:"full, skeleton, outline, summary or none; as it is, or full, without it"`
	Lines   []string `json:"lines,omitempty" jsonschema:"only these lines, such as 10-20"`
	Symbols []string `json:"symbols,omitempty" jsonschema:"only the definitions of these symbols"`
	Why     string   `json:"why,omitempty" jsonschema:"why this file"`
}

type proposeOut struct {
	ID     string        `json:"id"`
	State  string        `json:"state"`
	Before int           `json:"before" jsonschema:"tokens of the document now"`
	After  int           `json:"after" jsonschema:"tokens with all of it taken"`
	Rows   []proposedRow `json:"rows"`
}

type proposedRow struct {
	Path   string `json:"path"`
	Kind   string `json:"kind" jsonschema:"comes, goes or changes"`
	View   string `json:"view,omitempty"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

func (s *Server) addPropose() {
	safe := false
	add(s, &mcp.Tool{
		Name: "propose", Title: "Propose a change of the composition",
		Description: "Propose to the user which files, views, lines, symbols or instruction the composition should have, as one change with a title and a reason. " +
			"Nothing changes until the user takes it; context tells what they did.",
		Annotations: &mcp.ToolAnnotations{Title: "Propose a change of the composition", DestructiveHint: &safe, OpenWorldHint: &safe},
	}, s.propose)
}

func (s *Server) propose(c *call, in proposeIn) (answer[proposeOut], error) {
	var a answer[proposeOut]
	r := proposals.Request{Client: c.client, Title: in.Title, Reason: in.Reason, Remove: in.Remove, Instruction: in.Instruction}
	for _, one := range in.Show {
		r.Show = append(r.Show, proposals.Wanted{Part: partIn{Path: one.Path, View: one.View, Lines: one.Lines, Symbols: one.Symbols}.part(), Why: one.Why})
	}
	made, err := proposals.Make(c.ctx, s.p, r)
	if err != nil {
		return a, err
	}
	a.out = proposeOut{ID: made.ID, State: string(made.State), Before: made.Before, After: made.After, Rows: []proposedRow{}}
	var out strings.Builder
	fmt.Fprintf(&out, "%s waits for the user: %d tokens before, %d after\n", made.ID, made.Before, made.After)
	for _, row := range made.Rows {
		a.out.Rows = append(a.out.Rows, proposedRow{row.Path, string(row.Kind), string(row.Now), row.Before, row.After})
		fmt.Fprintf(&out, "%s %s %s %+d tokens\n", row.Kind, text.Escape(row.Path), row.Now, row.After-row.Before)
	}
	out.WriteString("context says later what the user has done with it\n")
	a.text = out.String()
	return a, nil
}
