// Package worker runs a function in child processes of the same binary, so that a crash, a hang
// or a memory leak in C code affects one request and never the program.
//
// The parent sends requests through a [Pool]; a child, which is the binary started with [Flag],
// answers them with [Serve]. Requests and answers are up to [MaxFrame] bytes, whose meaning is
// defined by the two ends. Every request ends with its own answer or an error: a [*RemoteError]
// returned by the function itself, a [*CrashError] if the process died or violated the protocol,
// a [*TimeoutError] if it worked for too long or stalled, a [*StartError] if the binary could not
// be started, [ErrClosed] if the pool is closed.
//
// A process that may be out of sync or corrupted serves no other request. No process outlives its
// pool, nor the program, however that ends: a worker exits at the end of its standard input.
// Whatever a child sends, the parent allocates little more memory than was really sent. On Linux,
// starting a worker marks all descriptors of this program as close-on-exec.
//
// The protocol begins with a greeting from both sides that contains its version. It is followed
// by frames, requests in one direction and answers in the other, strictly alternating. A frame is
// the length of its body (4 bytes, big-endian), the number of the request (4 bytes), its kind (1
// byte) and the body.
//
// Each process has one goroutine that starts it and waits for its end, and one in os/exec that
// reads its standard error; each request has one. [Pool.Close] ends them all and waits for them.
package worker
