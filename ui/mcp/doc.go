// Package mcp is a frontend of the project for programs: a server of the Model Context Protocol,
// whose tools and resources are calls of package project.
//
// # What it gives
//
// Only what the window would show: files that the tree lists, that the composition names, or that lie
// outside and the user has allowed. Everything is redacted, and files that are secret by their names
// are withheld. It writes nothing into the project unless [Options.Write] is set; proposals and the
// record of what was read go to the state folder.
//
// Answers are bounded: [maxText] bytes of text, and a page of any list, with the offset of the next.
// An error is one sentence that says what to do instead.
//
// # Concurrency
//
// Clients and calls of one client run side by side. Before each call the server compares the folder
// with what it knows ([Server.refresh]), so that an answer is of the files as they are. Goroutines:
// the SDK's; one that polls while a client subscribes to a resource; one that stores the activity; one
// that makes the index of the files where a call would wait for it too long.
// [Server.Close] ends them.
package mcp
