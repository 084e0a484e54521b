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

// Search returns the occurrences of a text in all discussions, at most ten thousand. Lines are redacted as parts
// of their entries: the line of a key alone does not look like a secret. It returns the context's error.
func (d Discussions) Search(ctx context.Context, words string) ([]MatchReport, error) {
	all := d.All()
	found, err := SearchEntries(ctx, all, words)
	if err != nil {
		return nil, err
	}
	reports := make([]MatchReport, len(found))
	as := d.p.Redacting(ctx)
	var content string
	var clean []string // lines of content, redacted
	line, at := 0, 0   // index of the line of the last match, and its start
	for i, m := range found {
		if i == 0 || m.Discussion != found[i-1].Discussion || m.Entry != found[i-1].Entry {
			in, _ := all.Find(m.Discussion)
			content, line, at = in.History[m.Entry].Content, 0, 0
			redacted, err := as.Text(ctx, "", content)
			if err != nil {
				return nil, err
			}
			clean = strings.Split(redacted, "\n")
		}
		line += strings.Count(content[at:m.Start], "\n")
		at = strings.LastIndexByte(content[:m.Start], '\n') + 1
		reports[i] = MatchReport{
			m.Discussion, m.Entry + 1, m.Start, m.End,
			content[m.Start:m.End], line + 1, strings.TrimSuffix(clean[line], "\r"),
		}
	}
	return reports, nil
}
