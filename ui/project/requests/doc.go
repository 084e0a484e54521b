// Package requests handles a model's answer that requests files: [Requests.Find] finds the
// requests and applies the guards, [Requests.Plan] and [Apply] add them to the composition, and
// [Requests.Read] reads them.
//
// External files are only read with the user's permission. All calls are safe for concurrent
// use, start no goroutine that outlives them, and end with their context.
package requests
