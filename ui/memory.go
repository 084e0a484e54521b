package ui

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// idleDelay is the time without changes after which memory is released, and atLast that after which it
// is released again: saves after a change are done by then.
const (
	idleDelay = 2 * time.Second
	atLast    = 8 * time.Second
)

// spare is the maximum number of unused bytes that are not worth releasing.
const spare = 8 << 20

// memory returns unused memory to the system when the window is idle. The runtime retains as much
// again as is in use, to be fast next time, and returns it over minutes: after listing and counting
// a large folder that is most of the program's memory, and none of it is needed while the user
// reads.
type memory struct {
	timer *time.Timer // nil while the window is not open
	again bool        // whether it was released since the last change
}

// begin releases memory when the window is idle, until end is called. rest is called before each
// release, by later on the window's goroutine, which owns m.
func (m *memory) begin(later func(func()), rest func()) (end func() bool) {
	m.timer = time.AfterFunc(idleDelay, func() {
		later(func() {
			rest()
			go freeMemory()
			if !m.again {
				m.again = true
				m.timer.Reset(atLast - idleDelay)
			}
		})
	})
	return m.timer.Stop
}

// soon releases memory after a while without changes.
func (m *memory) soon() {
	if m.timer != nil {
		m.again = false
		m.timer.Reset(idleDelay)
	}
}

// freeMemory returns unused memory to the system if there is much of it. That takes a garbage
// collection, which runs in the background.
func freeMemory() {
	if held, live := heap(); held > live+spare {
		debug.FreeOSMemory()
	}
}

// heap returns the size of the heap in bytes, and how many of them were in use after the last
// garbage collection.
func heap() (held, live uint64) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(samples)
	for _, s := range samples[:3] {
		held += s.Value.Uint64()
	}
	return held, samples[3].Value.Uint64()
}
