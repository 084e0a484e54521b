package grammar

import "strings"

// Elision is what stands in a skeleton for what is left out.
type Elision struct {
	Body  string // of a function
	Short string // of a function whose body is shorter than that; see [Elision.Of]
	Value string // of a value of several lines
	// Members stands for the members of a type in its signature.
	Members string
	// Empty is what a parser of the language takes for a body with nothing in it. It is
	// never shown: a skeleton that is read back has it in the place of Body.
	Empty string
}

// The ways of leaving out.
var (
	Braces = Elision{Body: "{ ... }", Short: "{}", Value: "...", Members: "{ ... }", Empty: "{}"}
	Dots   = Elision{Body: "...", Short: "...", Value: "...", Members: "...", Empty: "..."}
	// Words is for blocks that end with a word: see [Definition.Within].
	Words = Elision{Body: "...", Short: "...", Value: "...", Members: "..."}
)

// Of returns what stands for the body of a function, and whether anything does. A body
// that is no longer than e.Body and a single word, without white space between its
// brackets, says more than that would and stays as it is: { x }, {f();} and nil. Another
// that is shorter becomes e.Short, and all that is left e.Body. An empty body stays.
func (e Elision) Of(body string) (string, bool) { return e.of(body, "") }

// of is [Elision.Of] for a body that special stands for, short or long, when it is not "".
func (e Elision) of(body, special string) (string, bool) {
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
	most := len(strings.TrimSpace(long))
	switch {
	case inner == "" || body == "..." || body == "pass":
		return "", false
	case len(body) <= most && !strings.ContainsAny(inner, " \t\r\n"):
		return "", false
	case len(body) < most:
		return short, true
	}
	return long, true
}
