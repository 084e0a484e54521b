package mcp

//lint:file-ignore SA1019 clients of the versions before 2026-07-28 have roots, and are the ones in use

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/presets"
	"dossier/ui/project/projecttest"
)

// versions are those of the protocol in which a server asks its client in two ways.
var versions = []string{"2025-06-18", requestsInResponses}

// rootsOf is a client that works on some folders.
type rootsOf struct {
	*client
	mcp   *mcp.Client
	asked []string // what its user was asked
}

// working connects a client that works on folders; answer is how its user answers, nil: it cannot ask them.
func working(t *testing.T, s *Server, version string, answer func(*mcp.ElicitParams) *mcp.ElicitResult, dirs ...string) *rootsOf {
	t.Helper()
	r := &rootsOf{}
	o := &mcp.ClientOptions{}
	if answer != nil {
		o.ElicitationHandler = func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			r.asked = append(r.asked, req.Params.Message)
			return answer(req.Params), nil
		}
	}
	r.mcp = mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, o)
	open(r.mcp, dirs...)
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(context.Background(), there); err != nil {
		t.Fatal(err)
	}
	session, err := r.mcp.Connect(context.Background(), here, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	r.client = &client{t, session}
	return r
}

// open has a client work on folders.
func open(c *mcp.Client, dirs ...string) {
	for _, dir := range dirs {
		c.AddRoots(&mcp.Root{URI: address(dir)})
	}
}

// address is the address of a folder; what is one stays.
func address(dir string) string {
	if strings.Contains(dir, "://") {
		return dir
	}
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(dir), "/")}).String()
}

// TestWhichFolderIsServed lists what the client works on, and which folder is served then.
func TestWhichFolderIsServed(t *testing.T) {
	base := t.TempDir()
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	dir := func(name string) string { return filepath.Join(base, name) }
	for _, name := range []string{"one", "two words ü", "three"} {
		projecttest.Write(t, filepath.Join(dir(name), "which.txt"), name+"\n")
	}
	projecttest.Write(t, filepath.Join(dir("three"), presets.ProjectName), "[project]\nname = \"three\"\n")
	second := func(p *mcp.ElicitParams) *mcp.ElicitResult {
		schema := p.RequestedSchema.(map[string]any)["properties"].(map[string]any)["folder"].(map[string]any)
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"folder": schema["enum"].([]any)[1]}}
	}
	decline := func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: "decline"} }
	for _, version := range versions {
		for _, tt := range []struct {
			name   string
			roots  []string // "." is the folder of the server
			answer func(*mcp.ElicitParams) *mcp.ElicitResult
			fixed  bool // dossier mcp -C
			want   string
			asked  int
		}{
			{"no roots", nil, nil, false, "here", 0},
			{"another folder", []string{"two words ü"}, nil, false, "two words ü", 0},
			{"another folder, but a fixed one is served", []string{"one"}, nil, true, "here", 0},
			{"the folder itself and another one", []string{"one", "."}, nil, false, "here", 0},
			{"one that has it", []string{".."}, nil, false, "here", 0},
			{"several", []string{"one", "two words ü"}, nil, false, "one", 0},
			{"several, one with a project file", []string{"one", "three"}, nil, false, "three", 0},
			{"several, and the user chooses", []string{"one", "two words ü"}, second, false, "two words ü", 1},
			{"several, and the user does not choose", []string{"one", "two words ü"}, decline, false, "one", 1},
			{"what is no folder here", []string{"one/which.txt", "missing", "https://a.b/c", "file://host/share", "file:relative", "file:///%zz"}, nil, false, "here", 0},
			{"one of them is a folder here", []string{"missing", "one"}, nil, false, "one", 0},
		} {
			t.Run(tt.name+" "+version, func(t *testing.T) {
				s, _ := serve(t, map[string]string{"which.txt": "here\n"}, Options{Roots: !tt.fixed})
				var roots []string
				for _, root := range tt.roots {
					switch {
					case root == ".":
						root = s.p.Dir
					case root == "..":
						root = filepath.Dir(s.p.Dir)
					case !strings.Contains(root, ":"):
						root = dir(filepath.FromSlash(root))
					}
					roots = append(roots, root)
				}
				c := working(t, s.Server, version, tt.answer, roots...)
				read := m{"files": []m{{"path": "which.txt"}}}
				for range 2 {
					if got := c.ok("read", read); !strings.HasSuffix(got, "\n"+tt.want+"\n") {
						t.Fatalf("it reads %q", got)
					}
				}
				if r, err := c.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: filePrefix + "which.txt"}); err != nil || r.Contents[0].Text != tt.want+"\n" {
					t.Errorf("the resource: %v, %v", r, err)
				}
				if len(c.asked) != tt.asked {
					t.Errorf("the user is asked %q", c.asked)
				}
			})
		}
	}
}

// A server that a client has started in the user's home, or above it, serves nothing of it unless -C names it.
func TestAFolderThatHoldsEverything(t *testing.T) {
	for _, tt := range []struct {
		name     string
		home     string // beside the folder "here", in which the server is started
		fixed    bool
		rejected bool
	}{
		{"elsewhere", "../away", false, false},
		{"in a folder of the home", "..", false, false},
		{"in the home", ".", false, true},
		{"in the home, which -C names", ".", true, false},
		{"above the home", "users/ada", false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := serve(t, map[string]string{"which.txt": "here\n", "users/ada/a.txt": "a\n"}, Options{Roots: !tt.fixed})
			t.Setenv("HOME", filepath.Join(s.p.Dir, filepath.FromSlash(tt.home)))
			t.Setenv("USERPROFILE", os.Getenv("HOME"))
			c := working(t, s.Server, versions[0], nil)
			got, _, failed := c.call("read", m{"files": []m{{"path": "which.txt"}}})
			if failed != tt.rejected || failed && !strings.Contains(got, "dossier mcp -C") || !failed && !strings.HasSuffix(got, "\nhere\n") {
				t.Errorf("it answers %q", got)
			}
		})
	}
}

// A client that opens another folder is served that one from then on, with its prompts, and what was
// read before is noted where it was read.
func TestTheClientOpensAnotherFolder(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"one", "two"} {
		projecttest.Write(t, filepath.Join(base, name, "which.txt"), name+"\n")
		projecttest.Write(t, filepath.Join(base, name, ".dossier", "prompts", "of-"+name+".md"), "Look at "+name+".\n")
	}
	for _, version := range versions {
		s, _ := serve(t, sample(), Options{Roots: true})
		c := working(t, s.Server, version, nil, filepath.Join(base, "one"))
		for _, name := range []string{"one", "two", "one"} {
			c.mcp.RemoveRoots(address(filepath.Join(base, "one")), address(filepath.Join(base, "two")))
			open(c.mcp, filepath.Join(base, name))
			s.workspaces.forget() // as the notification does, which may come later
			if got := c.ok("read", m{"files": []m{{"path": "which.txt"}}}); !strings.HasSuffix(got, "\n"+name+"\n") {
				t.Fatalf("%s: it reads %q", name, got)
			}
			var offered []string
			for p, err := range c.session.Prompts(t.Context(), nil) {
				if err != nil {
					t.Fatal(err)
				}
				offered = append(offered, p.Name)
			}
			if !slices.Contains(offered, "of-"+name) || slices.ContainsFunc(offered, func(p string) bool { return strings.HasPrefix(p, "of-") && p != "of-"+name }) {
				t.Errorf("%s: offered are %q", name, offered)
			}
			if got := s.workspaces.current(); filepath.Base(got.p.Dir) != name {
				t.Errorf("%s is served", got.p.Dir)
			}
		}
		if n := len(s.workspaces.all); n != 3 {
			t.Errorf("%d workspaces are open", n)
		}
		second := s.workspaces.all[1]
		if err := second.activity.close(); err != nil {
			t.Fatal(err)
		}
		if list := second.p.Activities(); len(list) != 1 || list[0].Calls != 2 || list[0].Tool != "read" {
			t.Errorf("noted is %+v", list)
		}
		if list := s.p.Activities(); len(list) != 0 {
			t.Errorf("noted where nothing was read: %+v", list)
		}
	}
}

// The client opens another folder while its user is asked about the previous ones: the next call is for the new one.
func TestTheClientOpensAnotherFolderMeanwhile(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"one", "two", "three"} {
		projecttest.Write(t, filepath.Join(base, name, "which.txt"), name+"\n")
	}
	for _, version := range versions {
		s, _ := serve(t, sample(), Options{Roots: true})
		var c *rootsOf
		c = working(t, s.Server, version, func(*mcp.ElicitParams) *mcp.ElicitResult {
			c.mcp.RemoveRoots(address(filepath.Join(base, "one")), address(filepath.Join(base, "two")))
			open(c.mcp, filepath.Join(base, "three"))
			s.workspaces.forget() // as the notification does, which may come later
			return &mcp.ElicitResult{Action: "decline"}
		}, filepath.Join(base, "one"), filepath.Join(base, "two"))
		c.ok("read", m{"files": []m{{"path": "which.txt"}}})
		if got := c.ok("read", m{"files": []m{{"path": "which.txt"}}}); !strings.HasSuffix(got, "\nthree\n") {
			t.Errorf("%s: it reads %q", version, got)
		}
	}
}

// A client that does not answer which folders it has is served that of the server.
func TestAClientThatDoesNotAnswer(t *testing.T) {
	s, _ := serve(t, map[string]string{"which.txt": "here\n"}, Options{Roots: true})
	s.workspaces.within = time.Millisecond
	c := working(t, s.Server, versions[0], nil, t.TempDir())
	c.mcp.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "roots/list" {
				<-ctx.Done() // the server has cancelled it
				return nil, ctx.Err()
			}
			return next(ctx, method, req)
		}
	})
	if got := c.ok("read", m{"files": []m{{"path": "which.txt"}}}); !strings.HasSuffix(got, "\nhere\n") {
		t.Errorf("it reads %q", got)
	}
}

// The client is shown to the user in the folder that is served, and can be disconnected there.
func TestShownInTheFolderThatIsServed(t *testing.T) {
	other := t.TempDir()
	projecttest.Write(t, filepath.Join(other, "which.txt"), "other\n")
	r := run(t, Options{Roots: true}, other)
	r.client.ok("read", m{"files": []m{{"path": "which.txt"}}})
	p, err := r.p.User().Open(other)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	list := p.Connections().All(t.Context())
	if len(list) != 1 || list[0].Client != "tester" || list[0].Since.IsZero() {
		t.Fatalf("connected are %+v", list)
	}
	if left := r.p.Connections().All(t.Context()); len(left) != 0 {
		t.Errorf("still shown where it is not served: %+v", left)
	}
	if err := p.Connections().Disconnect(list[0].ID); err != nil {
		t.Fatal(err)
	}
	if got, _, failed := r.client.call("read", m{"files": []m{{"path": "which.txt"}}}); !failed || !strings.Contains(got, "disconnected") {
		t.Errorf("it still reads %q", got)
	}
	if err := <-r.ended; !errors.Is(err, errDisconnected) {
		t.Errorf("it ends with %v", err)
	}
}

// A script that sends its calls and closes the stream cannot answer which folders it has: it is
// served the one of the server.
func TestAScriptWithRoots(t *testing.T) {
	s, _ := serve(t, map[string]string{"which.txt": "here\n"}, Options{Roots: true})
	input := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"script","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"files":[{"path":"which.txt"}]}}}
`
	var out strings.Builder
	if err := s.Run(t.Context(), io.NopCloser(strings.NewReader(input)), kept{&out}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `here\n`) {
		t.Errorf("it answers %s", out.String())
	}
}

// TestAskedInTheClient says when the client asks its user about a proposal, and what becomes of it.
func TestAskedInTheClient(t *testing.T) {
	proposal := m{"title": "the plan", "reason": "It says why.", "show": []m{{"path": "plan.md"}}}
	answering := func(action string) func(*mcp.ElicitParams) *mcp.ElicitResult {
		return func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: action} }
	}
	for _, version := range versions {
		for _, tt := range []struct {
			name    string
			allowed bool
			answer  func(*mcp.ElicitParams) *mcp.ElicitResult
			state   presets.Decision
			asked   int
		}{
			{"they accept", true, answering("accept"), presets.ProposalAccepted, 1},
			{"they decline", true, answering("decline"), presets.ProposalWaiting, 1},
			{"they close it", true, answering("cancel"), presets.ProposalWaiting, 1},
			{"the client cannot ask", true, nil, presets.ProposalWaiting, 0},
			{"the user has not allowed it", false, answering("accept"), presets.ProposalWaiting, 0},
		} {
			t.Run(tt.name+" "+version, func(t *testing.T) {
				s, _ := serve(t, sample(), Options{})
				if err := s.p.User().ChangeSettings(t.Context(), func(s *presets.Settings) { s.AskInClient = tt.allowed }); err != nil {
					t.Fatal(err)
				}
				c := working(t, s.Server, version, tt.answer)
				got := c.ok("propose", proposal)
				if want := map[presets.Decision]string{presets.ProposalAccepted: "p1 was taken by the user: ", presets.ProposalWaiting: "p1 is waiting for the user: "}[tt.state]; !strings.HasPrefix(got, want) || !strings.Contains(got, "added plan.md full +") {
					t.Errorf("it answers %s", got)
				}
				if list := s.p.Proposals().All(); len(list) != 1 || list[0].Decision != tt.state {
					t.Errorf("stored are %+v", list)
				}
				if len(c.asked) != tt.asked {
					t.Errorf("the user is asked %q", c.asked)
				}
				for _, asked := range c.asked {
					if !strings.Contains(asked, `"the plan" changes the document from `) || !strings.Contains(asked, "It says why.") {
						t.Errorf("the user is asked %q", asked)
					}
				}
				if has := strings.Contains(c.ok("context", nil), "plan.md full "); has != (tt.state == presets.ProposalAccepted) {
					t.Errorf("the file is in the composition: %v", has)
				}
			})
		}
	}
}

// A client cannot take what another one has proposed, by a state that it was not given.
func TestAProposalOfAnotherClient(t *testing.T) {
	s, first := serve(t, sample(), Options{})
	if err := s.p.User().ChangeSettings(t.Context(), func(s *presets.Settings) { s.AskInClient = true }); err != nil {
		t.Fatal(err)
	}
	first.ok("propose", m{"title": "the plan", "show": []m{{"path": "plan.md"}}})
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(context.Background(), there); err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "another", Version: "1"}, &mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: "accept"}, nil
	}}).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{
		Name: "propose", Arguments: m{"title": "x", "remove": []string{"a/a.go"}}, RequestState: "p1",
		InputResponses: mcp.InputResponseMap{"take": &mcp.ElicitResult{Action: "accept"}},
	})
	if err != nil || !r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, "the proposal p1 is from another client") {
		t.Errorf("it answers %+v, %v", r, err)
	}
	if list := s.p.Proposals().All(); len(list) != 1 || list[0].Decision != presets.ProposalWaiting {
		t.Errorf("stored are %+v", list)
	}
}
