package jobs

import "time"

// VisibleDelay is how long work usually may take before it is shown to the user.
const VisibleDelay = 200 * time.Millisecond

// Later is a single delayed call. It must only be used by the owning goroutine.
type Later struct {
	group *Group
	wait  *waiting // nil while no call is pending
}

// waiting is a pending call.
type waiting struct{ timer *time.Timer }

// Later returns a call of the group.
func (g *Group) Later() *Later { return &Later{group: g} }

// Start calls a function on the owning goroutine after a delay. It replaces a pending call. After
// the group has ended nothing is called.
func (l *Later) Start(after time.Duration, call func()) {
	l.Stop()
	this := &waiting{}
	l.wait = this
	this.timer = time.AfterFunc(after, func() {
		if l.group.Ended() {
			return
		}
		l.group.do(func() {
			if l.wait == this && !l.group.Ended() {
				l.wait = nil
				call()
			}
		})
	})
}

// Stop cancels the pending call.
func (l *Later) Stop() {
	if l.wait != nil {
		l.wait.timer.Stop()
		l.wait = nil
	}
}

// Waiting reports whether a call is pending.
func (l *Later) Waiting() bool { return l.wait != nil }
