package mcp

import (
	"context"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// draining is a transport whose connections end only after every received call is answered, so that
// a script may send its calls and close the stream.
type draining struct {
	mcp.Transport
	ended func()   // called once the client's stream is closed
	c     *drained // the only connection; nil until it is established
}

// Connect implements [mcp.Transport].
func (t *draining) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	t.c = &drained{Connection: c, ended: t.ended, answered: make(chan struct{}, 1), open: map[jsonrpc.ID]bool{}}
	return t.c, nil
}

// wait waits until every call of the connection is answered, or the context ends. It must not
// be called before the first call.
func (t *draining) wait(ctx context.Context) { t.c.wait(ctx) }

// drained is a connection that tracks unanswered calls.
type drained struct {
	mcp.Connection
	ended    func()
	answered chan struct{} // contains a value after an answer

	mu   sync.Mutex
	open map[jsonrpc.ID]bool
}

// Read implements [mcp.Connection].
func (d *drained) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := d.Connection.Read(ctx)
	if err != nil {
		d.ended()
		d.wait(ctx)
		return m, err
	}
	if r, ok := m.(*jsonrpc.Request); ok {
		d.mu.Lock()
		defer d.mu.Unlock()
		if r.IsCall() && r.Method != "subscriptions/listen" { // it is answered when the client ends it
			d.open[r.ID] = true
		} else if id, ok := cancelled(r); ok {
			delete(d.open, id) // it may never be answered
		}
	}
	return m, nil
}

// cancelled returns the call that a notification cancels.
func cancelled(r *jsonrpc.Request) (id jsonrpc.ID, ok bool) {
	var params struct {
		RequestID any `json:"requestId"`
	}
	if r.Method != "notifications/cancelled" || json.Unmarshal(r.Params, &params) != nil {
		return id, false
	}
	id, err := jsonrpc.MakeID(params.RequestID)
	return id, err == nil
}

// Write implements [mcp.Connection].
func (d *drained) Write(ctx context.Context, m jsonrpc.Message) error {
	err := d.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		d.mu.Lock()
		delete(d.open, r.ID)
		d.mu.Unlock()
		select {
		case d.answered <- struct{}{}:
		default: // a value is already available
		}
	}
	if err != nil {
		d.mu.Lock()
		clear(d.open) // no further answers are read
		d.mu.Unlock()
	}
	return err
}

// wait waits until every call is answered, or the context ends.
func (d *drained) wait(ctx context.Context) {
	for {
		d.mu.Lock()
		n := len(d.open)
		d.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-d.answered:
		case <-ctx.Done():
			return
		}
	}
}

// maxBlanks is the max number of blanks before a line end that are removed.
const maxBlanks = 4 << 10

// lineEnds is a stream without blanks before line ends: the SDK accepts nothing between a message and the end of its
// line, and would end the connection.
type lineEnds struct {
	io.ReadCloser
	chunk  [4 << 10]byte
	ready  []byte // to be read
	blanks []byte // read last, before a line end or something else
	err    error  // of the stream, after ready
}

// Read implements [io.Reader].
func (l *lineEnds) Read(p []byte) (int, error) {
	for len(l.ready) == 0 && l.err == nil {
		var n int
		n, l.err = l.ReadCloser.Read(l.chunk[:])
		l.ready = l.ready[:0]
		for _, c := range l.chunk[:n] {
			switch {
			case (c == ' ' || c == '\t') && len(l.blanks) < maxBlanks:
				l.blanks = append(l.blanks, c)
				continue
			case c != '\n' && c != '\r':
				l.ready = append(l.ready, l.blanks...)
			}
			l.ready, l.blanks = append(l.ready, c), l.blanks[:0]
		}
	}
	if len(l.ready) == 0 {
		return 0, l.err
	}
	n := copy(p, l.ready)
	l.ready = l.ready[n:]
	return n, nil
}
