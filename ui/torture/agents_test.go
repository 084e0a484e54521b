package torture

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/agents"
	"dossier/ui/features/notes"
	server "dossier/ui/mcp"
	"dossier/ui/project"
	"dossier/ui/session"
	"dossier/ui/session/projectfile"
	"dossier/ui/session/sessiontest"
)

// clients is how many clients work on one project at once, each with a server of its own.
const clients = 32

type args = map[string]any

// agent is a client that asks for everything and proposes one thing.
func agent(d desk, i int) (calls int, err error) {
	p, err := project.Open(d.dir(), d.places())
	if err != nil {
		return 0, err
	}
	defer p.Close()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(context.Background(), p, in, out, server.Options{}) }()
	client := mcp.NewClient(&mcp.Implementation{Name: fmt.Sprint("agent ", i), Version: "1"}, nil)
	c, err := client.Connect(context.Background(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		return 0, err
	}
	list := []mcp.CallToolParams{
		{Name: "tree", Arguments: args{}},
		{Name: "search", Arguments: args{"query": "func"}},
		{Name: "read", Arguments: args{"files": []args{{"path": "main.go"}, {"path": "other.go", "view": "outline"}}}},
		{Name: "symbols", Arguments: args{"path": "main.go"}},
		{Name: "symbols", Arguments: args{"name": "other"}},
		{Name: "related", Arguments: args{"path": "main.go"}},
		{Name: "fit", Arguments: args{"question": "where is main", "rank": true}},
		{Name: "context", Arguments: args{}},
		{Name: "build", Arguments: args{}},
		{Name: "snapshots", Arguments: args{}},
	}
	list = append(list[i%len(list):], list[:i%len(list)]...)
	for _, call := range append(list, mcp.CallToolParams{Name: "propose", Arguments: args{"title": fmt.Sprint("of ", i), "show": []args{{"path": "other.go"}}}}) {
		r, err := c.CallTool(context.Background(), &call)
		if err != nil {
			return calls, fmt.Errorf("%s: %w", call.Name, err)
		}
		if r.IsError {
			return calls, fmt.Errorf("%s: %s", call.Name, r.Content[0].(*mcp.TextContent).Text)
		}
		calls++
	}
	if err := c.Close(); err != nil {
		return calls, err
	}
	return calls, <-ended
}

// save has a window write notes and its composition, over and over, until the clients are done, and returns
// what it wrote.
func save(d desk, s *session.Session, q *sessiontest.Queue, done <-chan struct{}) (texts []string, instruction string, err error) {
	for n := 0; ; n++ {
		text := fmt.Sprint("the window writes ", n)
		notes.Of(s).Insert(0, models.Note{Type: models.NoteText, Content: text})
		texts, instruction = append(texts, text), text
		s.Compose().SetInstruction(instruction)
		s.ProjectFile().Save(projectfile.AskUser)
		if err := q.Until("the window has saved", func() bool { return !s.ProjectFile().Modified() && stored(d, []string{text}) }); err != nil {
			return texts, instruction, err
		}
		select {
		case <-done:
			return texts, instruction, nil
		default:
		}
	}
}

// Thirty-two agents ask for everything and propose something while a window saves notes and its
// composition: no call fails, and nothing is lost of what the window wrote, of the proposals, which it
// shows, and of the record of the calls. None is listed as connected afterwards.
func TestTortureAgents(t *testing.T) {
	d := layDesk(t, memory(t))
	for name, content := range map[string]string{"main.go": "package main\n\nfunc main() { other() }\n", "other.go": "package main\n\n// other does nothing.\nfunc other() {}\n"} {
		if err := os.WriteFile(filepath.Join(d.dir(), name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	q := sessiontest.NewQueue()
	s, err := openSession(d, q)
	if err != nil {
		t.Fatal(err)
	}
	s.Compose().Add([]string{"main.go"})
	s.ProjectFile().Save(projectfile.AskUser)
	if err := q.Until("the agents have a document to build", func() bool { return !s.ProjectFile().Modified() }); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	calls := make([]int, clients)
	for i := range clients {
		all.Go(func() {
			var err error
			if calls[i], err = agent(d, i); err != nil {
				t.Errorf("agent %d: %v", i, err)
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	texts, instruction, err := save(d, s, q, done)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Until("every proposal is shown", func() bool { return len(agents.Of(s).List()) == clients }); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	state, sum := presets.NewState(d.places()), 0
	for _, a := range state.Activities(d.dir(), time.Now()) {
		sum += a.Calls
	}
	want := 0
	for _, n := range calls {
		want += n
	}
	if sum != want || want != 11*clients {
		t.Errorf("%d of %d calls are recorded; want %d", sum, want, 11*clients)
	}
	if list := state.Connections(t.Context(), d.dir()); len(list) != 0 {
		t.Errorf("still connected are %+v", list)
	}
	if !stored(d, texts) {
		t.Error("notes of the window are lost")
	}
	if data, err := os.ReadFile(filepath.Join(d.dir(), presets.ProjectName)); err != nil || !strings.Contains(string(data), instruction) {
		t.Errorf("the project file is %s, %v; it lacks %q", data, err, instruction)
	}
	if found := temps(t, d.base); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	t.Logf("%d agents made %d calls while the window saved %d times: 0 failed, 0 lost", clients, want, len(texts))
}
