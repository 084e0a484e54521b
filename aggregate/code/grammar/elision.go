package grammar

import "strings"

// Elision defines the placeholders for omitted parts of a skeleton.
type Elision struct {
	Body  string // for a function body
	Short string // for a shorter function body; see [Elision.Of]
	Value string // for a multi-line value
	// Members replaces the members of a type in its signature.
	Members string
	// Empty is parsed as an empty body in the language. It is never shown: it replaces Body in a
	// skeleton that is parsed again.
	Empty string
}

// Elisions of languages.
var (
	Braces = Elision{Body: "{ ... }", Short: "{}", Value: "...", Members: "{ ... }", Empty: "{}"}
	Dots   = Elision{Body: "...", Short: "...", Value: "...", Members: "...", Empty: "..."}
	// Words is for blocks that end with a word; see [Definition.Within].
	Words = Elision{Body: "...", Short: "...", Value: "...", Members: "..."}
)

// Of returns the placeholder for the body of a function, and whether there is one. A body that is
// at most as long as e.Body and a single word without white space inside its brackets is more
// informative and is kept: { x }, {f();} and nil. Other shorter ones become e.Short, and all
// others e.Body. An empty body is kept.
func (e Elision) Of(body string) (string, bool) { return e.placeholder(body, "") }

// placeholder is [Elision.Of] with the placeholder special, if not "", for all bodies.
func (e Elision) placeholder(body, special string) (string, bool) {
	body = strings.TrimSpace(body)
	inner := body
	for _, pair := range []string{"{}", "()"} {
		if n := len(body); n > 1 && body[0] == pair[0] && body[n-1] == pair[1] {
			inner = strings.TrimSpace(body[1 : n-1])
		}
	}
	long, short := e.Body, e.Short
	if special != "" {
		long, short = special, special
	}
	limit := len(strings.TrimSpace(long))
	switch {
	case inner == "" || body == "..." || body == "pass":
		return "", false
	case len(body) <= limit && !strings.ContainsAny(inner, " \t\r\n"):
		return "", false
	case len(body) < limit:
		return short, true
	}
	return long, true
}
