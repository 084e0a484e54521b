package language

import "time"

// clock is the layout of a time of day in all languages.
const clock = "15:04"

// Date formats the local day of a time in the language in use.
func Date(t time.Time) string { return t.Local().Format(Now().date) }

// Clock formats the local time of day, in hours and minutes.
func Clock(t time.Time) string { return t.Local().Format(clock) }

// Minute formats the local day and time of day, in hours and minutes.
func Minute(t time.Time) string { return Date(t) + " " + Clock(t) }

// Second formats the local day and time of day, in hours, minutes and seconds.
func Second(t time.Time) string { return Date(t) + t.Local().Format(" 15:04:05") }
