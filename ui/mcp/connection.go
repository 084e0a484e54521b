package mcp

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/statewatch"
)

// errDisconnected is the answer to a client that the user has disconnected; it ends the server.
var errDisconnected = errors.New("the user has disconnected this client in the settings of Dossier; no more requests are answered until the user starts it again")

// answerWithin is the max time for answering the running calls of a disconnected client.
const answerWithin = 5 * time.Second

// connection is the client of [Server.Run] as shown to the user, who can end it.
type connection struct {
	ended    context.Context // ends when the user disconnects the client
	end      context.CancelFunc
	reading  context.Context // ends when the client's stream is closed
	silent   context.CancelFunc
	informed chan struct{} // closed once an answer has informed the client of the disconnection
	inform   func()

	met atomic.Bool // the client has given its name

	mu       sync.Mutex
	presence *presets.Presence // nil if the client is not shown
	watch    *statewatch.Watch // of the folder with the user's requests to end
	now      presets.Connection
}

func newConnection() *connection {
	c := &connection{informed: make(chan struct{})}
	c.ended, c.end = context.WithCancel(context.Background())
	c.reading, c.silent = context.WithCancel(context.Background())
	c.inform = sync.OnceFunc(func() { close(c.informed) })
	return c
}

// announce shows the client to the user as connected to a project, until [connection.leave].
// Without a state folder it is served but not shown.
func (c *connection) announce(ctx context.Context, p *project.Project) {
	presence, err := p.Connections().Announce(ctx)
	if err != nil {
		return
	}
	var watch *statewatch.Watch
	if dir, err := p.Connections().Folder(); err == nil {
		watch, _ = statewatch.Start(dir, func() { // without it, each call checks
			if presence.EndRequested() {
				c.disconnect()
			}
		})
	}
	c.mu.Lock()
	c.presence, c.watch = presence, watch
	if c.now.Since.IsZero() {
		c.now.Since = time.Now().UTC()
	}
	c.mu.Unlock()
}

// move shows the client as connected to another project, if it is shown.
func (c *connection) move(ctx context.Context, p *project.Project) {
	c.mu.Lock()
	shown := c.presence != nil
	c.mu.Unlock()
	if !shown {
		return
	}
	c.leave()
	c.announce(ctx, p)
	c.show(ctx)
}

// leave hides the client and stops watching.
func (c *connection) leave() {
	c.hide()
	c.mu.Lock()
	watch := c.watch
	c.watch = nil
	c.mu.Unlock()
	watch.Close()
}

// hide hides the client but continues watching.
func (c *connection) hide() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.presence != nil {
		c.presence.End()
		c.presence = nil
	}
}

// disconnect cancels the client's calls. The client is hidden immediately, and its server ends
// with the next answer, which states the reason.
func (c *connection) disconnect() {
	c.end()
	c.hide()
}

// disconnected reports whether the user has disconnected the client.
func (c *connection) disconnected() bool {
	c.mu.Lock()
	presence := c.presence
	c.mu.Unlock()
	if presence != nil && presence.EndRequested() {
		c.disconnect()
	}
	return c.ended.Err() != nil
}

// meet shows the name of a client once a request contains it.
func (c *connection) meet(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		r, err := next(ctx, method, req)
		if from, ok := req.(interface{ ClientInfo() *mcp.Implementation }); ok && !c.met.Load() {
			if info := from.ClientInfo(); info != nil && !c.met.Swap(true) {
				c.count(presets.Activity{Client: clientName(info)})
				c.show(ctx)
			}
		}
		return r, err
	}
}

// count adds an activity to the figures of [connection.show].
func (c *connection) count(a presets.Activity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.Client, c.now.Calls, c.now.Failed, c.now.Tokens = a.Client, c.now.Calls+a.Calls, c.now.Failed+a.Failed, c.now.Tokens+a.Tokens
}

// show stores the current information about the client for display.
func (c *connection) show(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.presence != nil {
		_ = c.presence.Update(ctx, c.now) // the next update contains everything
	}
}

// within returns a context that also ends when the user disconnects the client.
func (c *connection) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(c.ended, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// finish waits until the user disconnects the client and an answer has informed it, and then
// until no call is open or [answerWithin] has passed. It returns false if ctx ends earlier.
func (c *connection) finish(ctx context.Context, d *draining) bool {
	for _, until := range []<-chan struct{}{c.ended.Done(), c.informed} {
		select {
		case <-until:
		case <-ctx.Done():
			return false
		}
	}
	soon, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	d.wait(soon)
	return ctx.Err() == nil
}
