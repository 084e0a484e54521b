package project

import (
	"context"
	"strings"
	"time"

	"dossier/models"
)

// DiscussionReport is a discussion in a list, as JSON.
type DiscussionReport struct {
	Name    string `json:"name"`
	Active  bool   `json:"active"`
	Entries int    `json:"entries"`
	In      int    `json:"in_dossier"`
}

// ReportDiscussions describes discussions, in order.
func ReportDiscussions(all models.Discussions) []DiscussionReport {
	active, _ := all.Current()
	reports := []DiscussionReport{}
	for _, d := range all.List {
		r := DiscussionReport{Name: d.Name, Active: d.Name == active.Name, Entries: len(d.History)}
		for _, e := range d.History {
			if !e.Exclude && !e.Null {
				r.In++
			}
		}
		reports = append(reports, r)
	}
	return reports
}

// EntryReport is an entry, as JSON.
type EntryReport struct {
	Number  int        `json:"entry"` // counts from 1
	Role    string     `json:"role"`
	Content string     `json:"content"`
	Time    *time.Time `json:"time,omitempty"`
	In      bool       `json:"in_dossier"`
}

// ReportEntry describes the entry in row i of a discussion.
func ReportEntry(i int, e models.Entry) EntryReport {
	r := EntryReport{Number: i + 1, Role: e.Role, Content: e.Content, In: !e.Exclude}
	if !e.Time.IsZero() {
		r.Time = &e.Time
	}
	return r
}

// MatchReport is a match in an entry. Positions are bytes of its content.
type MatchReport struct {
	Discussion string `json:"discussion"`
	Entry      int    `json:"entry"` // counts from 1
	Start      int    `json:"start"`
	End        int    `json:"end"`
	Text       string `json:"text"` // the matched text
	Line       int    `json:"line"` // in the content, of its start; counts from 1
	LineText   string `json:"line_text"`
}

// Search returns the occurrences of a text in all discussions, at most ten thousand. It returns the
// context's error.
func (d Discussions) Search(ctx context.Context, words string) ([]MatchReport, error) {
	all := d.All()
	found, err := SearchEntries(ctx, all, words)
	if err != nil {
		return nil, err
	}
	reports := make([]MatchReport, len(found))
	for i, m := range found {
		in, _ := all.Find(m.Discussion)
		content := in.History[m.Entry].Content
		start := strings.LastIndexByte(content[:m.Start], '\n') + 1
		line, _, _ := strings.Cut(content[start:], "\n")
		reports[i] = MatchReport{
			m.Discussion, m.Entry + 1, m.Start, m.End,
			content[m.Start:m.End], strings.Count(content[:start], "\n") + 1, strings.TrimSuffix(line, "\r"),
		}
	}
	return reports, nil
}
