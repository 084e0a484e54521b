package mcp

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/ui/project/projecttest"
)

// defined has the same names in several places.
func defined() map[string]string {
	return map[string]string{
		"a/a.go": "package a\n\ntype Server struct{}\n\n// Close ends it.\nfunc (s *Server) Close() {}\n\nfunc Run() {}\n",
		"b/b.go": "package b\n\ntype Pool struct{}\n\nfunc (p *Pool) Close() {}\n", "c/c.py": "def save_all():\n    pass\n",
		"d.json": `{"timeout": 1}`, "e.md": "# Close\n\nRun and Close.\n", ".env": "Close=1\n",
		"user.go": "package a\n\nfunc use(s *Server) { s.Close(); Run() }\n",
	}
}

// TestDefinitions says what a name finds: the same by the index of the files and without it.
func TestDefinitions(t *testing.T) {
	tests := []struct {
		name string
		args m
		want string // the first words of each line
	}{
		{"a function", m{"name": "Run"}, "a/a.go\n  Run Function 8-8"},
		{"methods of several types", m{"name": "Close"}, "a/a.go\n  Server.Close Method 6-6\nb/b.go\n  Pool.Close Method 5-5"},
		{"of one type", m{"name": "Pool.Close"}, "b/b.go\n  Pool.Close Method 5-5"},
		{"as Go writes it", m{"name": "(*Pool).Close()"}, "b/b.go\n  Pool.Close Method 5-5"},
		{"as Ruby writes it", m{"name": "Pool#Close"}, "b/b.go\n  Pool.Close Method 5-5"},
		{"with its package", m{"name": "b.Pool.Close"}, "no symbol is named b.Pool.Close; these are named Pool.Close\nb/b.go\n  Pool.Close Method 5-5"},
		{"below a path", m{"name": "Close", "path": "b"}, "b/b.go\n  Pool.Close Method 5-5"},
		{"below a path that has none", m{"name": "Run", "path": "b"}, "no symbols; search for the name as text"},
		{"in another language", m{"name": "save_all"}, "c/c.py\n  save_all Function 1-2"},
		{"a key, where no source defines it", m{"name": "timeout"}, "d.json\n  timeout Key 1-1"},
		{"nothing", m{"name": "Nowhere"}, "no symbols; search for the name as text"},
	}
	for _, by := range []string{"the index", "the text"} {
		s, c := serve(t, defined(), Options{})
		s.indexing.within = time.Hour
		if by == "the text" {
			s.indexing.over = true // and nothing makes one
			s.indexing.within = 0
		}
		for _, tt := range tests {
			t.Run(tt.name+", by "+by, func(t *testing.T) {
				got := ""
				for line := range strings.Lines(c.ok("symbols", tt.args)) {
					if strings.HasPrefix(line, "  ") {
						line = strings.Join(strings.Fields(line)[:3], " ")
						line = "  " + line
					}
					got += strings.TrimRight(line, "\n") + "\n"
				}
				if got != tt.want+"\n" {
					t.Errorf("got\n%s\nwant\n%s", got, tt.want)
				}
			})
		}
		if got, _, failed := c.call("symbols", m{"name": "Run", "path": "nowhere"}); !failed || !strings.Contains(got, "not among the files") {
			t.Errorf("by %s: %s", by, got)
		}
		if got, _, failed := c.call("symbols", m{"name": "()"}); !failed || !strings.Contains(got, "names no symbol") {
			t.Errorf("by %s: %s", by, got)
		}
		projecttest.Write(t, filepath.Join(s.p.Dir, "user.go"), "package a\n\nfunc Run() {}\n") // in place: its folder is as it was
		if got := c.ok("symbols", m{"name": "Run"}); !strings.Contains(got, "user.go\n  Run Function 3-3") {
			t.Errorf("by %s, after a change: %s", by, got)
		}
		if rank, err := s.index(&call{ctx: t.Context()}); (rank != nil) != (by == "the index") || err != nil {
			t.Errorf("by %s: the index is there: %t, %v", by, rank != nil, err)
		}
	}
}

// TestIndexInTheBackground says that a call does not wait for an index that takes long, which is made
// meanwhile, and ends with the server.
func TestIndexInTheBackground(t *testing.T) {
	s, c := serve(t, defined(), Options{})
	s.indexing.within = 0
	if got := c.ok("symbols", m{"name": "Pool.Close"}); !strings.HasPrefix(got, "b/b.go\n  Pool.Close") {
		t.Error(got)
	}
	<-s.indexing.done
	s.indexing.within = time.Hour
	if x, err := s.index(&call{ctx: t.Context()}); err != nil || x.Len() != len(defined()) {
		t.Errorf("the index is %v, %v", x, err)
	}
	started := make(chan struct{})
	s.indexing.start(func(ctx context.Context) { close(started); <-ctx.Done() })
	<-started
	s.indexing.start(func(context.Context) { t.Error("two run at once") })
	if !s.indexing.running() {
		t.Error("nothing runs")
	}
	if got := c.ok("symbols", m{"name": "Run"}); !strings.HasPrefix(got, "a/a.go\n  Run") {
		t.Error(got)
	}
	s.indexing.close() // ends what runs
	s.indexing.start(func(context.Context) { t.Error("something starts after the end") })
}
