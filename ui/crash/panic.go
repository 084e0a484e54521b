package crash

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"dossier/aggregate/parallel"
)

// Panic is a recovered panic as an error that contains no user data.
type Panic struct {
	What   string // a runtime error, or the type of the value
	Report string // path of its report; empty if there is none
	stack  string // as printed by the runtime
}

// Recovered converts a recovered panic to an error with the stack of the current goroutine. It
// must be called by the deferred function.
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
		text += "; a report without any of your content is in " + p.Report
	}
	return text
}

// Run calls do. A panic in it is reported with the name of the running operation, and returned as
// a [*Panic].
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
