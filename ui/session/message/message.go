// Package message defines the messages of a session: English texts with fields, so that the window
// can translate them and format numbers.
package message

import "fmt"

// Message is a message to the user.
type Message struct {
	Text   string         // a template; {{.N}} is the number of a plural
	Fields map[string]any // int, [aggregate.Count], string or [Term]
	Plural bool           // whether the text depends on N
	N      int
	More   []Message // shown after it, such as remarks about a document; only their texts are used
	Undo   bool      // whether undo reverts the action of the message
	Review Review    // the list that shows details; empty for none

	Folder string // absolute path of a folder that the message offers to show; empty for none

	Step int // turn of the undo history at that time, for Undo; set by the session
}

// Term is an English word of the window among the fields, which is translated too: a view mode, a strategy.
type Term string

// Review names a list of the window.
type Review string

// The lists that a message may lead to.
const (
	Missing Review = "missing"
	Secrets Review = "secrets"
)

// New returns a message; fields is nil if the text has none.
func New(text string, fields map[string]any) Message { return Message{Text: text, Fields: fields} }

// Count returns a message whose text depends on a number, which is its field N.
func Count(text string, n int, fields map[string]any) Message {
	if fields == nil {
		fields = map[string]any{}
	}
	fields["N"] = n
	return Message{Text: text, Fields: fields, Plural: true, N: n}
}

// Problem returns an error as a message: its text is not translated.
func Problem(err error) Message {
	return New("{{.Problem}}", map[string]any{"Problem": fmt.Sprint(err)})
}

// Named returns a message with a name, which is its field Name.
func Named(text, name string) Message {
	return New(text, map[string]any{"Name": name})
}

// Chosen returns a message about a choice, whose English word is its field Name.
func Chosen(text string, word Term) Message {
	return New(text, map[string]any{"Name": word})
}

// Several returns a message about a number of things. Its singular form may contain a name, the
// field Name.
func Several(text string, n int, name string) Message {
	return Count(text, n, map[string]any{"Name": name})
}
