// Package requests reads a model's answer that requests files: [Requests.Find] finds the requests
// and applies the guards, [Requests.Plan] and [Apply] add them to the composition, and
// [Requests.Read] reads them.
//
// External files are only read if the user has allowed it. The calls are safe for concurrent use,
// start no goroutine of their own that outlives them, and end with their context.
package requests
