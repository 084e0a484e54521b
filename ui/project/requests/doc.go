// Package requests is what a project does with the answer of a model that asks for files:
// [Requests.Find] says what is found in it and what the guards say of that,
// [Requests.Plan] and [Apply] put it together, and [Requests.Read] reads it.
//
// Nothing outside the project is read that its person has not allowed. The calls are safe
// for concurrent use, start no goroutine of their own that outlives them, and end with their
// context.
package requests
