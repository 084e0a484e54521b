// Package watch reports changes in a project's folders.
//
// A [Watcher] gets the list of folders, most important first. It registers as many of them as
// allowed with the operating system: [MaxWatched], or a share of the system's limit if that is
// larger. It polls the others, or all if the system has no such service, every [PollEvery].
// Changes are reported in batches, [Quiet] after the last of them and at most [MaxDelay] after the
// first, so that switching a branch is one batch.
//
// A batch may include unchanged names, but never omits a changed one: if the system loses events,
// or there are too many, the batch says that everything must be checked. Symbolic links are not
// followed; the package reads only names and stat results. Changes made by other machines on a
// network file system are only detected in polled folders.
//
// [Start] starts two goroutines, which [Watcher.Close] stops and waits for. One only receives
// events from the system, so that its queue does not overflow; the other handles batching,
// registration, polling and callbacks.
package watch
