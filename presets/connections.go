package presets

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/presets/store"
)

// connections is the folder of the servers for programs that run now: a record of each, and an empty
// file for each that is to end.
const connections = "connections"

// MaxConnections is how many servers of one project are listed; those beyond serve, and are not shown.
const MaxConnections = 200

// endExt is the extension of the request to end a server.
const endExt = ".end"

// Connection is a program that a server serves the project to now. It holds no contents of files.
type Connection struct {
	ID     string    `json:"id"`     // unique
	Client string    `json:"client"` // as the program calls itself; empty until it has done so
	Since  time.Time `json:"since"`
	Calls  int       `json:"calls"`
	Failed int       `json:"failed"`
	Tokens int       `json:"tokens"` // about how many were given
}

// Presence is the record of one server while it runs. A lock, which the system releases when the
// process ends, distinguishes it from those of processes that were killed. It is safe for concurrent
// use by one goroutine that updates and any number that ask.
type Presence struct {
	store   *State
	name    string // of the files, without extension
	id      string
	release func()
}

// Announce records a server of the project in dir until [Presence.End]. The error says why it cannot
// be shown: a state folder that is not writable, or too many servers.
func (s *State) Announce(ctx context.Context, dir string, since time.Time) (*Presence, error) {
	dir = realFolder(dir)
	unlock, err := s.store.Lock(ctx, allConnections(dir))
	if err != nil {
		return nil, err
	}
	defer unlock()
	for n := 1; n <= MaxConnections; n++ {
		release, err := s.store.Hold(oneConnection(dir, n))
		if errors.Is(err, store.ErrBusy) {
			continue
		}
		if err != nil {
			return nil, err
		}
		p := &Presence{store: s, name: connectionName(dir, n), id: rand.Text()[:10], release: release}
		s.removeConnection(p.name) // what a killed process left
		if err := p.Update(ctx, Connection{Since: since}); err != nil {
			release()
			return nil, err
		}
		return p, nil
	}
	return nil, fmt.Errorf("%d servers of this project run already", MaxConnections)
}

func allConnections(dir string) string        { return "agents of " + dir }
func oneConnection(dir string, n int) string  { return "agent " + strconv.Itoa(n) + " of " + dir }
func connectionName(dir string, n int) string { return store.Key(dir) + "-" + strconv.Itoa(n) }

// Update stores what has become of the connection; its id is that of the presence.
func (p *Presence) Update(ctx context.Context, c Connection) error {
	c.ID = p.id
	return p.store.write(ctx, connections, p.name, c)
}

// Asked reports whether the user wants the server to end.
func (p *Presence) Asked() bool {
	root, err := p.store.open(connections, false)
	if err != nil {
		return false
	}
	defer root.Close()
	_, err = root.Lstat(p.name + "-" + p.id + endExt)
	return err == nil
}

// End removes the record.
func (p *Presence) End() {
	p.store.removeConnection(p.name)
	p.release()
}

// removeConnection removes a record and the requests to end it. What stays is not shown, and removed
// by the next one of the name.
func (s *State) removeConnection(name string) {
	root, err := s.open(connections, false)
	if err != nil {
		return
	}
	defer root.Close()
	entries, err := os.ReadDir(root.Name())
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Name() == name+".json" || strings.HasPrefix(e.Name(), name+"-") && strings.HasSuffix(e.Name(), endExt) {
			_ = root.Remove(e.Name()) // nothing durable
		}
	}
}

// Connections lists the servers of the project in dir that run now, the oldest first. It removes the
// records of those that were killed.
func (s *State) Connections(ctx context.Context, dir string) []Connection {
	dir = realFolder(dir)
	unlock, err := s.store.Lock(ctx, allConnections(dir)) // a check of a lock must not look like its holder
	if err != nil {
		return nil
	}
	defer unlock()
	var out []Connection
	for n, c := range s.connections(dir) {
		release, err := s.store.Hold(oneConnection(dir, n))
		switch {
		case err == nil:
			s.removeConnection(connectionName(dir, n))
			release()
		case errors.Is(err, store.ErrBusy):
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Connection) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID)) })
	return out
}

// connections reads the records of a project by their numbers.
func (s *State) connections(dir string) map[int]Connection {
	root, err := s.open(connections, false)
	if err != nil {
		return nil
	}
	defer root.Close()
	entries, err := os.ReadDir(root.Name())
	if err != nil {
		return nil
	}
	out := map[int]Connection{}
	for _, e := range entries {
		number, ok := strings.CutPrefix(strings.TrimSuffix(e.Name(), ".json"), store.Key(dir)+"-")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || e.Name() != connectionName(dir, n)+".json" {
			continue
		}
		if c, ok := read[Connection](s, connections, connectionName(dir, n)); ok && c.ID != "" {
			out[n] = c
		}
	}
	return out
}

// Disconnect asks the server with an id to end. One that does not run any more is no error.
func (s *State) Disconnect(dir, id string) error {
	dir = realFolder(dir)
	for n, c := range s.connections(dir) {
		if c.ID != id {
			continue
		}
		root, err := s.open(connections, true)
		if err != nil {
			return err
		}
		defer root.Close()
		return root.WriteFile(connectionName(dir, n)+"-"+id+endExt, nil, 0o600)
	}
	return nil
}

// ConnectionsFolder returns the folder in which the servers of all projects are recorded, to be watched;
// it is created if needed. The error says why there is none.
func (s *State) ConnectionsFolder() (string, error) { return s.folder(connections) }
