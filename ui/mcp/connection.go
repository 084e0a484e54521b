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

// errDisconnected is the answer to a client that the user has disconnected, and the end of its server.
var errDisconnected = errors.New("the user has disconnected this client in the settings of Dossier; nothing more is given until the user starts it again")

// answerWithin is how long running calls of a disconnected client may take to be answered.
const answerWithin = 5 * time.Second

// connection is what the user sees of the one client of [Server.Run], and their means to end it.
type connection struct {
	ended    context.Context // ends when the user disconnects the client
	end      context.CancelFunc
	reading  context.Context // ends when nothing more comes from the client
	silent   context.CancelFunc
	informed chan struct{} // closed once the client has an answer that says so
	inform   func()

	met atomic.Bool // whether it has said how it calls itself

	mu       sync.Mutex
	presence *presets.Presence // nil while nothing is shown
	watch    *statewatch.Watch // of the folder in which the user asks for the end
	now      presets.Connection
}

func newConnection() *connection {
	c := &connection{informed: make(chan struct{})}
	c.ended, c.end = context.WithCancel(context.Background())
	c.reading, c.silent = context.WithCancel(context.Background())
	c.inform = sync.OnceFunc(func() { close(c.informed) })
	return c
}

// announce shows the client to the user among those of a project, until [connection.leave]. Without a
// state folder it is served all the same, and cannot be shown.
func (c *connection) announce(ctx context.Context, p *project.Project) {
	presence, err := p.Connections().Announce(ctx)
	if err != nil {
		return
	}
	var watch *statewatch.Watch
	if dir, err := p.Connections().Folder(); err == nil {
		watch, _ = statewatch.Start(dir, func() { // otherwise each call looks
			if presence.Asked() {
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

// move shows the client among those of another project, if it is shown.
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

// leave hides the client.
func (c *connection) leave() {
	c.hide()
	c.mu.Lock()
	watch := c.watch
	c.watch = nil
	c.mu.Unlock()
	watch.Close()
}

// hide hides the client; what it is watched by stays.
func (c *connection) hide() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.presence != nil {
		c.presence.End()
		c.presence = nil
	}
}

// disconnect ends what the client does. It is hidden at once, and its server ends with its next answer,
// which says why.
func (c *connection) disconnect() {
	c.end()
	c.hide()
}

// disconnected reports whether the user has disconnected the client.
func (c *connection) disconnected() bool {
	c.mu.Lock()
	presence := c.presence
	c.mu.Unlock()
	if presence != nil && presence.Asked() {
		c.disconnect()
	}
	return c.ended.Err() != nil
}

// meet shows how a client calls itself once its first request says so.
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

// count adds what the client did to what [connection.show] shows.
func (c *connection) count(a presets.Activity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.Client, c.now.Calls, c.now.Failed, c.now.Tokens = a.Client, c.now.Calls+a.Calls, c.now.Failed+a.Failed, c.now.Tokens+a.Tokens
}

// show stores what is known of the client for the user to see.
func (c *connection) show(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.presence != nil {
		_ = c.presence.Update(ctx, c.now) // the next one has it all
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

// finish waits until the user disconnects the client and it has an answer that says so, and then until
// no call is open or [answerWithin] has passed. It returns false if ctx ends before.
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
