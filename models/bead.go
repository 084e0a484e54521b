package models

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Bead is one issue of the project's beads tracker, as one line of its JSONL holds
// it. Dossier reads beads and never writes them.
type Bead struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Description string   `json:"description,omitempty"`
	Status      string   `json:"status"` // never empty: a missing one is "open"
	Priority    int      `json:"priority"`
	Type        string   `json:"issue_type"`
	Assignee    string   `json:"assignee,omitempty"`
	Labels      []string `json:"labels,omitempty"`
	DependsOn   []string `json:"depends_on,omitempty"` // ids, in the order of the file
	Comments    int      `json:"comments"`
}

// BeadClass says where a bead stands in the document.
type BeadClass string

// The classes of the beads section.
const (
	BeadActive    BeadClass = "active"
	BeadCompleted BeadClass = "completed"
	BeadDropped   BeadClass = "dropped"
)

// Class returns completed for the status closed, dropped for tombstone, else active.
func (b Bead) Class() BeadClass {
	switch b.Status {
	case "closed":
		return BeadCompleted
	case "tombstone":
		return BeadDropped
	}
	return BeadActive
}

// ErrNotIssue is the answer to a line that holds something other than an issue: newer
// trackers write such lines beside the issues, told apart by their _type.
var ErrNotIssue = errors.New("not an issue")

// ParseBead reads one line of a tracker's JSONL.
func ParseBead(line []byte) (Bead, error) {
	var raw struct {
		Kind         string   `json:"_type"`
		ID           string   `json:"id"`
		Title        string   `json:"title"`
		Description  string   `json:"description"`
		Status       string   `json:"status"`
		Priority     int      `json:"priority"`
		Type         string   `json:"issue_type"`
		Assignee     string   `json:"assignee"`
		Labels       []string `json:"labels"`
		Dependencies []struct {
			DependsOn string `json:"depends_on_id"`
		} `json:"dependencies"`
		Comments []json.RawMessage `json:"comments"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return Bead{}, err
	}
	if raw.Kind != "" && raw.Kind != "issue" {
		return Bead{}, fmt.Errorf("%w but %q", ErrNotIssue, raw.Kind)
	}
	if raw.ID == "" {
		return Bead{}, errors.New("an issue without an id")
	}
	b := Bead{
		ID: raw.ID, Title: raw.Title, Description: raw.Description, Status: raw.Status,
		Priority: raw.Priority, Type: raw.Type, Assignee: raw.Assignee, Labels: raw.Labels,
		Comments: len(raw.Comments),
	}
	if b.Status == "" {
		b.Status = "open"
	}
	for _, d := range raw.Dependencies {
		b.DependsOn = append(b.DependsOn, d.DependsOn)
	}
	return b, nil
}
