package git

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The kernel reports every file that is opened in the folder that a stranger's .git
// names: none is.
func TestAForeignFolderIsNotOpened(t *testing.T) {
	for _, name := range []string{"a file", "a link", "a link in the middle", "a common folder"} {
		t.Run(name, func(t *testing.T) {
			top := tempDir(t)
			foreign, dir := filepath.Join(top, "etc"), filepath.Join(top, "project")
			for _, file := range []string{"HEAD", "config", "commondir", "gitdir", "index", "info/exclude", "worktrees/x/HEAD"} {
				write(t, filepath.Join(foreign, file), "")
			}
			switch name {
			case "a file":
				write(t, filepath.Join(dir, ".git"), "gitdir: "+foreign+"\n")
			case "a link":
				write(t, filepath.Join(dir, "x"), "")
				if err := unix.Symlink(foreign, filepath.Join(dir, ".git")); err != nil {
					t.Fatal(err)
				}
			case "a link in the middle":
				write(t, filepath.Join(dir, ".git"), "gitdir: worktrees/etc\n")
				write(t, filepath.Join(dir, "worktrees/x"), "")
				if err := unix.Symlink(foreign, filepath.Join(dir, "worktrees/etc")); err != nil {
					t.Fatal(err)
				}
			case "a common folder":
				write(t, filepath.Join(dir, ".git/HEAD"), "")
				write(t, filepath.Join(dir, ".git/commondir"), foreign)
			}
			fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
			if err != nil {
				t.Skip(err)
			}
			defer unix.Close(fd)
			for _, watched := range []string{foreign, filepath.Join(foreign, "info"), filepath.Join(foreign, "worktrees")} {
				if _, err := unix.InotifyAddWatch(fd, watched, unix.IN_OPEN|unix.IN_ACCESS); err != nil {
					t.Skip(err)
				}
			}
			opened := func() string {
				buf := make([]byte, 4096)
				n, _ := unix.Read(fd, buf)
				return strings.ReplaceAll(string(buf[:max(n, 0)]), "\x00", "")
			}
			repo, ok := Discover(dir)
			if !ok {
				t.Fatal("no repository")
			}
			_, infoErr := repo.Info()
			_, indexErr := repo.ReadIndex()
			if repo.ConfiguredExcludes() != "" || infoErr != nil || indexErr != nil {
				t.Errorf("%v, %v", infoErr, indexErr)
			}
			if got := opened(); got != "" {
				t.Errorf("opened: %q", got)
			}
			// The kernel does tell.
			if _, err := read(filepath.Join(foreign, "config"), 10); err != nil || opened() == "" {
				t.Errorf("reading a file is not seen, error %v", err)
			}
		})
	}
}
