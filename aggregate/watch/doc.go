// Package watch tells what changed in a project's folders.
//
// A [Watcher] is given the folders that are listed, those that matter most first. It asks the
// system to be told of changes in as many of them as it may: [MaxWatched], or a share of the
// system's limit where that is more. The rest, and everything when the system refuses, it looks
// at every [PollEvery]. Changes are reported in batches, [Quiet] after the last of them and at
// the latest [Longest] after the first, so that switching a branch is one batch.
//
// A batch may name what did not change after all. It never leaves out what did: when
// the system loses events, or too many come at once, the batch says that everything
// has to be looked at again. Symbolic links are not followed, and nothing is read but
// names and what stat says. What other machines change on a network file system is
// seen only in folders that are polled: no system tells of it.
//
// Goroutines: [Start] starts two, which [Watcher.Close] ends and waits for. One only
// takes events from the system, so that its queue does not run over; the other waits
// for quiet, keeps the watches, polls, and calls back.
package watch
