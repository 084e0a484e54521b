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

// maxText is the max size in bytes of the content on a page of text or matching lines, about 16,000 tokens. An answer
// has an error instead if all its text exceeds 2*maxText, or its JSON 4*maxText. Resources are limited by [maxResource].
const maxText = 64 << 10

// maxError is the max size of an error in bytes.
const maxError = 2000

// maxRequest is the max size of a client's message in bytes.
const maxRequest = 4 << 20

// Options determine what a server may do.
type Options struct {
	Write bool // the build tool may write numbered documents to the project's output folder
	Roots bool // serve a client's own folder instead of the project if the client works in another one
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
	prompts   map[string]models.Prompt // offered prompts
}

// instructions describe the server to a model.
const instructions = `Dossier shows the project that the user works on as they would show it to a model: files in several views
with their cost in tokens, search, symbols, relations and history, with secrets redacted.
Begin with "search" for a text or a name, "fit" for a question, or "tree" for an overview. Read files with "read":
the views outline and skeleton cost a fraction of the whole file, and lines or symbols less still.
The composition is what the user selected for a model; "context" shows it. You cannot change it: "propose" a
change with a reason, and the user decides.`

// New returns a server of a project. The caller closes the server and then the project.
func New(p *project.Project, opts Options) *Server {
	s := &Server{opts: opts, connection: newConnection()}
	s.workspaces.now, s.workspaces.within = s.open(p), rootsWithin
	s.workspaces.all = []*workspace{s.workspaces.now}
	o := &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{},
		SetCacheable:     func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" }, // for the user's files
		SubscribeHandler: s.subscribe, UnsubscribeHandler: s.unsubscribe,
	}
	s.workspaces.follow(o)
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "dossier", Title: "Dossier", Version: project.Version}, o)
	s.mcp.AddReceivingMiddleware(s.connection.meet, dropNulls)
	s.addTools()
	s.addResources()
	s.offerPrompts(s.workspaces.now)
	return s
}

// addTools adds the tools, those for an overview first.
func (s *Server) addTools() {
	tool(s, "tree", "Files and folders", "List files and folders with estimated tokens, without ignored files. Start here for an overview of an unknown project; "+
		"to find something, search is shorter.", (*workspace).tree)
	tool(s, "search", "Search", "Find lines in the project's files by text or regular expression, or files by their names. "+
		"Source comes first, then tests, documents and data. Ignored files are not searched and secrets are redacted first. Answers path:line:text.", (*workspace).search)
	tool(s, "read", "Read files", "Read files as text: whole, as a skeleton or outline, or only some lines or symbols; several at once. "+
		"Prefer outline or skeleton for an overview, and symbols or lines for details. Secrets are redacted.", (*workspace).read)
	tool(s, "symbols", "Symbols", "List the functions, types and other symbols of a file with lines and tokens, or find where a symbol is defined by its name. "+
		"Read their definitions with the symbols of read.", (*workspace).symbols)
	tool(s, "related", "Related files", "Find the files related to a file: its imports, the files that import it, its tests, notes that link to it, and files that "+
		"commits changed with it. Use it to see what a change touches.", (*workspace).related)
	tool(s, "fit", "Files for a question", "Find the files that are relevant to a question, a task or a change in git, the best first, each with a view so that all fit into a token budget. "+
		"Use it when you do not know the names to search for.", (*workspace).fit)
	tool(s, "context", "Composition", "Show the user's composition for a model: files with views and tokens, sections, the instruction, and the status of proposals.", (*workspace).context)
	s.addPropose()
	s.addBuild()
	tool(s, "snapshots", "Snapshots", "List the documents that were sent to models earlier, or read one as it was sent.", (*workspace).snapshots)
	tool(s, "changes", "Changes", "Report what has changed in the document since a snapshot: files, lines and tokens, with a diff on request. Use it to see what is new since "+
		"the user gave a document to a model.", (*workspace).changes)
}

// Run serves one client over two streams until it closes the first, the context ends or the user disconnects it.
// It returns the context's error, an error if the user has disconnected the client, or an I/O error of the streams.
func (s *Server) Run(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	defer s.connection.leave()
	s.connection.announce(ctx, s.workspaces.current().p)
	running, end := context.WithCancel(ctx)
	t := &draining{ended: s.connection.silent, Transport: &mcp.IOTransport{Reader: &lineEnds{ReadCloser: in}, Writer: out, MaxLineLength: maxRequest}}
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
	case errors.Is(err, io.EOF) || err == nil:
		return nil
	case ctx.Err() != nil:
		return err
	}
	return fmt.Errorf("the connection to the client failed: %w", err)
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

// call is a tool call, a read of a resource or a use of a prompt.
type call struct {
	ctx      context.Context
	client   string
	can      *mcp.ClientCapabilities // nil means none
	answers  mcp.InputResponseMap    // responses to the requests of the previous call, which this one repeats
	state    string                  // sent with those requests
	files    []string                // files that were read
	safe     map[string]bool         // strings that were already redacted
	session  *mcp.ServerSession
	reading  context.Context // ends when the client's stream is closed
	token    any             // identifies progress reports; nil if none are requested
	notified progressGate
}

// newCall returns the call of a request, without its parameters.
func newCall[P mcp.Params](ctx context.Context, s *Server, req *mcp.ServerRequest[P]) *call {
	return &call{
		ctx: ctx, client: clientName(req.ClientInfo()), can: req.ClientCapabilities(), safe: map[string]bool{},
		session: req.Session, reading: s.connection.reading,
	}
}

// on runs the work of a call on the workspace of its client, after updating it from the disk.
// The error may be a [clientRequest]. A panic is written to a report and returned as an error.
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

// refresh updates the known state of a workspace, and the offered prompts.
func (s *Server) refresh(ctx context.Context, w *workspace) error {
	if s.connection.disconnected() {
		return errDisconnected
	}
	if s.opts.Roots && containsHome(w.p.Dir) {
		return errNoProject
	}
	if err := w.refresh(ctx); err != nil {
		return err
	}
	s.offerPrompts(w)
	return nil
}

// pass excludes texts from redaction, because they are already redacted, and values that the
// user has allowed in a file might be redacted without its context.
func (c *call) pass(texts ...string) {
	for _, text := range texts {
		c.safe[text] = true
	}
}

// read records that a file was read.
func (c *call) read(path string) { c.files = append(c.files, path) }

// progressGate allows one progress report every [progressEvery].
type progressGate struct {
	mu   sync.Mutex
	last time.Time
}

const progressEvery = 100 * time.Millisecond

// progress reports the progress of a call if the client has requested it. It is safe for concurrent use.
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

// answer is the answer of a tool: a typed value, and its text.
type answer[Out any] struct {
	out  Out
	text string
	safe bool // the text is already redacted
}

// tool adds a read-only tool.
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
		panic(err) // of a type in this package
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
		if ask := new(clientRequest); errors.As(err, &ask) {
			return &mcp.CallToolResult{InputRequests: ask.requests, RequestState: ask.state}, out, nil
		}
		w.activity.add(c, t.Name, len(text), err != nil)
		if err != nil {
			return nil, out, s.failed(ctx, w, err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
	})
}

// maxClientName is the max length of a client's name in bytes.
const maxClientName = 80

func clientName(info *mcp.Implementation) string {
	if info == nil || info.Name == "" {
		return "unnamed client"
	}
	name := project.Shown(strings.ToValidUTF8(info.Name[:min(len(info.Name), maxClientName)], "\ufffd"))
	return strings.ToValidUTF8(name[:min(len(name), maxClientName)], "")
}

// redacted returns an answer with secrets redacted, or an error if it exceeds the limits of [maxText].
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
		return out, "", fmt.Errorf("the answer would have %d bytes, which is too long: ask for less, with a limit, a folder or a narrower question", max(len(text), len(clean)))
	}
	return out, text, nil
}

// failed returns the error of a call in a form for clients.
func (s *Server) failed(ctx context.Context, w *workspace, err error) error {
	if s.connection.ended.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, errDisconnected)) {
		s.connection.inform()
		return errDisconnected
	}
	return w.clean(ctx, err)
}

// bounded shortens an error text to [maxError]. Its end is preserved, because it states what to
// do; the rest may repeat the client's input.
func bounded(text string) string {
	if len(text) <= maxError {
		return text
	}
	half := maxError / 2
	return strings.ToValidUTF8(text[:half], "") + " … " + strings.ToValidUTF8(text[len(text)-half:], "")
}

// page returns a page of a list, and the offset of the next page; 0 for the last one.
func page[T any](list []T, offset, limit int) (part []T, next int) {
	offset = min(max(offset, 0), len(list))
	end := min(offset+limit, len(list))
	if end < len(list) {
		next = end
	}
	return list[offset:end:end], next
}

// limited returns a limit given by a client, or def, between 1 and most.
func limited(limit, def, most int) int {
	if limit <= 0 {
		return def
	}
	return min(limit, most)
}

// cut returns the lines of a text from an offset in lines, within a number of bytes before the last newline. It also
// returns the total number of lines and the offset of the next line; 0 if there is none. A line
// longer than the limit is truncated; then truncated says so.
func cut(text string, offset, bytes int) (part string, lines, next int, truncated string) {
	start, n := 0, 0
	offset = max(offset, 0)
	for i := range len(text) {
		if text[i] == '\n' || i == len(text)-1 {
			n++
			if n == offset {
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
		return part, lines, 0, ""
	}
	if end := strings.LastIndexByte(part[:bytes+1], '\n') + 1; end > 0 {
		part = part[:end]
		next = offset + strings.Count(part, "\n")
	} else {
		line, _, _ := strings.Cut(part, "\n")
		part = strings.ToValidUTF8(part[:bytes], "")
		truncated = fmt.Sprintf("line %d has %d bytes, of which the first %d are returned", offset+1, len(line), len(part))
		part += "…\n"
		next = offset + 1
	}
	if next >= lines {
		next = 0
	}
	return part, lines, next, truncated
}

// page cuts a redacted text, as [cut] does, to about a number of tokens; 0 means the default.
func (c *call) page(text string, offset, tokens int) (part string, lines, next int, truncated string) {
	part, lines, next, truncated = cut(text, offset, 4*limited(tokens, defaultTokens, maxTokens))
	if truncated != "" {
		truncated += "; a larger max_tokens returns more"
	}
	c.pass(part)
	return part, lines, next, truncated
}

// noteTruncated appends a note on a truncated line; none if it is empty.
func noteTruncated(out *strings.Builder, truncated string) {
	if truncated != "" {
		fmt.Fprintf(out, "note: %s\n", truncated)
	}
}

// tokensOf estimates the tokens of a text.
func tokensOf(bytes int64) int { return int((bytes + 3) / 4) }
