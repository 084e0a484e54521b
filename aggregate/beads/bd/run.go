package bd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"dossier/aggregate/beads"
	"dossier/aggregate/text"
)

// Limits of a run.
const (
	// TimeLimit is far above what the program needs for 100,000 beads, and short enough to wait
	// for if it hangs on a lock.
	TimeLimit = 30 * time.Second
	// OutputLimit is the max size of the output in memory: 100,000 beads of half a kilobyte.
	OutputLimit = 64 << 20
	// complaintLimit is the max number of bytes read from standard error, of which one line is
	// shown.
	complaintLimit = 16 << 10
	// endDelay is the max time to wait for the program to exit after the signal, or for its
	// output to close if a child process still holds it.
	endDelay = 2 * time.Second
)

// maybeTruncated reports whether a list of n beads may be truncated: versions of bd before 1.0 stop at 20 or
// 50 by default.
func maybeTruncated(n int) bool { return n == 20 || n == 50 }

// Listing is the program's output.
type Listing struct {
	beads.Result
	// Note is a warning for the user about the list; empty if there is none.
	Note string
}

// Run runs the program and parses its output. Call it only after the user consented to
// [Request.Command].
func (r Request) Run(ctx context.Context) (Listing, error) {
	return r.run(ctx, TimeLimit, OutputLimit)
}

func (r Request) run(ctx context.Context, timeLimit time.Duration, outputLimit int) (Listing, error) {
	limited, end := context.WithTimeout(ctx, timeLimit)
	defer end()
	cmd := exec.CommandContext(limited, r.Program, r.Args...)
	out, complaint := &limitedBuffer{limit: outputLimit, onLimit: end}, &limitedBuffer{limit: complaintLimit}
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r.Dir, environment(), out, complaint, endDelay
	endGroup(cmd)
	err := cmd.Run()
	failed := func(why string) (Listing, error) { return Listing{}, fmt.Errorf("run %s: %s", r.Command(), why) }
	var exitErr *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Listing{}, ctx.Err()
	case out.limitReached:
		return failed(fmt.Sprintf("it printed more than %d MiB", outputLimit>>20))
	case limited.Err() != nil:
		return failed(fmt.Sprintf("it did not end within %v", timeLimit))
	case errors.As(err, &exitErr):
		return failed(fmt.Sprintf("it ended with code %d%s", exitErr.ExitCode(), firstLine(complaint.data)))
	case err != nil && !errors.Is(err, exec.ErrWaitDelay): // in which case the output is complete
		return Listing{}, fmt.Errorf("run %s: %w", r.Command(), err)
	}
	list, err := beadList(out.data)
	if err != nil {
		return failed(err.Error() + firstLine(complaint.data))
	}
	result, err := beads.Read(bytes.NewReader(list))
	if err != nil {
		return Listing{}, err
	}
	listing := Listing{Result: result}
	if n := len(result.Beads); maybeTruncated(n) {
		listing.Note = fmt.Sprintf("bd listed exactly %d beads, the limit of its versions before 1.0; bd export -o %s/%s writes all of them", n, beads.Folder, beads.JSONL(nil))
	}
	return listing, nil
}

// beadList returns the list in the output: the whole output, or the data of an envelope.
func beadList(out []byte) ([]byte, error) {
	out = bytes.TrimSpace(bytes.TrimPrefix(out, []byte("\ufeff")))
	if bytes.HasPrefix(out, []byte("{")) {
		var envelope struct{ Data json.RawMessage }
		if err := json.Unmarshal(out, &envelope); err == nil {
			out = bytes.TrimSpace(envelope.Data)
		}
	}
	switch {
	case bytes.HasPrefix(out, []byte("[")):
		return out, nil
	case len(out) == 0, bytes.Equal(out, []byte("null")):
		return nil, errors.New("it printed nothing")
	}
	return nil, errors.New("it printed no list")
}

// firstLine returns the first line of standard error, to append to an error.
func firstLine(complaint []byte) string {
	for line := range strings.Lines(string(complaint)) {
		if line = strings.TrimSpace(line); line != "" {
			if runes := []rune(line); len(runes) > 200 {
				line = string(runes[:200]) + "…"
			}
			return ": " + text.Escape(strings.ToValidUTF8(line, "\ufffd"))
		}
	}
	return ""
}

// limitedBuffer stores what is written to it up to a limit and drops the rest.
type limitedBuffer struct {
	data         []byte
	limit        int
	limitReached bool
	onLimit      func() // called at the limit; may be nil
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	room := b.limit - len(b.data)
	b.data = append(b.data, p[:min(room, len(p))]...)
	if len(p) > room {
		b.limitReached = true
		if b.onLimit != nil {
			b.onLimit()
		}
	}
	return len(p), nil
}
