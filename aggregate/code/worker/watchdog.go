package worker

import (
	"sync"
	"time"
)

const (
	// looks is how often, within the time in which a process may do nothing, it is
	// looked at. Each has to find it idle: a pause of this program itself, which a person
	// can make, is one look late and no more.
	looks = 10
	// step is the least work that counts as some: what the clocks of systems can tell.
	step = 10 * time.Millisecond
)

// watchdog calls a function when a process works for too long, or does nothing for long.
type watchdog struct {
	mu      sync.Mutex
	limits  Limits
	clock   func() (time.Duration, bool) // the work that the process has done so far; false: not known now
	bite    func()
	timer   *time.Timer
	pause   time.Duration // until the timer fires
	running bool
	hurried bool

	most  time.Duration // the work at which it bites
	moved time.Duration // the work when there was last some
	idle  time.Duration // since

	bitten *TimeoutError // why it bit, if it did
}

// begin watches until end is called. When the time comes it calls bite, once.
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

// next returns when to look again: not before the limit can be reached, nor later than
// it is time to look for the idle.
func (d *watchdog) next(work time.Duration) time.Duration {
	d.pause = min(max(d.most-work, step), d.limits.Stall/looks)
	return d.pause
}

// look looks at the process.
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

// hurry lets the process do [drain] more work at most.
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

// end ends the watch and returns why the function was called; nil when it was not.
func (d *watchdog) end() *TimeoutError {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = false
	d.timer.Stop()
	return d.bitten
}
