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

// connections is the folder of running servers for programs: it contains a record for each, and
// an empty file for each server that is to end.
const connections = "connections"

// MaxConnections is the max number of listed servers per project. Further servers work but are not listed.
const MaxConnections = 200

// endExt is the extension of requests to end a server.
const endExt = ".end"

// Connection is a program that is connected to a server of the project. It contains no file contents.
type Connection struct {
	ID     string    `json:"id"`     // unique
	Client string    `json:"client"` // name that the program has given; empty until then
	Since  time.Time `json:"since"`
	Calls  int       `json:"calls"`
	Failed int       `json:"failed"`
	Tokens int       `json:"tokens"` // approximate number of returned tokens
}

// Presence is the record of one running server. A lock, which the system releases when the
// process ends, distinguishes it from records of killed processes. It is safe for concurrent
// use by one goroutine that updates it and any number that read it.
type Presence struct {
	store   *State
	name    string // of the files, without extension
	id      string
	release func()
}

// Announce records a server of the project in dir until [Presence.End]. It returns an error if
// the server cannot be listed: the state folder is not writable, or there are too many servers.
func (s *State) Announce(ctx context.Context, dir string, since time.Time) (*Presence, error) {
	dir = realFolder(dir)
	unlock, err := s.store.Lock(ctx, allConnections(dir))
	if err != nil {
		return nil, err
	}
	defer unlock()
	for n := 1; n <= MaxConnections; n++ {
		release, err := s.store.TryLock(oneConnection(dir, n))
		if errors.Is(err, store.ErrBusy) {
			continue
		}
		if err != nil {
			return nil, err
		}
		p := &Presence{store: s, name: connectionName(dir, n), id: rand.Text()[:10], release: release}
		s.removeConnection(p.name) // left by a killed process
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

// Update stores the state of the connection under the id of the presence.
func (p *Presence) Update(ctx context.Context, c Connection) error {
	c.ID = p.id
	return p.store.write(ctx, connections, p.name, c)
}

// EndRequested reports whether the user has requested that the server end.
func (p *Presence) EndRequested() bool {
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

// removeConnection removes a record and requests to end its server. A file that cannot be
// removed is not listed, and is removed by the next server with its name.
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

// Connections returns the running servers of the project in dir, oldest first. It removes the
// records of killed servers.
func (s *State) Connections(ctx context.Context, dir string) []Connection {
	dir = realFolder(dir)
	unlock, err := s.store.Lock(ctx, allConnections(dir)) // so that no check of a lock is mistaken for its holder
	if err != nil {
		return nil
	}
	defer unlock()
	var out []Connection
	for n, c := range s.connections(dir) {
		release, err := s.store.TryLock(oneConnection(dir, n))
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

// connections returns the records of a project by number.
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

// Disconnect requests that the server with an id end. A server that is no longer running is not an error.
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

// ConnectionsFolder returns the folder of all projects' servers for watching, and creates it if
// necessary. It returns an error if there is none.
func (s *State) ConnectionsFolder() (string, error) { return s.folder(connections) }
