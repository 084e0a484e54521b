package worker

import (
	"sync"
	"time"
)

const (
	// looks is the number of checks within the stall limit. All of them must find the process
	// idle: a suspension of this program itself delays just one check.
	looks = 10
	// step is the smallest amount of work that counts as progress: the resolution of system
	// clocks.
	step = 10 * time.Millisecond
)

// watchdog calls a function if a process works for too long, or stalls.
type watchdog struct {
	mu      sync.Mutex
	limits  Limits
	clock   func() (time.Duration, bool) // the processor time used so far; false if it is currently unknown
	bite    func()
	timer   *time.Timer
	pause   time.Duration // until the next check
	running bool
	hurried bool

	most  time.Duration // the limit of work
	moved time.Duration // the work at the last progress
	idle  time.Duration // time since then

	bitten *TimeoutError // the reason for the call, if any
}

// begin watches until end is called. It calls bite at most once.
func (d *watchdog) begin(limits Limits, clock func() (time.Duration, bool), bite func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.limits, d.clock, d.bite = limits, clock, bite
	d.moved, _ = clock()
	d.idle, d.bitten, d.running = 0, nil, true
	d.most = d.moved + limits.Timeout
	if d.hurried {
		d.most = d.moved + min(limits.Timeout, drain)
	}
	d.timer = time.AfterFunc(d.next(d.moved), d.look)
}

// next returns the time until the next check: not before the limit can be reached, and not later
// than the next stall check.
func (d *watchdog) next(work time.Duration) time.Duration {
	d.pause = min(max(d.most-work, step), d.limits.Stall/looks)
	return d.pause
}

// look checks the process.
func (d *watchdog) look() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.running {
		return
	}
	work, known := d.clock()
	if !known {
		work = d.moved
	}
	if d.idle += d.pause; work-d.moved >= step {
		d.moved, d.idle = work, 0
	}
	switch {
	case work >= d.most:
		d.bitten = &TimeoutError{Limit: d.limits.Timeout}
	case d.idle >= d.limits.Stall:
		d.bitten = &TimeoutError{Limit: d.limits.Stall, Stalled: true}
	default:
		d.timer.Reset(d.next(work))
		return
	}
	d.running = false
	d.bite()
}

// hurry limits the remaining work of the process to [drain].
func (d *watchdog) hurry() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hurried = true
	if !d.running {
		return
	}
	if work, known := d.clock(); known {
		d.most = min(d.most, work+drain)
		d.timer.Reset(d.next(work))
	}
}

// end ends the watch and returns the reason why bite was called; nil if it was not.
func (d *watchdog) end() *TimeoutError {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = false
	d.timer.Stop()
	return d.bitten
}
