// Package git reads a project's repository without ever running git: a stranger's
// .git/config can name commands, and git runs them.
//
// It locates the repository ([Discover]) and reads its format ([Repository.Format]), its index
// ([Repository.ReadIndex], [Repository.ReadEntries]) and the excludes that apply to all of it
// ([Repository.Info], [ReadGlobalExcludes]). Package object reads its objects, revision its refs
// and commits, change its changes, and history which files its newest commits changed together.
//
// The repository's own configuration ([Repository.Config]) is data: values such as
// core.autocrlf are used, but files that it names are not read and commands that it names
// are not run. core.excludesFile is reported. The user's own configuration is trusted.
//
// A git folder outside the project is read only if it belongs to this very checkout,
// and no symbolic link leads out of it.
//
// The variables GIT_DIR, GIT_WORK_TREE and GIT_INDEX_FILE are ignored: they belong
// to the command that started the program.
//
// Every file is opened without blocking, must be a regular file and is read up to a
// limit. Hostile content causes an error, never a panic, and costs time and memory
// in proportion to its size.
package git
