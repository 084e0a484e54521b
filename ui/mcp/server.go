package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/models"
	"dossier/ui/project"
)

// maxText bounds the text of one answer, in bytes: about 16,000 tokens.
const maxText = 64 << 10

// maxError bounds an error, in bytes.
const maxError = 2000

// maxRequest bounds one message of a client, in bytes.
const maxRequest = 4 << 20

// Options say what a server may do.
type Options struct {
	Write bool // the build tool may write numbered documents to the project's output folder
	Roots bool // a client that works in other folders is served one of these instead of the project
}

// Server serves one project to any number of clients; with [Options.Roots] to one client, which may
// change it.
type Server struct {
	opts       Options
	mcp        *mcp.Server
	connection *connection
	subs       subscriptions
	workspaces workspaces

	prompting sync.Mutex
	prompts   map[string]models.Prompt // that are offered
}

// instructions describe the server to a model.
const instructions = `Dossier shows the project that the user works on as they would show it to a model: files in several views
with their cost in tokens, search, symbols, relations and history, with secrets redacted.
Begin with "search" for a text or a name, "fit" for a question, or "tree" for an overview. Read files with "read":
the views outline and skeleton cost a fraction of the whole file, and lines or symbols less still.
The composition is what the user selected for a model; "context" shows it. You cannot change it: "propose" a
change with a reason, and the user decides.`

// New returns a server of a project, which the caller closes after it.
func New(p *project.Project, opts Options) *Server {
	s := &Server{opts: opts, connection: newConnection()}
	s.workspaces.now = s.open(p)
	s.workspaces.all = []*workspace{s.workspaces.now}
	o := &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{},
		SetCacheable:     func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" }, // the user's files
		SubscribeHandler: s.subscribe, UnsubscribeHandler: s.unsubscribe,
	}
	s.workspaces.follow(o)
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "dossier", Title: "Dossier", Version: project.Version}, o)
	s.mcp.AddReceivingMiddleware(s.connection.meet, dropNulls)
	s.addTree()
	s.addSearch()
	s.addRead()
	s.addSymbols()
	s.addRelated()
	s.addFit()
	s.addContext()
	s.addPropose()
	s.addBuild()
	s.addSnapshots()
	s.addChanges()
	s.addResources()
	s.offerPrompts(s.workspaces.now)
	return s
}

// Run serves one client over two streams until it closes the first, the context ends or the user
// disconnects the client. The error is the context's, says that the user has done so, or why the streams
// could not be used.
func (s *Server) Run(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	defer s.connection.leave()
	s.connection.announce(ctx, s.workspaces.current().p)
	running, end := context.WithCancel(ctx)
	t := &draining{ended: s.connection.silent, Transport: &mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: maxRequest}}
	var finishing sync.WaitGroup
	finishing.Go(func() {
		if s.connection.finish(running, t) {
			end()
		}
	})
	err := s.mcp.Run(running, t)
	end()
	finishing.Wait()
	switch {
	case s.connection.ended.Err() != nil && ctx.Err() == nil:
		return errDisconnected
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// Serve serves a project to one client over two streams until it closes the first. It returns the
// context's error, or an I/O or storage error.
func Serve(ctx context.Context, p *project.Project, in io.ReadCloser, out io.WriteCloser, opts Options) error {
	s := New(p, opts)
	return errors.Join(s.Run(ctx, in, out), s.Close())
}

// Connect serves one client over a transport, concurrently with others.
func (s *Server) Connect(ctx context.Context, t mcp.Transport) (*mcp.ServerSession, error) {
	return s.mcp.Connect(ctx, t, nil)
}

// Close stores the activity and ends the goroutines of the server.
func (s *Server) Close() error {
	s.subs.close()
	return s.workspaces.close()
}

// call is one call of a tool, read of a resource or use of a prompt.
type call struct {
	ctx      context.Context
	client   string
	can      *mcp.ClientCapabilities // nil: nothing
	answers  mcp.InputResponseMap    // to what was asked in the call before, which this one repeats
	state    string                  // that was given with what was asked
	files    []string                // that were read
	safe     map[string]bool         // strings that were redacted where they were made
	session  *mcp.ServerSession
	reading  context.Context // ends when nothing more comes from the client
	token    any             // by which progress is reported; nil: the client does not ask for it
	notified progressGate
}

// newCall returns the call of a request, without its parameters.
func newCall[P mcp.Params](ctx context.Context, s *Server, req *mcp.ServerRequest[P]) *call {
	return &call{
		ctx: ctx, client: clientName(req.ClientInfo()), can: req.ClientCapabilities(), safe: map[string]bool{},
		session: req.Session, reading: s.connection.reading,
	}
}

// on runs work of a call on the workspace of its client, as it is on the disk now. The error may be an
// [asked]: what the client must answer first. A panic leaves a report, and is an error.
func (s *Server) on(c *call, name string, run func(*workspace) error) (*workspace, error) {
	w := s.workspaces.current()
	return w, w.guarded(name, func() error {
		found, err := s.workspace(c)
		if err == nil {
			w = found
			err = s.refresh(c.ctx, w)
		}
		if err != nil {
			return err
		}
		return run(w)
	})
}

// refresh updates what is known of a workspace, and the prompts that are offered.
func (s *Server) refresh(ctx context.Context, w *workspace) error {
	if s.connection.disconnected() {
		return errDisconnected
	}
	if s.opts.Roots && holdsHome(w.p.Dir) {
		return errNoProject
	}
	if err := w.refresh(ctx); err != nil {
		return err
	}
	s.offerPrompts(w)
	return nil
}

// pass excludes texts from redaction: they were redacted when they were made, and values that the
// user has allowed in a file may be redacted without its context.
func (c *call) pass(texts ...string) {
	for _, text := range texts {
		c.safe[text] = true
	}
}

// read records that a file was read.
func (c *call) read(path string) { c.files = append(c.files, path) }

// progressGate lets a report of progress through every [progressEvery].
type progressGate struct {
	mu   sync.Mutex
	last time.Time
}

const progressEvery = 100 * time.Millisecond

// progress reports how far a call is, where the client asks for that. It may be called by several
// goroutines.
func (c *call) progress(what string) func(done, all int) {
	if c.token == nil {
		return nil
	}
	return func(done, all int) {
		c.notified.mu.Lock()
		defer c.notified.mu.Unlock()
		if now := time.Now(); done < all && now.Sub(c.notified.last) < progressEvery {
			return
		} else {
			c.notified.last = now
		}
		_ = c.session.NotifyProgress(c.ctx, &mcp.ProgressNotificationParams{
			ProgressToken: c.token, Progress: float64(done), Total: float64(all), Message: what,
		})
	}
}

// answer is the answer of a tool: a typed value, and the same as text.
type answer[Out any] struct {
	out  Out
	text string
	safe bool // the text was redacted when it was made
}

// tool adds a tool that only reads.
func tool[In, Out any](s *Server, name, title, about string, run func(*workspace, *call, In) (answer[Out], error)) {
	add(s, &mcp.Tool{
		Name: name, Title: title, Description: about,
		Annotations: &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)},
	}, run)
}

// add adds a tool. Its answers and errors are redacted and bounded, and its actions are recorded.
func add[In, Out any](s *Server, t *mcp.Tool, run func(*workspace, *call, In) (answer[Out], error)) {
	schema, err := inputSchema[In]()
	if err != nil {
		panic(err) // of a type of this package
	}
	t.InputSchema = schema
	mcp.AddTool(s.mcp, t, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		ctx, cancel := s.connection.within(ctx)
		defer cancel()
		c := newCall(ctx, s, req)
		c.token, c.answers, c.state = req.Params.GetProgressToken(), req.Params.InputResponses, req.Params.RequestState
		var out Out
		text := ""
		w, err := s.on(c, t.Name, func(w *workspace) error {
			got, err := run(w, c, in)
			if err == nil {
				out, text, err = redacted(w, c, got)
			}
			return err
		})
		if ask := new(asked); errors.As(err, &ask) {
			return &mcp.CallToolResult{InputRequests: ask.requests, RequestState: ask.state}, out, nil
		}
		w.activity.add(c, t.Name, len(text), err != nil)
		if err != nil {
			return nil, out, s.failed(ctx, w, err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
	})
}

func clientName(info *mcp.Implementation) string {
	if info == nil || info.Name == "" {
		return "unnamed client"
	}
	name := strings.ToValidUTF8(info.Name, "\ufffd")
	return project.Shown(name[:min(len(name), 80)])
}

// redacted returns an answer without the secrets in it, within the bound.
func redacted[Out any](w *workspace, c *call, a answer[Out]) (Out, string, error) {
	out := a.out
	data, err := json.Marshal(a.out)
	if err != nil {
		return out, "", err
	}
	as := w.p.Redacting(c.ctx)
	clean, err := as.JSON(c.ctx, data, func(text string) bool { return c.safe[text] })
	if err != nil {
		return out, "", err
	}
	if string(clean) != string(data) {
		var fresh Out
		if err := json.Unmarshal(clean, &fresh); err != nil {
			return out, "", err
		}
		out = fresh
	}
	text := a.text
	if !a.safe {
		if text, err = as.Text(c.ctx, "", text); err != nil {
			return out, "", err
		}
	}
	if len(text) > 2*maxText || len(clean) > 4*maxText {
		return out, "", fmt.Errorf("the answer would have %d bytes, which is too much for one: ask for less, by a limit, a folder or a narrower question", max(len(text), len(clean)))
	}
	return out, text, nil
}

// failed returns the error of a call as a client may read it.
func (s *Server) failed(ctx context.Context, w *workspace, err error) error {
	if s.connection.ended.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, errDisconnected)) {
		s.connection.inform()
		return errDisconnected
	}
	return w.clean(ctx, err)
}

// bounded returns the text of an error within [maxError]: what the client sent may be repeated in it,
// and its end says what to do.
func bounded(text string) string {
	if len(text) <= maxError {
		return text
	}
	half := maxError / 2
	return strings.ToValidUTF8(text[:half], "") + " … " + strings.ToValidUTF8(text[len(text)-half:], "")
}

// page returns a part of a list from an offset, and the offset of the next part; 0 when it is the last.
func page[T any](list []T, offset, limit int) (part []T, next int) {
	offset = min(max(offset, 0), len(list))
	end := min(offset+limit, len(list))
	if end < len(list) {
		next = end
	}
	return list[offset:end:end], next
}

// limited returns a limit that a client gives, or def, within 1 and most.
func limited(limit, def, most int) int {
	if limit <= 0 {
		return def
	}
	return min(limit, most)
}

// cut returns the lines of a text from an offset in lines, within a number of bytes, with the number of
// lines of all and the offset of the next line; 0 when all of it is there. A line that is longer than
// the bound is cut.
func cut(text string, offset, bytes int) (part string, lines, next int) {
	start, n := 0, 0
	for i := range len(text) {
		if text[i] == '\n' || i == len(text)-1 {
			n++
			if n == max(offset, 0) {
				start = i + 1
			}
		}
	}
	lines = n
	if offset > lines {
		start = len(text)
	}
	part = text[start:]
	if len(part) <= bytes {
		return part, lines, 0
	}
	end := strings.LastIndexByte(part[:bytes], '\n') + 1
	if end == 0 { // one line alone is longer
		rest := strings.IndexByte(part, '\n')
		if rest < 0 {
			return strings.ToValidUTF8(part[:bytes], "") + "…\n", lines, 0
		}
		return strings.ToValidUTF8(part[:bytes], "") + "…\n", lines, max(offset, 0) + 1
	}
	part = part[:end]
	return part, lines, max(offset, 0) + strings.Count(part, "\n")
}

// tokensOf estimates the tokens of a text.
func tokensOf(bytes int64) int { return int((bytes + 3) / 4) }
