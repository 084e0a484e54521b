package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// call is a call of a tool of the server for agents.
type call struct {
	tool string
	args map[string]any
}

// agentCalls are calls on Kubernetes, and how long each may take at the client in ms once the server has answered
// it before.
var agentCalls = []struct {
	name   string
	wanted float64
	calls  []call // the slowest counts
}{
	{"tree", 20, []call{{"tree", map[string]any{}}, {"tree", map[string]any{"path": "pkg/kubelet", "depth": 2}}}},
	{"read", 20, []call{
		reading(map[string]any{"path": "pkg/kubelet/images/image_gc_manager.go"}),
		reading(map[string]any{"path": "pkg/kubelet/pod_workers.go", "view": "outline"}),
		reading(map[string]any{"path": "pkg/kubelet/kubelet.go", "lines": []string{"1500-1560"}}),
	}},
	{"symbols of a file", 20, []call{{"symbols", map[string]any{"path": "pkg/kubelet/kubelet.go"}}, {"symbols", map[string]any{"path": "pkg/apis/core/types.go"}}}},
	{"symbols by a name", 20, []call{{"symbols", map[string]any{"name": "TopologySpreadConstraint"}}, {"symbols", map[string]any{"name": "Kubelet.SyncPod"}}}},
	{"search for names", 20, []call{{"search", map[string]any{"query": "image_gc", "names": true}}}},
	{"search for a text", 150, []call{{"search", map[string]any{"query": "CrashLoopBackOff"}}, {"search", map[string]any{"query": "detectImages"}}}},
	{"fit with rank", 200, []call{
		{"fit", map[string]any{"question": "where is the exponential backoff of CrashLoopBackOff computed", "rank": true}},
		{"fit", map[string]any{"question": "kubelet image garbage collection deletes an image that a static pod still uses", "rank": true}},
	}},
}

func reading(file map[string]any) call {
	return call{"read", map[string]any{"files": []any{file}}}
}

// agentGoals returns the goals of the server for agents, by a client of the SDK that starts it and speaks over its
// standard input and output. Another tree than that of Kubernetes has none.
func (b *bench) agentGoals() []goal {
	if _, err := os.Stat(filepath.Join(b.tree, "pkg", "kubelet", "kubelet.go")); err != nil {
		return nil
	}
	var goals []goal
	for _, g := range agentCalls {
		goals = append(goals, goal{name: "an agent's call, warm: " + g.name, unit: " ms", wanted: g.wanted, by: fmt.Sprintf("the fastest of %d calls", b.agentTimes()), figure: func() (float64, error) {
			session, err := b.agent()
			if err != nil {
				return 0, err
			}
			slowest := time.Duration(0)
			for _, c := range g.calls {
				took, err := c.fastest(session, b.agentTimes())
				if err != nil {
					return 0, err
				}
				slowest = max(slowest, took)
			}
			return slowest.Seconds() * 1000, nil
		}})
	}
	return goals
}

func (b *bench) agentTimes() int { return 20 * b.runs }

// agent returns a client of a server that has made its index of the files.
func (b *bench) agent() (*mcp.ClientSession, error) {
	if b.session != nil {
		return b.session, nil
	}
	if err := os.WriteFile(filepath.Join(b.tree, "dossier.toml"), nil, 0o644); err != nil {
		return nil, err
	}
	server := exec.Command(b.program, "mcp", "-C", b.tree)
	server.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(b.dir, "config"), "XDG_STATE_HOME="+filepath.Join(b.dir, "state"), "XDG_CACHE_HOME="+filepath.Join(b.dir, "cache"))
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &mcp.CommandTransport{Command: server}, nil)
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	b.session = session
	_, err = call{"fit", map[string]any{"question": "scheduler", "rank": true}}.fastest(session, 0)
	return session, err
}

// fastest makes a call, and again some times, and returns the least time of these.
func (c call) fastest(session *mcp.ClientSession, times int) (least time.Duration, err error) {
	for i := range times + 1 {
		began := time.Now()
		r, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: c.tool, Arguments: c.args})
		took := time.Since(began)
		if err == nil && r.IsError {
			err = fmt.Errorf("it answers %s", r.Content[0].(*mcp.TextContent).Text)
		}
		if err != nil {
			return 0, fmt.Errorf("call %s: %w", c.tool, err)
		}
		if i == 1 || took < least {
			least = took
		}
	}
	return least, nil
}
