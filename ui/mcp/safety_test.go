package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/presets"
	"dossier/ui/project/projecttest"
)

// planted is a token that looks like a real one, which no scanner finds in this file.
func planted() string {
	rng := rand.New(rand.NewPCG(7, 8))
	token := "gh" + "p_"
	for range 36 {
		token += string("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"[rng.IntN(58)])
	}
	return token
}

// everything are calls of every tool that give as much as they can.
func everything() map[string][]m {
	return map[string][]m{
		"tree":   {{"depth": 9}, {"depth": 9, "ignored": true}},
		"search": {{"query": "a", "context": 9, "limit": 500}, {"query": ".", "regexp": true, "limit": 500}, {"query": "gh", "names": true}, {"query": planted()}, {"query": planted()[:9]}},
		"read": {
			{"files": []m{{"path": "a.go"}, {"path": "a.go", "view": "skeleton"}, {"path": "a.go", "view": "outline"}, {"path": "a.go", "view": "summary"}, {"path": "a.go", "lines": []string{"1-9"}}, {"path": "a.go", "symbols": []string{"Key"}}, {"path": ".env"}, {"path": "b.json"}, {"path": "c.md"}}},
		},
		"symbols": {{"path": "a.go"}, {"path": "b.json"}, {"path": ".env"}, {"path": "c.md"}, {"name": "Key"}, {"name": planted()}},
		"related": {{"path": "a.go"}, {"path": "c.md"}},
		"fit":     {{"question": "key token"}, {"question": "key token", "rank": true}, {"question": planted()}},
		"context": {{}}, "build": {{}, {"format": "xml"}, {"format": "json"}, {"format": "plain"}, {"preset": "one"}, {"preset": planted()}},
		"snapshots": {{}, {"name": "latest"}, {"name": planted()}}, "changes": {{"unified": true}},
		"propose": {
			{"title": "x " + planted(), "reason": planted(), "show": []m{{"path": "c.md", "lines": []string{"1-3"}, "why": planted()}}},
			{"title": "y", "instruction": planted()},
			{"title": planted(), "remove": []string{planted()}},
		},
	}
}

func withSecrets() map[string]string {
	token := planted()
	return map[string]string{
		"a.go": "package a\n\n// Key is " + token + ".\nconst Key = \"" + token + "\"\n\nfunc " + token + "() {}\n", ".env": "KEY=" + token + "\n",
		"b.json": `{"` + token + `": "` + token + `"}`, "c.md": "# About " + token + "\n\n[" + token + "](" + token + ".md)\n\na\n",
		"dossier.toml": "[project]\nname = \"acme\"\ninstruction = \"use " + token + "\"\n[files]\nitems = [\"a.go\", \".env\", \"b.json\", \"c.md\"]\n[presets.one]\ndescription = \"" + token + "\"\nfiles = [\"a.go\"]\n",
	}
}

// TestNoToolGivesASecret calls every tool and reads every resource of a project with a secret in every
// place, and looks at what is stored by that.
func TestNoToolGivesASecret(t *testing.T) {
	token := planted()
	s, c := serve(t, withSecrets(), Options{Write: true})
	c.ok("build", m{"write": true})
	r, err := c.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	calls := everything()
	for _, tool := range r.Tools {
		if calls[tool.Name] == nil {
			t.Errorf("%s is not tried", tool.Name)
		}
		answered := false
		for _, args := range calls[tool.Name] {
			text, structured, failed := c.call(tool.Name, args)
			answered = answered || !failed
			if strings.Contains(text, token) || strings.Contains(structured, token) {
				t.Errorf("%s %v gives the secret: %.300s", tool.Name, args, text)
			}
		}
		if !answered {
			t.Errorf("%s answers nothing", tool.Name)
		}
	}
	for _, uri := range []string{documentURI, filePrefix + "a.go", filePrefix + "c.md", filePrefix + ".env", snapshotPrefix + "latest", filePrefix + token} {
		got, err := c.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		data, _ := json.Marshal(got)
		if strings.Contains(string(data), token) || err != nil && !strings.HasSuffix(uri, token) && strings.Contains(err.Error(), token) {
			t.Errorf("%s gives the secret: %s, %v", uri, data, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	base := filepath.Dir(s.p.Dir)
	files := 0
	err = filepath.WalkDir(base, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(path, s.p.Dir) && !strings.Contains(path, ".dossier") {
			return err
		}
		data, err := os.ReadFile(path)
		if files++; strings.Contains(string(data), token) {
			t.Errorf("%s holds the secret", path)
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files, %v", files, err)
	}
}

// TestACutInstructionGivesNoSecret checks a long instruction that is cut within a secret.
func TestACutInstructionGivesNoSecret(t *testing.T) {
	token := planted()
	files := sample()
	files["dossier.toml"] = "[project]\nname = \"acme\"\ninstruction = \"" + strings.Repeat("word ", maxText/10-3) + token + " and more\"\n"
	_, c := serve(t, files, Options{})
	text, structured, failed := c.call("context", m{})
	if failed || strings.Contains(text+structured, token[:6]) || !strings.Contains(text, "…") {
		t.Errorf("the answer of context ends with %q", text[max(0, len(text)-300):])
	}
}

// TestOutsideNeedsLeave says that no tool reads what lies outside, by any name, until the user allows it.
func TestOutsideNeedsLeave(t *testing.T) {
	s, c := serve(t, sample(), Options{})
	outside := filepath.Join(filepath.Dir(s.p.Dir), "outside.txt")
	projecttest.Write(t, outside, "the words outside\n")
	if err := os.Symlink(outside, filepath.Join(s.p.Dir, "link.txt")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("..", filepath.Join(s.p.Dir, "up")); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{outside, "../outside.txt", "a/../../outside.txt", "link.txt", "up/outside.txt", "./up/outside.txt", "file://" + outside} {
		for tool, args := range map[string]m{
			"read": {"files": []m{{"path": name}}}, "symbols": {"path": name}, "related": {"path": name}, "tree": {"path": name},
			"propose": {"title": "x", "show": []m{{"path": name}}}, "search": {"query": "words", "under": []string{name}},
		} {
			if text, structured, _ := c.call(tool, args); strings.Contains(text, "words outside") || strings.Contains(structured, "words outside") {
				t.Errorf("%s %s gives %s", tool, name, text)
			}
		}
		if got, err := c.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: filePrefix + name}); err == nil && strings.Contains(got.Contents[0].Text, "outside") {
			t.Errorf("the resource %s gives %s", name, got.Contents[0].Text)
		}
	}
	if len(s.p.Access().Allowed()) != 0 {
		t.Error("to ask for a path allows it")
	}
	if _, err := s.p.Access().Allow(t.Context(), outside); err != nil {
		t.Fatal(err)
	}
	if got := c.ok("read", m{"files": []m{{"path": outside}}}); !strings.Contains(got, "words outside") {
		t.Error(got)
	}
}

// TestHostileInput sends what no client means: nothing ends the server, and no answer is over its bound.
func TestHostileInput(t *testing.T) {
	s, c := serve(t, sample(), Options{})
	nested := func(levels int) any {
		deep := any("x")
		for range levels {
			deep = []any{deep}
		}
		return deep
	}
	values := []any{
		nil, true, -1, 1e300, 1 << 60, "", strings.Repeat("a/", 5000), "\x00", "\xff\xfe", "..", "/", "**", "[", "{a,b", "a\nb", strings.Repeat("(", 3000), "(a+)+$", `\pL{1000}`,
		[]any{},
		[]any{nil},
		m{},
		m{"path": nil},
		nested(100),
		[]string{"../..", "/proc/self/environ", "/dev/zero"},
		[]m{{"path": "/dev/zero"}, {"path": "/proc/self/mem"}, {"path": strings.Repeat("x", 100_000)}},
	}
	r, err := c.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, tool := range r.Tools {
		schema, _ := json.Marshal(tool.InputSchema)
		var in struct {
			Properties map[string]any `json:"properties"`
		}
		if err := json.Unmarshal(schema, &in); err != nil || len(in.Properties) == 0 {
			t.Fatal(tool.Name, err)
		}
		for _, key := range slices.Sorted(maps.Keys(in.Properties)) {
			for _, value := range values {
				args := m{key: value}
				for _, other := range []string{"query", "question", "title", "path"} { // what a call cannot do without
					if _, has := in.Properties[other]; has && other != key {
						args[other] = "a"
					}
				}
				text, structured, _ := c.call(tool.Name, args)
				if calls++; len(text) > 2*maxText || len(structured) > 4*maxText {
					t.Errorf("%s %.80v gives %d and %d bytes", tool.Name, args, len(text), len(structured))
				}
			}
		}
	}
	connect(t, s.Server, &mcp.ClientOptions{}).call("tree", m{"path": nested(5000)}) // its connection may end, and no other
	if calls < 500 {
		t.Errorf("%d calls were made", calls)
	}
	if got := c.ok("read", m{"files": []m{{"path": "plan.md"}}}); !strings.Contains(got, "# Plan") {
		t.Error(got)
	}
	if reports, _ := filepath.Glob(filepath.Join(s.p.User().Places().State, "crashes", "*")); len(reports) != 0 {
		t.Errorf("it left %q", reports)
	}
}

// TestManyClients has 32 clients use every tool at once while files, the project file and what is
// allowed change, and finds nothing lost.
func TestManyClients(t *testing.T) {
	s, _ := serve(t, sample(), Options{})
	const clients, rounds = 32, 6
	var all sync.WaitGroup
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			projecttest.Write(t, filepath.Join(s.p.Dir, fmt.Sprintf("n%d.go", i%3)), fmt.Sprintf("package n\n\nconst N = %d\n", i))
			projecttest.Write(t, filepath.Join(s.p.Dir, "a/a.go"), fmt.Sprintf("%s\nconst N = %d\n", source, i))
			comp := s.p.Input().Composition
			comp.Instruction = fmt.Sprint("Explain ", i)
			if _, err := s.p.SaveComposition(context.Background(), s.p.File(), comp, true); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range clients {
		all.Go(func() {
			c := connect(t, s.Server, &mcp.ClientOptions{})
			for k := range rounds {
				calls := []struct {
					tool string
					args m
				}{
					{"tree", m{"depth": 2}},
					{"search", m{"query": "number"}},
					{"read", m{"files": []m{{"path": "a/a.go"}, {"path": "b/b.go", "view": "outline"}}}},
					{"symbols", m{"path": "b/b.go"}},
					{"symbols", m{"name": "Three"}},
					{"related", m{"path": "b/b.go"}},
					{"fit", m{"question": "third number", "rank": true}},
					{"context", nil},
					{"build", nil},
					{"snapshots", nil},
				}
				one := calls[(i+k)%len(calls)]
				if text, _, failed := c.call(one.tool, one.args); failed {
					t.Errorf("%s: %s", one.tool, text)
				}
			}
			if text, _, failed := c.call("propose", m{"title": fmt.Sprint("of ", i), "show": []m{{"path": "plan.md"}}}); failed {
				t.Errorf("propose: %s", text)
			}
		})
	}
	all.Wait()
	close(stop)
	writer.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	titles := map[string]bool{}
	for _, p := range s.p.Proposals().All() {
		titles[p.Title] = true
	}
	calls := 0
	for _, a := range s.p.Activities() {
		calls += a.Calls
	}
	if len(titles) != clients || calls != clients*(rounds+1) {
		t.Errorf("%d proposals and %d calls are stored, of %d and %d", len(titles), calls, clients, clients*(rounds+1))
	}
}

// TestCancelled says that a call that is cancelled ends, at whatever step, and leaves the server as it was.
func TestCancelled(t *testing.T) {
	s, c := serve(t, sample(), Options{Write: true})
	s.indexing.within = time.Hour
	for name, calls := range everything() {
		for _, args := range calls {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args}); err == nil {
				t.Errorf("%s answers a call that was cancelled", name)
			}
		}
	}
	proposed := 0
	for name, run := range map[string]func(*call) error{
		"tree":   func(c *call) error { _, err := s.tree(c, treeIn{Ignored: true}); return err },
		"search": func(c *call) error { _, err := s.search(c, searchIn{Query: "number"}); return err },
		"names":  func(c *call) error { _, err := s.search(c, searchIn{Query: "a go", Names: true}); return err },
		"read": func(c *call) error {
			_, err := s.read(c, readIn{Files: []partIn{{Path: "a/a.go", View: "skeleton"}}})
			return err
		},
		"symbols":   func(c *call) error { _, err := s.symbols(c, symbolsIn{Path: "b/b.go"}); return err },
		"name":      func(c *call) error { _, err := s.symbols(c, symbolsIn{Name: "Two"}); return err },
		"related":   func(c *call) error { _, err := s.related(c, relatedIn{Path: "a/a.go"}); return err },
		"fit":       func(c *call) error { _, err := s.fit(c, fitIn{Question: "third number"}); return err },
		"rank":      func(c *call) error { _, err := s.fit(c, fitIn{Question: "third number", Rank: true}); return err },
		"context":   func(c *call) error { _, err := s.context(c, contextIn{}); return err },
		"build":     func(c *call) error { _, err := s.build(c, buildIn{Write: true}); return err },
		"snapshots": func(c *call) error { _, err := s.snapshots(c, snapshotsIn{}); return err },
		"changes":   func(c *call) error { _, err := s.changes(c, changesIn{Unified: true}); return err },
		"propose": func(c *call) error {
			_, err := s.propose(c, proposeIn{Title: "x", Remove: []string{"a/a.go"}})
			return err
		},
		"document": func(c *call) error { _, _, err := s.contents(c, documentURI); return err },
	} {
		for steps, over := 0, false; !over; steps++ { // the number of checks of the context before it ends
			ctx := &ending{Context: t.Context(), left: steps}
			err := s.Server.refresh(ctx, s.workspace)
			if err == nil {
				err = run(&call{ctx: ctx, safe: map[string]bool{}})
			}
			over = ctx.left >= 0
			if name == "propose" && err == nil {
				proposed++
			}
			switch {
			case over && err != nil && name != "changes": // which needs a snapshot
				t.Errorf("%s, not cancelled: %v", name, err)
			case !over && err != nil && !errors.Is(err, context.Canceled):
				t.Errorf("%s, cancelled after %d steps: %v", name, steps, err)
			}
		}
	}
	if list := s.p.Proposals().All(); len(list) != proposed || proposed == 0 {
		t.Errorf("%d proposals are stored of %d", len(list), proposed)
	}
	if got := c.ok("context", nil); !strings.Contains(got, "a/a.go full 53 tokens\n") {
		t.Error(got)
	}
	if got := c.ok("search", m{"query": "Three"}); !strings.Contains(got, "b/b.go:5:") {
		t.Error(got)
	}
}

// ending is a context that ends after some looks at it.
type ending struct {
	context.Context
	mu   sync.Mutex
	left int
}

func (e *ending) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestActivity says what is stored of calls: names and sums, and no contents.
func TestActivity(t *testing.T) {
	s, c := serve(t, sample(), Options{})
	c.ok("read", m{"files": []m{{"path": "a/a.go"}, {"path": "b/b.go"}}})
	c.ok("read", m{"files": []m{{"path": "b/b.go"}}})
	c.call("read", m{"files": []m{{"path": "gone.go"}}})
	c.ok("search", m{"query": "Explain"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sum := map[string]presets.Activity{}
	for _, a := range s.p.Activities() {
		if a.Client != "tester" || a.Time.IsZero() {
			t.Errorf("%+v", a)
		}
		sum[a.Tool] = sum[a.Tool].Add(a)
	}
	read := sum["read"]
	if read.Calls != 3 || read.Failed != 1 || read.Tokens < 50 || cmp.Diff([]string{"a/a.go", "b/b.go"}, read.Files) != "" {
		t.Errorf("%+v", read)
	}
	if search := sum["search"]; search.Calls != 1 || cmp.Diff([]string{"dossier.toml"}, search.Files) != "" {
		t.Errorf("%+v", search)
	}
}

// TestSubscriptions says that clients are notified of a changed resource, and of no other.
func TestSubscriptions(t *testing.T) {
	s, _ := serve(t, sample(), Options{})
	notified := make(chan string, 10)
	c := connect(t, s.Server, &mcp.ClientOptions{ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { notified <- r.Params.URI }})
	for _, uri := range []string{documentURI, filePrefix + "plan.md", filePrefix + "a/a.go"} {
		if err := c.session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
			t.Fatal(err)
		}
	}
	subscribed(s, 3)
	if err := s.poll(t.Context()); err != nil || len(notified) != 0 {
		t.Errorf("%d were told, %v", len(notified), err)
	}
	projecttest.Write(t, filepath.Join(s.p.Dir, "plan.md"), "# Another plan\n")
	if err := s.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if uri := <-notified; uri != filePrefix+"plan.md" {
		t.Error(uri)
	}
	projecttest.Write(t, filepath.Join(s.p.Dir, "b/b.go"), "package b\n\nconst Four = 4\n")
	if err := s.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if uri := <-notified; uri != documentURI {
		t.Error(uri)
	}
	got, err := c.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: documentURI})
	if err != nil || !strings.Contains(got.Contents[0].Text, "Four") {
		t.Error(got, err)
	}
	if err := s.subscribe(t.Context(), &mcp.SubscribeRequest{Params: &mcp.SubscribeParams{URI: snapshotPrefix + "latest"}}); err == nil {
		t.Error("a snapshot, which never changes, is subscribed to")
	}
	if err := c.session.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: filePrefix + "plan.md"}); err != nil {
		t.Fatal(err)
	}
	subscribed(s, 2)
}

// subscribed waits until a number of resources are subscribed to: a client does not wait for the
// answer.
func subscribed(s served, n int) {
	for {
		s.subs.mu.Lock()
		have := len(s.subs.count)
		s.subs.mu.Unlock()
		if have == n {
			return
		}
		runtime.Gosched()
	}
}

// TestProgress says that a long call reports how far it is to a client that asks.
func TestProgress(t *testing.T) {
	s, _ := serve(t, sample(), Options{})
	got := make(chan *mcp.ProgressNotificationParams, 100)
	c := connect(t, s.Server, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { got <- r.Params }})
	p := &mcp.CallToolParams{Name: "search", Arguments: m{"query": "number"}}
	p.SetProgressToken("token")
	if _, err := c.session.CallTool(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for {
		one := <-got
		if one.ProgressToken != "token" || one.Message != "searching files" || one.Progress > one.Total {
			t.Fatalf("%+v", one)
		}
		if one.Progress == one.Total {
			return
		}
	}
}
