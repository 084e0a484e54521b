// Package store writes files atomically and durably: a file contains the complete old or the
// complete new content, whatever happens: a kill, a crash, a full disk, a power loss, another
// process that saves at the same time.
//
// [Store.Update] changes a file: it takes a lock, reads the current content, lets the caller
// compute the new one, writes and syncs a temporary file next to it, renames it over the old one
// and syncs the folder. When it returns nil, the new content has reached the disk; on Windows,
// which cannot sync a folder, that takes a few more moments. [Create] and [CreatePair] never
// replace an existing file. [Read] only opens regular files and never blocks on a pipe.
//
// The lock is a file in the user's state folder, never next to the data; if that folder is not
// available, the data's folder itself is locked. The lock is advisory: changes by programs that
// do not use it are detected because the file is read again under the lock. A replaced file keeps
// its permission bits and its owner, or is not replaced; its access lists and hard links are
// those of a new file, and if its group cannot be preserved, the group gets the permissions of
// others. Every path is accessed within an [os.Root]. The package only starts goroutines that
// wait for locks; the system queues them, and releases the locks of a process that ends.
package store
