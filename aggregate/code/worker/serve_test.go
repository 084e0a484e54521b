//go:build unix

package worker

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestAsked(t *testing.T) {
	tests := []struct {
		args []string
		want bool
	}{
		{nil, false},
		{[]string{Flag}, true},
		{[]string{Flag, "more"}, true},
		{[]string{"print", Flag}, false},
		{[]string{Flag + "es"}, false},
	}
	for _, tt := range tests {
		if got := Requested(tt.args); got != tt.want {
			t.Errorf("Asked(%q) = %t", tt.args, got)
		}
	}
}

func TestServe(t *testing.T) {
	tests := []struct {
		name string
		in   string // after the greeting
		want []frame
		err  string // a substring; empty for none
	}{
		{name: "no request", in: ""},
		{name: "requests are answered in order", in: wire(6, 1, 1, "echo a") + wire(5, 2, 1, "echo "), want: []frame{{answerKind, 1, []byte("a")}, {answerKind, 2, []byte{}}}},
		{name: "an error is an answer", in: wire(10, 1, 1, "error text") + wire(6, 2, 1, "echo a"), want: []frame{{failureKind, 1, []byte("text")}, {answerKind, 2, []byte("a")}}},
		{name: "an answer that is too long is an error", in: wire(4, 1, 1, "huge"), want: []frame{{failureKind, 1, []byte("the answer has 16777217 bytes, the limit is 16777216")}}},
		{name: "what was complete is answered before what is cut off", in: wire(6, 1, 1, "echo a") + wire(6, 2, 1, "ech"), want: []frame{{answerKind, 1, []byte("a")}}, err: "read a request: unexpected EOF"},
		{name: "an answer is no request", in: wire(1, 1, 2, "a"), err: "kind 2, which is not a request"},
		{name: "a length beyond the limit", in: wire(MaxFrame+1, 1, 1, ""), err: "a frame of 16777217 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			err := Serve(strings.NewReader(greeting+tt.in), &out, handle)
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
			if err := readGreeting(&out); err != nil {
				t.Fatal(err)
			}
			got, err := readFrames(&out)
			if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			if diff := diffFrames(tt.want, got); diff != "" {
				t.Errorf("wrong answers (-want +got):\n%s", diff)
			}
			noGoroutines(t)
		})
	}
}

// Users who start a worker by hand get a message.
func TestServeStrangers(t *testing.T) {
	for _, in := range []string{"", "help\n", "hello worker\n", greeting[:len(greeting)-1] + "\x63"} {
		err := Serve(strings.NewReader(in), io.Discard, handle)
		if err == nil || !strings.Contains(err.Error(), "this process answers only to the program that started it") {
			t.Errorf("%q: error %v", in, err)
		}
	}
	noGoroutines(t)
}

// A panic is reported as an error with its location.
func TestServePanics(t *testing.T) {
	f := respond(frame{kind: requestKind, number: 3, body: []byte("panic xx")}, handle)
	want := regexp.MustCompile(`^panic: runtime error: index out of range \[2\] with length 0 \(worker_test\.go:\d+\)$`)
	if f.kind != panicKind || f.number != 3 || !want.Match(f.body) {
		t.Errorf("%d %d %s", f.kind, f.number, f.body)
	}
	f = respond(frame{kind: requestKind, number: 3}, func([]byte) ([]byte, error) { panic(strings.Repeat("é", maxText)) })
	if len(f.body) > maxText || !bytes.HasSuffix(f.body, []byte("é…")) {
		t.Errorf("%d bytes, ending in %q", len(f.body), f.body[len(f.body)-10:])
	}
}

// refusing is a writer that accepts a limited number of writes.
type refusing struct{ takes int }

func (r *refusing) Write(p []byte) (int, error) {
	if r.takes--; r.takes < 0 {
		return 0, errors.New("there is no reader")
	}
	return len(p), nil
}

// If answers cannot be written, no more requests are handled.
func TestServeWithoutReader(t *testing.T) {
	handled := 0
	err := Serve(strings.NewReader(greeting+strings.Repeat(wire(6, 1, 1, "echo a"), 9)), &refusing{takes: 3}, func([]byte) ([]byte, error) {
		handled++
		return nil, nil
	})
	if err == nil || !strings.Contains(err.Error(), "there is no reader") || handled != 3 {
		t.Errorf("%d requests were handled, error %v", handled, err)
	}
	noGoroutines(t)
}

// A hanging worker whose input ends terminates by itself, without help of the system.
func TestServeOrphans(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], Flag)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, greeting+wire(6, 1, 1, "echo a")+wire(4, 2, 1, "hang")); err != nil {
		t.Fatal(err)
	}
	in.Close()
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	if err := cmd.Wait(); err == nil || err.Error() != "exit status 1" {
		t.Errorf("it ended with %v, want exit status 1", err)
	}
	if want := greeting + wire(1, 1, 2, "a"); out.String() != want {
		t.Errorf("it wrote %q, want %q", out.String(), want)
	}
}
