package worker

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A worker has only its three standard streams and the copy of one, even if the parent has
// inheritable descriptors.
func TestDescriptors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "secret")
	fd, err := unix.Open(name, unix.O_CREAT|unix.O_RDWR, 0o600) // without O_CLOEXEC, like C code
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	p := newPool(t, &Pool{Size: 2})
	for range 2 {
		got := strings.Fields(do(t, p, "descriptors"))
		pipes := 0
		for _, target := range got {
			switch {
			case strings.HasPrefix(target, "pipe:"):
				pipes++
			case strings.HasPrefix(target, "anon_inode:"), strings.HasPrefix(target, "/proc/"), strings.HasPrefix(target, "/sys/"):
				// the runtime's own
			default:
				t.Errorf("%s is open in the worker", target)
			}
		}
		if pipes != 4 {
			t.Errorf("%d pipes are open in the worker, want 4: %q", pipes, got)
		}
	}
}

// C allocations fail at 512 MiB above the initial size of the process.
func TestMemoryLimit(t *testing.T) {
	p := newPool(t, &Pool{Size: 1})
	if _, err := p.Do(t.Context(), []byte("map 200000000")); err != nil {
		t.Errorf("200 MB: %v", err)
	}
	if _, err := p.Do(t.Context(), []byte("map 400000000")); err == nil || err.Error() != unix.ENOMEM.Error() {
		t.Errorf("400 MB more: %v, want %v", err, unix.ENOMEM)
	}
	do(t, p, "echo")
}

// Serving from a buffer does not limit the parent's own memory.
func TestServeLeavesOthersAlone(t *testing.T) {
	var before, after unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &before); err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	if err := Serve(strings.NewReader(greeting), &strings.Builder{}, handle); err != nil {
		t.Fatal(err)
	}
	if err := unix.Getrlimit(unix.RLIMIT_AS, &after); err != nil {
		t.Fatal(err)
	}
	if before != after || os.Stdout != stdout {
		t.Errorf("the limit is %v and was %v", after, before)
	}
}

func TestResident(t *testing.T) {
	if n := resident(os.Getpid()); n < 1<<20 || n > 1<<40 {
		t.Errorf("this process holds %d bytes", n)
	}
	if n := resident(1 << 30); n != 0 {
		t.Errorf("no process holds %d bytes", n)
	}
}

// A process that has grown too large is replaced.
func TestReplacementOfLargeProcesses(t *testing.T) {
	p := newPool(t, &Pool{Size: 1})
	before := do(t, p, "pid")
	pid, _ := strconv.Atoi(before)
	p.Limits.Memory = resident(pid) + 30<<20
	if do(t, p, "allocate 1000"); do(t, p, "pid") != before {
		t.Error("a small process was replaced")
	}
	if do(t, p, "allocate 60000000"); do(t, p, "pid") == before {
		t.Error("a large process continues")
	}
}
