package answers

import (
	"fmt"
	"strings"
	"time"

	"dossier/aggregate/answer"
	"dossier/presets"
	"dossier/ui/project"
)

// Report describes the edits of an answer, for programs and for lists.
type Report struct {
	Edits []EditReport `json:"edits"`
	// Undo is the ID for undoing the applied edits; empty if nothing was applied, or without a
	// state folder.
	Undo string `json:"undo,omitempty"`
}

// EditReport describes one edit.
type EditReport struct {
	Path       string   `json:"path"`         // in the project, or as written in the answer if unknown
	To         string   `json:"to,omitempty"` // new path of a moved file
	Form       string   `json:"form"`
	Action     string   `json:"action"` // modify, create, replace, delete or rename
	Certainty  string   `json:"certainty"`
	Applied    bool     `json:"applied"`
	Lines      string   `json:"lines"`      // in the current file, such as "12-15"; empty if none
	Reason     string   `json:"reason"`     // why it is not certain, or what differs; may be empty
	Candidates []string `json:"candidates"` // possible lines or files for an ambiguous edit
	Warning    string   `json:"warning,omitempty"`

	Edit int `json:"-"` // its index
	// Old and New are the texts in the answer; an [answer.Selected] may replace New.
	Old string `json:"-"`
	New string `json:"-"`
	// Hunks are the replacements, in file order; Choices are those of each candidate.
	Hunks   []Hunk   `json:"-"`
	Choices [][]Hunk `json:"-"`
	At      int      `json:"-"` // the byte ranges of the answer that contain it
	End     int      `json:"-"`
}

// Hunk is a range of lines and its replacement.
type Hunk struct {
	Line     int // in the file, from 1; if Old is empty, New is inserted before it
	Old, New string
}

// Reports describes the placed edits. applied reports which of them were applied; nil means none.
func Reports(placed []answer.Placed, applied func(i int) bool) []EditReport {
	out := make([]EditReport, len(placed))
	for i, p := range placed {
		r := EditReport{
			Path: p.File, To: p.To, Form: string(p.Form), Action: actionOf(p), Certainty: string(p.Level), Applied: applied != nil && applied(i),
			Reason: p.Reason, Candidates: []string{}, Warning: p.Warning, Edit: i, Hunks: hunks(p.Changes), At: p.At, End: p.Edit.End,
		}
		if len(p.Readings) > 0 {
			r.Old, r.New = p.Readings[0].Old, p.Readings[0].New
		}
		if r.Path == "" {
			r.Path = p.Path
		}
		if r.Reason == "" {
			r.Reason = p.Note
		}
		if p.Lines.Start > 0 {
			r.Lines = p.Lines.String()
		}
		for _, c := range p.Choices {
			r.Candidates, r.Choices = append(r.Candidates, c.Lines.String()), append(r.Choices, hunks(c.Changes))
		}
		if len(p.Candidates) > 0 {
			r.Candidates = p.Candidates
		}
		out[i] = r
	}
	return out
}

func hunks(changes []answer.Change) []Hunk {
	var out []Hunk
	for _, c := range changes {
		out = append(out, Hunk{Line: c.Start + 1, Old: lines(c.Old), New: lines(c.New)})
	}
	return out
}

func lines(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, "\n") + "\n"
}

// actionOf returns the kind of an edit in one word.
func actionOf(p answer.Placed) string {
	switch p.Action {
	case answer.Write, answer.Create:
		if p.Creates {
			return "create"
		}
		if p.Form == answer.Function {
			return "modify"
		}
		return "replace"
	case answer.Insert:
		return "modify"
	}
	return string(p.Action)
}

// Sentence describes the result of an edit on one line.
func (r EditReport) Sentence() string {
	where := r.Path
	if r.Lines != "" && r.Action != "create" && r.Action != "delete" && r.Action != "rename" {
		where += ":" + r.Lines
	}
	s := fmt.Sprintf("%s: %s (%s)", where, r.Action, r.Certainty)
	if r.Reason != "" {
		s += ": " + r.Reason
	}
	if len(r.Candidates) > 0 {
		const most = 5
		s += ": " + strings.Join(r.Candidates[:min(len(r.Candidates), most)], ", ")
		if more := len(r.Candidates) - most; more > 0 {
			s += fmt.Sprintf(" and %d more", more)
		}
	}
	if r.Warning != "" {
		s += "; warning: " + r.Warning
	}
	return s
}

// AppliedReport describes an applied change of files.
type AppliedReport struct {
	ID    string   `json:"id"`
	Time  string   `json:"time"`  // RFC 3339, in UTC
	State string   `json:"state"` // written, undone, or writing if it was interrupted
	Files []string `json:"files"`
}

// AppliedOf describes a record.
func AppliedOf(r presets.UndoRecord) AppliedReport {
	out := AppliedReport{ID: r.ID, Time: r.Time.UTC().Format(time.RFC3339), State: string(r.State), Files: []string{}}
	for _, file := range r.Files {
		out.Files = append(out.Files, file.Path)
	}
	return out
}

// Applied returns the stored changes of a project's files, newest first.
func Applied(p *project.Project) []AppliedReport {
	var out []AppliedReport
	for _, r := range p.Files().Records() {
		out = append(out, AppliedOf(r))
	}
	return out
}
