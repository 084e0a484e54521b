package mcp

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/presets"
	"dossier/ui/project/projecttest"
)

// running is a server that serves one client over streams, as dossier mcp does.
type running struct {
	served
	client  *client
	ended   chan error      // has the result of Run
	blocked chan call       // receives each call of the tool wait
	ctx     context.Context // of the test
}

// run serves a sample to a client that works on folders. The tool wait waits until its context ends.
func run(t *testing.T, o Options, roots ...string) *running {
	t.Helper()
	r := &running{served: serving(projecttest.Open(t, sample()), o), ended: make(chan error, 1), blocked: make(chan call, 1), ctx: t.Context()}
	tool(r.Server, "wait", "Wait", "Waits.", func(_ *workspace, c *call, _ contextIn) (answer[contextOut], error) {
		r.blocked <- *c
		<-c.ctx.Done()
		return answer[contextOut]{}, c.ctx.Err()
	})
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go func() { r.ended <- r.Run(context.Background(), in, out); out.Close() }()
	works := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil)
	open(works, roots...)
	session, err := works.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		r.Close()
	})
	r.client = &client{t, session}
	return r
}

// shown waits until the shown connections are as wanted.
func (r *running) shown(want func([]presets.Connection) bool) []presets.Connection {
	for {
		if list := r.p.Connections().All(r.ctx); want(list) || r.ctx.Err() != nil {
			return list
		}
	}
}

// TestConnections says what the user sees of a client: its name at once, and its calls.
func TestConnections(t *testing.T) {
	r := run(t, Options{})
	list := r.shown(func(list []presets.Connection) bool { return len(list) == 1 && list[0].Client == "tester" })
	if c := list[0]; c.Since.IsZero() || c.Calls != 0 {
		t.Errorf("%+v", c)
	}
	r.client.ok("read", m{"files": []m{{"path": "a/a.go"}}})
	r.client.call("read", m{"files": []m{{"path": "gone.go"}}})
	if err := r.activity.store(); err != nil {
		t.Fatal(err)
	}
	if list := r.p.Connections().All(t.Context()); len(list) != 1 || list[0].Calls != 2 || list[0].Failed != 1 || list[0].Tokens < 20 {
		t.Errorf("%+v", list)
	}
	r.client.session.Close()
	if err := <-r.ended; err != nil {
		t.Error(err)
	}
	if list := r.p.Connections().All(t.Context()); len(list) != 0 {
		t.Errorf("a client that has left is shown: %+v", list)
	}
}

// TestDisconnect disconnects a client while a call runs: it is answered by one sentence, no other is
// answered, and the server ends.
func TestDisconnect(t *testing.T) {
	r := run(t, Options{})
	id := r.shown(func(list []presets.Connection) bool { return len(list) == 1 })[0].ID
	got := make(chan string)
	go func() {
		text, _, failed := r.client.call("wait", nil)
		if !failed {
			text = "it succeeds"
		}
		got <- text
	}()
	<-r.blocked
	if err := r.p.Connections().Disconnect(id); err != nil {
		t.Fatal(err)
	}
	if text := <-got; text != errDisconnected.Error() {
		t.Errorf("the call is answered by %q", text)
	}
	if err := <-r.ended; !errors.Is(err, errDisconnected) {
		t.Errorf("the server ends with %v", err)
	}
	if text, _, failed := r.client.call("tree", nil); !failed {
		t.Errorf("a later call is answered by %q", text)
	}
}

// TestDisconnectIdle disconnects a client that asks for nothing: it is not shown any more, and its next
// call is answered by one sentence before the server ends.
func TestDisconnectIdle(t *testing.T) {
	for name, ask := range map[string]func(*client) string{
		"tool": func(c *client) string {
			text, _, _ := c.call("read", m{"files": []m{{"path": "a/a.go"}}})
			return text
		},
		"resource": func(c *client) string {
			_, err := c.session.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: documentURI})
			return err.Error()
		},
		"prompt": func(c *client) string {
			_, err := c.session.GetPrompt(context.Background(), &mcp.GetPromptParams{Name: "review"})
			return err.Error()
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, Options{})
			id := r.shown(func(list []presets.Connection) bool { return len(list) == 1 && list[0].Client != "" })[0].ID
			if err := r.p.Connections().Disconnect("another"); err != nil {
				t.Fatal(err)
			}
			if err := r.p.Connections().Disconnect(id); err != nil {
				t.Fatal(err)
			}
			r.shown(func(list []presets.Connection) bool { return len(list) == 0 })
			if text := ask(r.client); !strings.Contains(text, errDisconnected.Error()) {
				t.Errorf("the call is answered by %q", text)
			}
			if err := <-r.ended; !errors.Is(err, errDisconnected) {
				t.Errorf("the server ends with %v", err)
			}
		})
	}
}
