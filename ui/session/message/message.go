// Package message is what a session has to say to the user: English texts with fields, so
// that the window can say them in another language and write numbers as it does elsewhere.
package message

import "fmt"

// Message is something to tell the user.
type Message struct {
	Text   string         // a template; {{.N}} is the number of a plural
	Fields map[string]any // int, [aggregate.Count] or string
	Plural bool           // whether the text depends on N
	N      int
	More   []Message // shown after it, such as what of a document should be looked at; only their texts count
	Undo   bool      // whether Undo takes back what the message speaks of
	Review Review    // the list that shows more; empty: none

	Folder string // that the message offers to show; an absolute path, empty for none

	Step int // of the undo list when it was told, for Undo; set by the session
}

// Review names a list of the window.
type Review string

// The lists that a message may lead to.
const (
	Missing Review = "missing"
	Secrets Review = "secrets"
)

// New returns a message; fields are nil where the text has none.
func New(text string, fields map[string]any) Message { return Message{Text: text, Fields: fields} }

// Count returns a message whose text depends on a number, which is its field N.
func Count(text string, n int, fields map[string]any) Message {
	if fields == nil {
		fields = map[string]any{}
	}
	fields["N"] = n
	return Message{Text: text, Fields: fields, Plural: true, N: n}
}

// Problem is an error as a message: its text is not translated.
func Problem(err error) Message {
	return New("{{.Problem}}", map[string]any{"Problem": fmt.Sprint(err)})
}

// Named returns a message about something of a name, which is its field Name.
func Named(text, name string) Message {
	return New(text, map[string]any{"Name": name})
}

// Several returns a message about a number of things. The form for one of them may say its
// name, which is the field Name.
func Several(text string, n int, name string) Message {
	return Count(text, n, map[string]any{"Name": name})
}
