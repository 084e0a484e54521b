// Package git reads what a project's repository says about itself and its files, without
// ever running git: a stranger's .git/config can name commands, and git runs them.
//
// It says where the repository is ([Discover]), how it is stored ([Repository.Format]), what the
// index holds ([Repository.ReadIndex], [Repository.ReadEntries]) and which excludes hold for all
// of it ([Repository.Info], [ReadGlobalExcludes]). Package object reads its objects, revision its
// refs and commits, change what has changed, and history what the newest commits changed together.
//
// The repository's own configuration ([Repository.Config]) is data: values such as core.autocrlf
// are used, a file that it names is not read, and a command that it names is not run.
// core.excludesFile is reported. The user's own configuration is trusted.
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
