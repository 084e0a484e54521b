//go:build unix

package attacks

import (
	"errors"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// special makes what can be opened and is no file.
func special(w *world) {
	for _, name := range []string{"pipe.txt", "pipe.png", "pipe.md", "pipe.go"} {
		if err := unix.Mkfifo(w.path(name), 0o644); err != nil {
			w.tb.Fatal(err)
		}
	}
	if l, err := net.Listen("unix", w.path("s.sock")); err == nil {
		w.tb.Cleanup(func() { l.Close() })
	}
	if err := unix.Mknod(w.path("zero.txt"), unix.S_IFCHR|0o666, int(unix.Mkdev(1, 5))); err != nil && !errors.Is(err, os.ErrPermission) {
		w.tb.Fatal(err)
	}
	for _, name := range []string{"to-zero.txt", "zero.png"} {
		w.link(name, "/dev/zero")
	}
	w.link("to-pipe.txt", "pipe.txt")
	w.link("to-terminal.txt", "/dev/tty")
	w.link("to-memory.txt", "/proc/self/mem")
}

// ourPipes puts pipes in the place of what the program reads by itself.
func ourPipes(w *world) {
	for _, name := range []string{"dossier_notes.toml", "dossier_history.toml", ".gitignore", ".gitleaks.toml", ".dossierignore", ".git/HEAD", ".git/config", ".git/index", ".beads/issues.jsonl", ".beads/config.yaml", "go.mod", "package.json", "tsconfig.json"} {
		w.write(name, "")
		w.remove(name)
		if err := unix.Mkfifo(w.path(name), 0o644); err != nil {
			w.tb.Fatal(err)
		}
	}
}
