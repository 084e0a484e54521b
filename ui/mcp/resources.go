package mcp

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/aggregate/format"
	"dossier/models"
	"dossier/ui/project"
)

// Resources.
const (
	documentURI    = "dossier://document"
	filePrefix     = "dossier://file/"
	snapshotPrefix = "dossier://snapshot/"
)

// maxResource is the max size of a resource in bytes, because clients read it as a whole.
const maxResource = 8 << 20

func (s *Server) addResources() {
	s.mcp.AddResource(&mcp.Resource{
		URI: documentURI, Name: "document", Title: "Document", MIMEType: "text/markdown",
		Description: "The user's document for a model, as it is now.",
	}, s.resource)
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: filePrefix + "{+path}", Name: "file", Title: "File", MIMEType: "text/plain",
		Description: "A file of the project by its path, with secrets redacted.",
	}, s.resource)
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: snapshotPrefix + "{name}", Name: "snapshot", Title: "Snapshot", MIMEType: "text/markdown",
		Description: "A document that was sent to a model before, by its name or latest.",
	}, s.resource)
}

// resource reads a resource.
func (s *Server) resource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	ctx, cancel := s.connection.within(ctx)
	defer cancel()
	c := newCall(ctx, s, req)
	c.answers, c.state = req.Params.InputResponses, req.Params.RequestState
	uri := req.Params.URI
	var text, mime string
	w, err := s.on(c, "resource", func(w *workspace) (err error) {
		text, mime, err = w.contents(c, uri)
		return err
	})
	if ask := new(clientRequest); errors.As(err, &ask) {
		return &mcp.ReadResourceResult{InputRequests: ask.requests, RequestState: ask.state}, nil
	}
	if err == nil && len(text) > maxResource {
		err = fmt.Errorf("%s has %d bytes; read it in pages with the tools build, read and snapshots", uri, len(text))
	}
	w.activity.add(c, "resource", len(text), err != nil)
	if err != nil {
		if errors.As(err, new(*project.UnreadableError)) {
			return nil, mcp.ResourceNotFoundError(uri)
		}
		return nil, s.failed(ctx, w, err)
	}
	contents := &mcp.ResourceContents{URI: uri, MIMEType: mime, Text: text}
	if text == "" { // the SDK omits an empty text, and clients reject contents without a text or a blob
		contents.Blob = []byte{}
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents}}, nil
}

// contents returns the text of a resource.
func (w *workspace) contents(c *call, uri string) (text, mime string, err error) {
	if uri == documentURI {
		doc, _, err := w.document(c, project.BuildOptions{})
		if err != nil {
			return "", "", err
		}
		for _, item := range doc.Items {
			c.read(item.Path)
		}
		return doc.Text(), mimeOf(doc.Format), nil
	}
	if name, ok := strings.CutPrefix(uri, snapshotPrefix); ok {
		if name, err = url.PathUnescape(name); err != nil {
			return "", "", &project.UnreadableError{Path: uri, Reason: "is not a valid address"}
		}
		sent, err := w.p.Snapshots().LoadNamed(name, false)
		if err != nil {
			return "", "", &project.UnreadableError{Path: uri, Reason: err.Error()}
		}
		text, err = w.p.Redacting(c.ctx).Text(c.ctx, "", sent.Document.Text())
		return text, mimeOf(sent.Document.Format), err
	}
	path, err := filePath(uri)
	if err != nil {
		return "", "", err
	}
	v, err := w.p.Show(c.ctx, project.Part{Path: path, View: models.Full})
	if err != nil {
		return "", "", err
	}
	c.read(v.Path)
	w.forget()
	return v.Text, "text/plain", nil
}

// filePath returns the path of a file's resource.
func filePath(uri string) (string, error) {
	escaped, ok := strings.CutPrefix(uri, filePrefix)
	path, err := url.PathUnescape(escaped)
	if !ok || err != nil || path == "" {
		return "", &project.UnreadableError{Path: uri, Reason: "is not the address of a file"}
	}
	return path, nil
}

func mimeOf(name string) string {
	switch format.Of(name).Ext() {
	case ".xml":
		return "application/xml"
	case ".json":
		return "application/json"
	case ".md":
		return "text/markdown"
	}
	return "text/plain"
}

// pollEvery is the interval of polling subscribed resources.
const pollEvery = 2 * time.Second

// subscriptions are the resources that clients subscribe to.
type subscriptions struct {
	mu    sync.Mutex
	count map[string]int    // by URI
	known map[string]string // state of each at the last poll
	stop  context.CancelFunc
	done  chan struct{}
}

func (s *Server) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	uri := req.Params.URI
	if uri != documentURI {
		if _, err := filePath(uri); err != nil {
			return errors.New("subscribe to dossier://document or to a file such as dossier://file/main.go; snapshots never change")
		}
	}
	w := s.workspaces.current()
	if err := s.refresh(ctx, w); err != nil {
		return err
	}
	now := w.state(ctx, uri)
	s.subs.mu.Lock()
	defer s.subs.mu.Unlock()
	if s.subs.count == nil {
		s.subs.count, s.subs.known = map[string]int{}, map[string]string{}
	}
	if len(s.subs.count) >= 1000 && s.subs.count[uri] == 0 {
		return errors.New("a client can subscribe to at most 1000 resources; unsubscribe from some first")
	}
	if s.subs.count[uri]++; s.subs.count[uri] == 1 {
		s.subs.known[uri] = now
	}
	if s.subs.stop == nil {
		polling, stop := context.WithCancel(context.Background())
		s.subs.stop, s.subs.done = stop, make(chan struct{})
		go s.pollAll(polling, s.subs.done)
	}
	return nil
}

func (s *Server) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	s.subs.mu.Lock()
	defer s.subs.mu.Unlock()
	if uri := req.Params.URI; s.subs.count[uri] > 1 {
		s.subs.count[uri]--
	} else {
		delete(s.subs.count, uri)
		delete(s.subs.known, uri)
	}
	return nil
}

// pollAll polls until the context ends.
func (s *Server) pollAll(ctx context.Context, done chan struct{}) {
	defer close(done)
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = s.workspaces.current().guarded("poll", func() error { return s.poll(ctx) })
		}
	}
}

// poll notifies the clients of each resource that has changed since the last poll.
func (s *Server) poll(ctx context.Context) error {
	s.subs.mu.Lock()
	uris := make([]string, 0, len(s.subs.count))
	for uri := range s.subs.count {
		uris = append(uris, uri)
	}
	s.subs.mu.Unlock()
	if len(uris) == 0 {
		return nil
	}
	w := s.workspaces.current()
	if err := s.refresh(ctx, w); err != nil {
		return err
	}
	for _, uri := range uris {
		new := w.state(ctx, uri)
		s.subs.mu.Lock()
		old, subscribed := s.subs.known[uri]
		if subscribed {
			s.subs.known[uri] = new
		}
		s.subs.mu.Unlock()
		if subscribed && old != new && ctx.Err() == nil {
			if err := s.mcp.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: uri}); err != nil {
				return err
			}
		}
	}
	return nil
}

// state identifies the content of a resource.
func (w *workspace) state(ctx context.Context, uri string) string {
	if uri == documentURI {
		doc, err := w.p.Builder.Build(ctx, w.p.Input(), nil)
		if err != nil {
			return err.Error()
		}
		sum := sha256.New()
		_, _ = doc.WriteTo(sum) // writing to a hash never fails
		return string(sum.Sum(nil))
	}
	path, err := filePath(uri)
	if err == nil {
		_, err = w.p.Readable(ctx, path)
	}
	if err != nil {
		return err.Error()
	}
	info, _ := w.p.Reader().Stat(path)
	return fmt.Sprint(info.Identity)
}

// close ends the polling and waits for it.
func (s *subscriptions) close() {
	s.mu.Lock()
	stop, done := s.stop, s.done
	s.mu.Unlock()
	if stop != nil {
		stop()
		<-done
	}
}
