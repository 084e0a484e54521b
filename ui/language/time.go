package language

import "time"

// The layout of a time of day is the same in all languages.
const clock = "15:04"

// Date returns the local day of a time in the language in use.
func Date(t time.Time) string { return t.Local().Format(Now().date) }

// Clock returns the local time of day, in hours and minutes.
func Clock(t time.Time) string { return t.Local().Format(clock) }

// Minute returns the local day and time of day, in hours and minutes.
func Minute(t time.Time) string { return Date(t) + " " + Clock(t) }

// Second returns the local day and time of day, in hours, minutes and seconds.
func Second(t time.Time) string { return Date(t) + t.Local().Format(" 15:04:05") }
