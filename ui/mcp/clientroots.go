package mcp

//lint:file-ignore SA1019 clients of the versions before 2026-07-28 have roots, and are the ones in use

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/presets"
	"dossier/ui/project"
)

// rootsWithin is the max time that a call waits for a client's folders: clients that report them do so without asking
// anyone, and one that does not answer must not block every call.
const rootsWithin = 10 * time.Second

// maxRoots is the max number of a client's folders that are considered.
const maxRoots = 50

// workspaces are the opened workspaces of a server, which serves one at a time. They stay open
// until the server is closed, because a call may still use one that is no longer served.
type workspaces struct {
	mu     sync.Mutex
	now    *workspace
	all    []*workspace // the first is that of [New]; the caller closes its project
	roots  []string     // folders that the client works in
	listed bool         // roots are known
	chosen bool         // now was selected by roots
	forgot int          // number of calls of forget

	within time.Duration // max time that a call waits for the roots
}

// current returns the workspace that is being served.
func (all *workspaces) current() *workspace {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.now
}

// follow requests the roots again after they have changed.
func (all *workspaces) follow(o *mcp.ServerOptions) {
	o.RootsListChangedHandler = func(context.Context, *mcp.RootsListChangedRequest) { all.forget() }
}

// forget causes the roots to be requested again.
func (all *workspaces) forget() {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.roots, all.listed, all.chosen = nil, false, false
	all.forgot++
}

// close closes all workspaces, and their projects except that of the first.
func (all *workspaces) close() error {
	all.mu.Lock()
	defer all.mu.Unlock()
	var err error
	for i, w := range all.all {
		err = errors.Join(err, w.close())
		if i > 0 {
			w.p.Close()
		}
	}
	return err
}

// errNoProject is the answer of a server that was started by a client in the home folder or above it.
var errNoProject = errors.New("there is no folder to serve: the client reports none, and the server was started in your home folder or above it; start it with dossier mcp -C and the folder of the project")

// containsHome reports whether a folder is the user's home or contains it, or is the root of the file system.
func containsHome(dir string) bool {
	home, err := os.UserHomeDir()
	if err != nil {
		return filepath.Dir(dir) == dir
	}
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	return encloses(dir, home) || filepath.Dir(dir) == dir
}

// workspace returns the workspace for the client of a call. The error may be a [clientRequest].
func (s *Server) workspace(c *call) (*workspace, error) {
	all := &s.workspaces
	all.mu.Lock()
	now, roots, listed, chosen, forgot := all.now, all.roots, all.listed, all.chosen, all.forgot
	all.mu.Unlock()
	if !s.opts.Roots || chosen || c.can == nil || c.can.RootsV2 == nil {
		return now, nil
	}
	if !listed {
		ctx, cancel := context.WithTimeout(c.ctx, all.within)
		said, err := requestClient[*mcp.ListRootsResult](ctx, c, "roots", "", &mcp.ListRootsParams{})
		cancel()
		if errors.As(err, new(*clientRequest)) || c.ctx.Err() != nil {
			return now, err
		}
		if err == nil { // otherwise the client has no roots, or does not answer
			roots = folders(said.Roots)
		}
		all.mu.Lock()
		if all.forgot == forgot { // otherwise they may have changed
			all.roots, all.listed = roots, true
		}
		all.mu.Unlock()
	}
	dir, err := s.choose(c, now.p.Dir, roots)
	if err != nil {
		return now, err
	}
	return s.enter(c.ctx, dir, forgot)
}

// folders returns the folders of roots on this machine.
func folders(roots []*mcp.Root) []string {
	var list []string
	for _, root := range roots {
		dir, ok := localFolder(root)
		if ok && len(list) < maxRoots && !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

// localFolder returns the folder of a root without symbolic links.
func localFolder(root *mcp.Root) (dir string, ok bool) {
	if root == nil {
		return "", false
	}
	at, err := url.Parse(root.URI)
	if err != nil || at.Scheme != "file" || at.Host != "" && at.Host != "localhost" {
		return "", false
	}
	dir = at.Path
	if runtime.GOOS == "windows" {
		dir = strings.TrimPrefix(dir, "/") // the slash before a drive letter
	}
	if dir = filepath.FromSlash(dir); !filepath.IsAbs(dir) || project.CheckFolder(dir) != nil {
		return "", false
	}
	dir, err = filepath.EvalSymlinks(dir)
	return dir, err == nil
}

// choose returns the folder to serve: the current one if it is in one of the client's folders,
// else the only folder, or the only one with a project file, or the one that the user selects
// if the client can ask them, or the first. The error may be a [clientRequest].
func (s *Server) choose(c *call, now string, roots []string) (string, error) {
	real := now
	if dir, err := filepath.EvalSymlinks(now); err == nil {
		real = dir
	}
	if len(roots) == 0 || slices.ContainsFunc(roots, func(root string) bool { return encloses(root, real) }) {
		return now, nil
	}
	var projects []string
	for _, root := range roots {
		if info, err := os.Stat(filepath.Join(root, presets.ProjectName)); err == nil && info.Mode().IsRegular() {
			projects = append(projects, root)
		}
	}
	switch {
	case len(roots) == 1:
		return roots[0], nil
	case len(projects) == 1:
		return projects[0], nil
	case !c.elicits():
		return roots[0], nil
	}
	said, err := requestClient[*mcp.ElicitResult](c.ctx, c, "folder", "", &mcp.ElicitParams{
		Message: "Several folders are open. Which of them should Dossier serve to the model?",
		RequestedSchema: map[string]any{
			"type":       "object",
			"properties": map[string]any{"folder": map[string]any{"type": "string", "title": "Folder", "enum": roots}},
			"required":   []string{"folder"},
		},
	})
	if errors.As(err, new(*clientRequest)) || c.ctx.Err() != nil {
		return "", err
	}
	if err == nil && said.Action == "accept" {
		if dir, ok := said.Content["folder"].(string); ok && slices.Contains(roots, dir) {
			return dir, nil
		}
	}
	return roots[0], nil
}

// encloses reports whether a folder contains another one or is the same.
func encloses(outer, dir string) bool {
	rel, err := filepath.Rel(outer, dir)
	return err == nil && filepath.IsLocal(rel)
}

// enter opens and serves the project in a folder, which was chosen after a number of calls of [workspaces.forget].
// After another one, the next call chooses again.
func (s *Server) enter(ctx context.Context, dir string, forgot int) (*workspace, error) {
	all := &s.workspaces
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.chosen { // by a concurrent call
		return all.now, nil
	}
	i := slices.IndexFunc(all.all, func(w *workspace) bool { return w.p.Dir == dir })
	if i < 0 {
		p, err := all.now.p.User().Open(dir)
		if err != nil {
			return all.now, fmt.Errorf("the folder that the client works in cannot be served: %w", err)
		}
		i = len(all.all)
		all.all = append(all.all, s.open(p))
	}
	if w := all.all[i]; w != all.now {
		all.now = w
		s.connection.move(ctx, w.p)
	}
	all.chosen = all.forgot == forgot
	return all.now, nil
}
