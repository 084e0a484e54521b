// Package mcp is a frontend of the project for programs: a server of the Model Context Protocol, whose
// tools and resources are calls of package project.
//
// # Contents
//
// It only provides what the window would show: files that are listed in the tree, that the composition
// names, or that are external and allowed by the user. Everything is redacted, and files with secret names
// are withheld. It writes nothing to the project unless [Options.Write] is set; proposals and the record of
// read files are stored in the state folder.
//
// Answers are bounded: pages of text have at most [maxText] bytes, and lists have pages, each with the offset of
// the next. An answer that is still too long is an error. An error is a single sentence that states what to do instead.
//
// # Concurrency
//
// Clients, and calls of one client, are served concurrently. Before each call the server compares the
// folder with its cached state ([Server.refresh]), so that answers reflect the current files. Goroutines:
// those of the SDK; one that polls while a client subscribes to a resource; one that stores the activity;
// one that builds the file index if a call would have to wait too long for it. [Server.Close] ends them.
package mcp
