package mcp

import (
	"flag"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var latencyOf = flag.String("latency", "", "measure calls on the `FOLDER` of Kubernetes, of the program that DOSSIER names")

// TestLatency prints how long calls take at a client that starts the built program: the first one, and the
// median and the least of those after it. It asserts none.
func TestLatency(t *testing.T) {
	program := os.Getenv("DOSSIER")
	if *latencyOf == "" || program == "" {
		t.Skip("-latency names no folder, or DOSSIER no program")
	}
	const times = 15
	one := func(part m) m { return m{"files": []m{part}} }
	calls := []struct {
		tool string
		args m
	}{
		{"tree", m{"path": "pkg/kubelet", "depth": 2}},
		{"tree", m{}},
		{"read", one(m{"path": "pkg/kubelet/images/image_gc_manager.go"})},
		{"read", one(m{"path": "pkg/kubelet/pod_workers.go", "view": "outline"})},
		{"read", one(m{"path": "pkg/kubelet/kubelet.go", "lines": []string{"1500-1560"}})},
		{"symbols", m{"path": "pkg/kubelet/kubelet.go"}},
		{"symbols", m{"path": "pkg/apis/core/types.go"}},
		{"symbols", m{"name": "TopologySpreadConstraint"}},
		{"search", m{"query": "image_gc", "names": true}},
		{"search", m{"query": "CrashLoopBackOff"}},
		{"search", m{"query": "detectImages"}},
		{"fit", m{"question": "where is the exponential backoff of CrashLoopBackOff computed", "rank": true}},
		{"fit", m{"question": "kubelet image garbage collection deletes an image that a static pod still uses", "rank": true}},
	}
	cmd := exec.Command(program, "mcp", "-C", *latencyOf)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	c := &client{t, session}
	for _, call := range calls {
		took := make([]time.Duration, times+1)
		for i := range took {
			began := time.Now()
			c.ok(call.tool, call.args)
			took[i] = time.Since(began)
		}
		first, rest := took[0], took[1:]
		slices.Sort(rest)
		t.Logf("%-8s first %8.1f ms, median %7.1f, least %7.1f  %v", call.tool, milliseconds(first), milliseconds(rest[times/2]), milliseconds(rest[0]), call.args)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
