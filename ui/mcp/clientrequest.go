package mcp

//lint:file-ignore SA1019 clients of the versions before 2026-07-28 have roots, and are the ones in use

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// requestsInResponses is the version of the protocol from which a server sends requests to its client
// only in the answer to a call: the client then repeats the call with its responses. In earlier
// versions the server sends separate requests.
const requestsInResponses = "2026-07-28"

// clientRequest is the error of a call that the client must repeat with responses to requests.
type clientRequest struct {
	requests mcp.InputRequestMap
	state    string // returned with the responses
}

func (*clientRequest) Error() string { return "the client must answer a request first" }

// requestClient returns the client's response to a request, or the error of ctx. If the client must repeat the call with its response, the error
// is a [clientRequest], whose state is returned to the server; other errors state why the client did not respond.
func requestClient[Answer mcp.InputResponse](ctx context.Context, c *call, name, state string, request mcp.InputRequest) (Answer, error) {
	var none Answer
	if first := c.session.InitializeParams(); first == nil || first.ProtocolVersion >= requestsInResponses {
		if said, ok := c.answers[name].(Answer); ok {
			return said, nil
		}
		return none, &clientRequest{requests: mcp.InputRequestMap{name: request}, state: state}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.reading, cancel)() // it can no longer respond
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
	return none, errors.New("the client sent an answer of the wrong type")
}

// elicits reports whether the client can ask its user for input.
func (c *call) elicits() bool {
	return c.can != nil && c.can.Elicitation != nil && (c.can.Elicitation.Form != nil || c.can.Elicitation.URL == nil)
}
