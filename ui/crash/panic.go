package crash

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"dossier/aggregate/parallel"
)

// Panic is a panic that was recovered, as an error that names no content.
type Panic struct {
	What   string // an error of the runtime, or the type of the value
	Report string // the path of the report of it; empty: there is none
	stack  string // as the runtime prints it
}

// Recovered returns what a recovered panic is as an error, with the stack of the goroutine that
// it comes from. It is called by what recovers.
func Recovered(value any) *Panic {
	stack := debug.Stack()
	var from *parallel.Panic
	if err, ok := value.(error); ok && errors.As(err, &from) {
		value, stack = from.Value, from.Stack
	}
	p := &Panic{What: fmt.Sprintf("a panic with a value of type %T", value), stack: string(stack)}
	if err, ok := value.(runtime.Error); ok {
		p.What = err.Error()
	}
	return p
}

func (p *Panic) Error() string {
	text := "something went wrong inside Dossier: " + p.What
	if p.Report != "" {
		text += "; a report that names no content of yours lies in " + p.Report
	}
	return text
}

// Run calls do. A panic in it is reported and becomes a [*Panic]. What is running is said in the
// report.
func (f Folder) Run(running string, do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			p := Recovered(value)
			f.Write(running, p)
			err = p
		}
	}()
	return do()
}
