// Package git reads what a project's repository says about its files, without
// ever running git: a stranger's .git/config can name commands, and git runs them.
//
// It reads three things, and package history the commits: where the repository is ([Discover]),
// which paths are tracked ([Repository.ReadIndex]), and which excludes hold for all of it
// ([Repository.Info], [ReadGlobalExcludes]). Of a repository's own configuration it reads one
// value, core.excludesFile, in order to report it; the file that it names is not read. The
// person's own configuration is trusted.
//
// A folder of git's elsewhere is read only when it is kept for this very checkout, and no
// symbolic link leads out of it.
//
// Git's variables GIT_DIR, GIT_WORK_TREE and GIT_INDEX_FILE are not followed: they
// belong to whatever command the program was started from.
//
// Every file is opened without blocking, has to be a regular file and is read up to a
// limit. Hostile content gives an error, never a panic, and costs time and memory in
// proportion to its size.
package git
