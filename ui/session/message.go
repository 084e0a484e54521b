package session

import "fmt"

// Message is something to tell the person: an English text with fields, so that the
// window can say it in another language and write numbers as it does elsewhere.
type Message struct {
	Text   string         // a template; {{.N}} is the number of a plural
	Fields map[string]any // int, [aggregate.Count] or string
	Plural bool           // whether the text depends on N
	N      int
	Undo   bool // whether Undo takes back what the message speaks of
	Review bool // whether the list of what is missing says more

	turn int // of what Undo takes back
}

func told(text string, fields map[string]any) Message { return Message{Text: text, Fields: fields} }

func toldCount(text string, n int, fields map[string]any) Message {
	if fields == nil {
		fields = map[string]any{}
	}
	fields["N"] = n
	return Message{Text: text, Fields: fields, Plural: true, N: n}
}

// Problem is an error as a message: its text is not translated.
func Problem(err error) Message {
	return told("{{.Problem}}", map[string]any{"Problem": fmt.Sprint(err)})
}
