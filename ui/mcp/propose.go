package mcp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/project/proposals"
)

type proposeIn struct {
	Title       string       `json:"title" jsonschema:"what it is for, on one line"`
	Reason      string       `json:"reason,omitempty" jsonschema:"why, for the user to decide"`
	Show        []proposedIn `json:"show,omitempty" jsonschema:"files to add, or to show in another view"`
	Remove      []string     `json:"remove,omitempty" jsonschema:"paths of files to remove"`
	Instruction *string      `json:"instruction,omitempty" jsonschema:"replaces the instruction"`
}

type proposedIn struct {
	Path    string   `json:"path"`
	View    string   `json:"view,omitempty" jsonschema:"full, skeleton, outline, summary or none; default the current view, or full"`
	Lines   []string `json:"lines,omitempty" jsonschema:"only these lines, such as 10-20"`
	Symbols []string `json:"symbols,omitempty" jsonschema:"only the definitions of these symbols"`
	Why     string   `json:"why,omitempty" jsonschema:"why this file"`
}

type proposeOut struct {
	ID     string        `json:"id"`
	State  string        `json:"state"`
	Before int           `json:"before" jsonschema:"tokens of the document now"`
	After  int           `json:"after" jsonschema:"tokens if all of it is applied"`
	Rows   []proposedRow `json:"rows"`
}

type proposedRow struct {
	Path   string `json:"path"`
	Kind   string `json:"kind" jsonschema:"added, removed or changed"`
	View   string `json:"view,omitempty"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

func (s *Server) addPropose() {
	safe := false
	add(s, &mcp.Tool{
		Name: "propose", Title: "Propose a change of the composition",
		Description: "Propose to the user which files, views, lines, symbols or instruction the composition should have, as one change with a title and a reason. " +
			"Nothing changes until the user accepts it; context reports the decision.",
		Annotations: &mcp.ToolAnnotations{Title: "Propose a change of the composition", DestructiveHint: &safe, OpenWorldHint: &safe},
	}, (*workspace).propose)
}

func (w *workspace) propose(c *call, in proposeIn) (answer[proposeOut], error) {
	var a answer[proposeOut]
	made, err := w.proposal(c, in)
	if err == nil && w.canPrompt(c) {
		made.State, err = w.offer(c, made)
	}
	if err != nil {
		return a, err
	}
	a.out = proposeOut{ID: made.ID, State: string(made.State), Before: made.Before, After: made.After, Rows: []proposedRow{}}
	var out strings.Builder
	became := "is waiting for the user"
	if made.State != presets.ProposalWaiting {
		became = "was " + string(made.State) + " by the user"
	}
	fmt.Fprintf(&out, "%s %s: %d tokens before, %d after\n", made.ID, became, made.Before, made.After)
	for _, row := range made.Rows {
		a.out.Rows = append(a.out.Rows, proposedRow{row.Path, string(row.Kind), string(row.New), row.Before, row.After})
		fmt.Fprintf(&out, "%s %s %s %+d tokens\n", row.Kind, text.Escape(row.Path), row.New, row.After-row.Before)
	}
	if made.State == presets.ProposalWaiting {
		out.WriteString("context reports the decision of the user\n")
	}
	a.text = out.String()
	return a, nil
}

// proposal creates the proposal of a call, or finds it if the client repeats the call after it
// was asked about it.
func (w *workspace) proposal(c *call, in proposeIn) (proposals.Report, error) {
	if c.state != "" && w.canPrompt(c) {
		made, err := proposals.Find(c.ctx, w.p, c.state)
		if err == nil && made.Client != c.client {
			err = fmt.Errorf("the proposal %s is from another client", c.state)
		}
		return made, err
	}
	r := proposals.Request{Client: c.client, Title: in.Title, Reason: in.Reason, Remove: in.Remove, Instruction: in.Instruction}
	for _, one := range in.Show {
		r.Show = append(r.Show, proposals.Wanted{Part: partIn{Path: one.Path, View: one.View, Lines: one.Lines, Symbols: one.Symbols}.part(), Why: one.Why})
	}
	return proposals.Make(c.ctx, w.p, r)
}

// canPrompt reports whether the client asks its user about proposals: it must be able to,
// and the user must have allowed it, because a client could answer in their place.
func (w *workspace) canPrompt(c *call) bool {
	return c.elicits() && w.p.User().Settings().AskInClient
}

// offer asks the client's user about a waiting proposal, applies it if they accept, and returns
// the decision. The error may be a [clientRequest].
func (w *workspace) offer(c *call, made proposals.Report) (presets.Decision, error) {
	if made.State != presets.ProposalWaiting {
		return made.State, nil
	}
	message := fmt.Sprintf("Dossier: %q changes the document from %d to %d tokens.", made.Title, made.Before, made.After)
	if made.Reason != "" {
		message += " " + made.Reason
	}
	said, err := requestClient[*mcp.ElicitResult](c.ctx, c, "take", made.ID, &mcp.ElicitParams{
		Message:         message + "\nAccept to apply all of it. Otherwise it waits in the window of Dossier, where you can apply a part of it.",
		RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}},
	})
	switch {
	case errors.As(err, new(*clientRequest)):
		return made.State, err
	case err != nil || said.Action != "accept": // it remains waiting
		return made.State, c.ctx.Err()
	}
	if _, err := proposals.Accept(c.ctx, w.p, made.ID); err != nil && !errors.Is(err, presets.ErrDecided) {
		return made.State, err
	}
	now, err := proposals.Find(c.ctx, w.p, made.ID)
	return now.State, err
}
