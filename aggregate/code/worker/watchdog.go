package worker

import (
	"sync"
	"time"
)

const (
	// checksPerStall is the number of checks within the stall limit. All of them must find the process
	// idle: a suspension of this program itself delays just one check.
	checksPerStall = 10
	// step is the smallest amount of work that counts as progress: the resolution of system
	// clocks.
	step = 10 * time.Millisecond
)

// watchdog calls a function if a process works for too long, or stalls.
type watchdog struct {
	mu        sync.Mutex
	limits    Limits
	clock     func() (time.Duration, bool) // the processor time used so far; false if it is currently unknown
	onTimeout func()
	timer     *time.Timer
	pause     time.Duration // until the next check
	running   bool
	hurried   bool

	workLimit    time.Duration // the limit of work
	lastProgress time.Duration // the work at the last progress
	idle         time.Duration // time since then

	timeout *TimeoutError // the reason for the call, if any
}

// begin watches until end is called. It calls onTimeout at most once.
func (d *watchdog) begin(limits Limits, clock func() (time.Duration, bool), onTimeout func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.limits, d.clock, d.onTimeout = limits, clock, onTimeout
	d.lastProgress, _ = clock()
	d.idle, d.timeout, d.running = 0, nil, true
	d.workLimit = d.lastProgress + limits.Timeout
	if d.hurried {
		d.workLimit = d.lastProgress + min(limits.Timeout, drain)
	}
	d.timer = time.AfterFunc(d.next(d.lastProgress), d.check)
}

// next returns the time until the next check: not before the limit can be reached, and not later
// than the next stall check.
func (d *watchdog) next(work time.Duration) time.Duration {
	d.pause = min(max(d.workLimit-work, step), d.limits.Stall/checksPerStall)
	return d.pause
}

// check checks the process.
func (d *watchdog) check() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.running {
		return
	}
	work, known := d.clock()
	if !known {
		work = d.lastProgress
	}
	if d.idle += d.pause; work-d.lastProgress >= step {
		d.lastProgress, d.idle = work, 0
	}
	switch {
	case work >= d.workLimit:
		d.timeout = &TimeoutError{Limit: d.limits.Timeout}
	case d.idle >= d.limits.Stall:
		d.timeout = &TimeoutError{Limit: d.limits.Stall, Stalled: true}
	default:
		d.timer.Reset(d.next(work))
		return
	}
	d.running = false
	d.onTimeout()
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
		d.workLimit = min(d.workLimit, work+drain)
		d.timer.Reset(d.next(work))
	}
}

// end ends the watch and returns the reason why onTimeout was called; nil if it was not.
func (d *watchdog) end() *TimeoutError {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = false
	d.timer.Stop()
	return d.timeout
}
