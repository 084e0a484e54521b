// Package worker runs a function in child processes of the same binary, so that a
// crash, a hang or a leak of C code costs one request and never the program.
//
// The parent asks through a [Pool]; a child, which is the binary started with [Flag], answers
// through [Serve]. Requests and answers are bytes of at most [MaxFrame], and what they mean is
// the business of the two ends. Every request ends in its own answer or in an error: a
// [*RemoteError] is what the function itself returned, a [*CrashError] a process that died or did
// not keep to the protocol, a [*TimeoutError] one that worked for too long or stood still, a
// [*StartError] a binary that could not be started at all, [ErrClosed] a pool that is closed.
//
// A process that could be out of step, or could have been harmed, serves no other
// request. None outlives its pool, nor the program, however that one ends: a worker
// whose standard input ends, ends. Nothing that a child sends can make the parent
// hold much more than was really sent. Starting a worker marks the descriptors of this
// program, whoever opened them, as not to be inherited by what it executes (Linux).
//
// The protocol: both sides begin with a greeting that names its version. Then frames
// follow, requests one way and answers the other, never two of either at a time. A
// frame is the length of its body (4 bytes, big-endian), the number of the request
// (4 bytes), its kind (1 byte) and the body.
//
// Goroutines: each process has one that starts it and waits for its end, and one of
// os/exec that takes what it writes to standard error; each request has one.
// [Pool.Close] ends them all and waits for them.
package worker
