package mcp

//lint:file-ignore SA1019 clients of the versions before 2026-07-28 have roots, and are the ones in use

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asksInAnswers is the version of the protocol from which a server asks its client only by answering
// a call with what it asks: the client then makes the call again, with what it says to that. Before, the
// server sends requests of its own.
const asksInAnswers = "2026-07-28"

// asked is the error of a call that the client must answer something first, and then make again.
type asked struct {
	requests mcp.InputRequestMap
	state    string // comes back with the answers
}

func (*asked) Error() string { return "the client must answer something first" }

// ask returns what the client says to a request. The error is an [asked] where the call must be made
// again for that, with a state that comes back, or why the client did not answer.
func ask[Answer mcp.InputResponse](c *call, name, state string, request mcp.InputRequest) (Answer, error) {
	var none Answer
	if first := c.session.InitializeParams(); first == nil || first.ProtocolVersion >= asksInAnswers {
		if said, ok := c.answers[name].(Answer); ok {
			return said, nil
		}
		return none, &asked{requests: mcp.InputRequestMap{name: request}, state: state}
	}
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	defer context.AfterFunc(c.reading, cancel)() // it cannot answer any more
	var said mcp.InputResponse
	var err error
	switch request := request.(type) {
	case *mcp.ListRootsParams:
		said, err = c.session.ListRoots(ctx, request)
	case *mcp.ElicitParams:
		said, err = c.session.Elicit(ctx, request)
	}
	if err != nil {
		return none, err
	}
	if said, ok := said.(Answer); ok {
		return said, nil
	}
	return none, errors.New("the client answered something else")
}

// elicits reports whether the client can ask its user something.
func (c *call) elicits() bool {
	return c.can != nil && c.can.Elicitation != nil && (c.can.Elicitation.Form != nil || c.can.Elicitation.URL == nil)
}
