package project

import (
	"time"

	"dossier/aggregate/chat"
)

// ConversationReport is a conversation of a chat or an export, as JSON.
type ConversationReport struct {
	Number  int        `json:"number"` // from 1
	Title   string     `json:"title"`
	Time    *time.Time `json:"time,omitempty"`
	Entries int        `json:"entries"`
	Line    int        `json:"line"` // of its start in the file, from 1
}

// ReportConversations describes conversations, in order.
func ReportConversations(list []chat.Conversation) []ConversationReport {
	reports := make([]ConversationReport, len(list))
	for i, one := range list {
		reports[i] = ConversationReport{Number: one.Number, Title: one.Title, Entries: len(one.Entries), Line: one.Line}
		if !one.Time.IsZero() {
			reports[i].Time = &one.Time
		}
	}
	return reports
}

// ImportReport is a conversation that was imported as a discussion, as JSON.
type ImportReport struct {
	Discussion string `json:"discussion"`
	Title      string `json:"title"` // of the conversation
	Entries    int    `json:"entries"`
}

// ReportImport reports the name of the discussion for each conversation.
func ReportImport(names []string, list []chat.Conversation) []ImportReport {
	reports := make([]ImportReport, len(names))
	for i, name := range names {
		reports[i] = ImportReport{name, list[i].Title, len(list[i].Entries)}
	}
	return reports
}
