package worker

import (
	"testing"
	"testing/synctest"
	"time"
)

// A process is limited by its processor time: wall time does not count, unless it is idle.
func TestWatchdog(t *testing.T) {
	limits := Limits{Timeout: 5 * time.Second, Stall: 10 * time.Second}
	share := func(percent float64) func(time.Duration) time.Duration {
		return func(d time.Duration) time.Duration { return time.Duration(float64(d) * percent / 100) }
	}
	tests := []struct {
		name  string
		work  func(elapsed time.Duration) time.Duration
		hurry time.Duration // after which all callers have cancelled
		until time.Duration // after which the work is done
		want  *TimeoutError
		at    time.Duration // when the watchdog triggers, within one interval
	}{
		{name: "a processor of its own", work: share(100), until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: 5 * time.Second},
		{name: "two processors", work: share(200), until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: 3 * time.Second},
		{name: "a tenth of one", work: share(10), until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: 50 * time.Second},
		{name: "a hundredth, and done in time", work: share(1), until: 400 * time.Second},
		{name: "a hundredth", work: share(1), until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: 500 * time.Second},
		{name: "nothing", work: share(0), until: time.Hour, want: &TimeoutError{Limit: limits.Stall, Stalled: true}, at: 10 * time.Second},
		{name: "next to nothing", work: share(0.001), until: time.Hour, want: &TimeoutError{Limit: limits.Stall, Stalled: true}, at: 10 * time.Second},
		{name: "nothing after some work", work: func(d time.Duration) time.Duration { return min(d, 4*time.Second) }, until: time.Hour, want: &TimeoutError{Limit: limits.Stall, Stalled: true}, at: 14 * time.Second},
		{name: "nothing but for a moment now and then", work: func(d time.Duration) time.Duration { return d.Truncate(9*time.Second) / 100 }, until: 400 * time.Second},
		{name: "nothing for a while, and done", work: share(0), until: 9 * time.Second},
		{name: "all callers cancelled", work: share(100), hurry: 2 * time.Second, until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: 2*time.Second + drain},
		{name: "all callers cancelled, a tenth of a processor", work: share(10), hurry: 2 * time.Second, until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: 2*time.Second + 10*drain},
		{name: "all callers cancelled near the limit", work: share(100), hurry: 4900 * time.Millisecond, until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: 5 * time.Second},
		{name: "all callers cancelled from the start", work: share(100), hurry: -1, until: time.Hour, want: &TimeoutError{Limit: limits.Timeout}, at: drain},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				var d watchdog
				if tt.hurry < 0 {
					d.hurry()
				}
				bites, at := 0, time.Duration(0)
				const before = 7 * time.Second // processor time of the process so far
				clock := func() (time.Duration, bool) {
					return before + tt.work(time.Since(begin)).Truncate(step), true
				}
				d.begin(limits, clock, func() { bites, at = bites+1, time.Since(begin) })
				if tt.hurry > 0 {
					time.Sleep(tt.hurry)
					d.hurry()
				}
				time.Sleep(tt.until - time.Since(begin))
				got := d.end()
				time.Sleep(time.Hour)
				synctest.Wait()
				switch {
				case tt.want == nil && (got != nil || bites != 0):
					t.Errorf("it bit after %v: %v", at, got)
				case tt.want != nil && (got == nil || *got != *tt.want || bites != 1):
					t.Errorf("it bit %d times: %v, want %v", bites, got, tt.want)
				case tt.want != nil && (at < tt.at-limits.Stall/checksPerStall || at > tt.at+limits.Stall/checksPerStall):
					t.Errorf("it bit after %v, want %v", at, tt.at)
				}
			})
		})
	}
}

// A pause of this program, in which no timer fires, does not count for the process.
func TestWatchdogWasAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d watchdog
		looked := 0
		clock := func() (time.Duration, bool) {
			if looked++; looked == 2 {
				time.Sleep(time.Minute)
			}
			return 0, true
		}
		d.begin(Limits{Timeout: time.Second, Stall: 10 * time.Second}, clock, func() { t.Error("it bit") })
		time.Sleep(time.Minute + 5*time.Second)
		if bite := d.end(); bite != nil || looked < 3 {
			t.Errorf("%v after %d looks", bite, looked)
		}
	})
}

// A process whose processor time is temporarily unavailable is neither idle nor at its limit for
// that reason alone.
func TestWatchdogCannotTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d watchdog
		begin := time.Now()
		d.begin(Limits{Timeout: time.Hour, Stall: 10 * time.Second}, func() (time.Duration, bool) {
			work := time.Since(begin)
			return work, work < time.Second || work > 5*time.Second
		}, func() { t.Error("it bit") })
		time.Sleep(time.Minute)
		if bite := d.end(); bite != nil {
			t.Error(bite)
		}
	})
}
