package mcp

import (
	"context"
	"errors"
	"sync"
	"time"

	"dossier/presets"
	"dossier/ui/project"
)

// storeEvery is the interval at which collected activity is stored.
const storeEvery = 2 * time.Second

// activity collects the actions of clients and stores them in the background.
type activity struct {
	p          *project.Project
	connection *connection

	mu      sync.Mutex
	pending []presets.Activity
	timer   *time.Timer // runs while entries are pending
	closed  bool
	storing sync.WaitGroup
}

func newActivity(p *project.Project, c *connection) *activity { return &activity{p: p, connection: c} }

// add records one call whose answer has a number of bytes.
func (a *activity) add(c *call, tool string, bytes int, failed bool) {
	one := presets.Activity{Time: time.Now().UTC().Truncate(time.Minute), Client: c.client, Tool: tool, Calls: 1, Tokens: tokensOf(int64(bytes)), Files: c.files}
	if failed {
		one.Failed = 1
	}
	a.connection.count(one)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	a.pending = append(a.pending, one)
	if a.timer == nil {
		a.storing.Add(1)
		a.timer = time.AfterFunc(storeEvery, func() {
			defer a.storing.Done()
			_ = a.store() // entries that could not be stored are retried with the next ones
		})
	}
}

// store stores the pending entries.
func (a *activity) store() error {
	a.mu.Lock()
	list := a.pending
	a.pending, a.timer = nil, nil
	a.mu.Unlock()
	if len(list) == 0 {
		return nil
	}
	a.connection.show(context.Background())
	err := a.p.AddActivities(context.Background(), list...)
	if err != nil {
		a.mu.Lock()
		a.pending = append(list, a.pending...)
		if len(a.pending) > 10_000 { // for example if the disk is full
			a.pending = a.pending[len(a.pending)-10_000:]
		}
		a.mu.Unlock()
	}
	return err
}

// close stores the pending entries, and waits until they are stored.
func (a *activity) close() error {
	a.mu.Lock()
	a.closed = true
	if a.timer != nil && a.timer.Stop() {
		a.storing.Done()
	}
	a.mu.Unlock()
	a.storing.Wait()
	if err := a.store(); err != nil {
		return errors.New("the activity of agents was not stored: " + err.Error())
	}
	return nil
}
