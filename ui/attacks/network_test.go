package attacks

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// goList lists packages as the go command does.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-tags", "migrated_fynedo"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// network reports whether a package of the standard library can reach the network.
func network(pkg string) bool {
	return (pkg == "net" || strings.HasPrefix(pkg, "net/") || pkg == "crypto/tls") && pkg != "net/url" && pkg != "net/netip"
}

// Nothing that reads a project can reach the network: no package that could is part of the
// command line and of the session, but that of the flags, which parses addresses. What the
// window's toolkit brings along is used by no package of the program. And other programs are
// run in four places.
func TestNoPackageReachesTheNetwork(t *testing.T) {
	runs := map[string]string{
		"dossier/aggregate/code/worker": "this program itself, to parse", "dossier/aggregate/beads/bd": "bd, once the user has agreed",
		"dossier/ui/clipimage": "the system's clipboard, when the user pastes an image", "dossier/ui/openwith": "the editor that the user has chosen, on a click",
	}
	packages := 0
	for _, line := range goList(t, "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "-deps", "dossier") { // of the program, not of its tests
		words := strings.Fields(line)
		if words[0] != "dossier" && !strings.HasPrefix(words[0], "dossier/") {
			continue
		}
		packages++
		for _, imported := range words[1:] {
			switch {
			case network(imported):
				t.Errorf("%s imports %s", words[0], imported)
			case (imported == "os/exec" || imported == "plugin") && runs[words[0]] == "":
				t.Errorf("%s imports %s: it is not among those that may run a program", words[0], imported)
			}
		}
	}
	for _, pkg := range goList(t, "-deps", "dossier/aggregate/...", "dossier/models/...", "dossier/presets/...", "dossier/ui/project/...", "dossier/ui/session/...") {
		if network(pkg) {
			t.Errorf("what reads projects depends on %s", pkg)
		}
	}
	for _, pkg := range goList(t, "-deps", "dossier/ui/cli") {
		if network(pkg) && pkg != "net" { // pflag parses addresses
			t.Errorf("the command line depends on %s", pkg)
		}
	}
	if !t.Failed() {
		report("network", fmt.Sprintf("%d packages: none imports one that reaches the network, %d may run a program", packages, len(runs)))
	}
}

// traced is what a process asks the system for that could leave the machine: a socket of
// another kind than those of the machine itself.
var traced = regexp.MustCompile(`(?m)^.*(?:AF_INET|AF_INET6|AF_PACKET|AF_VSOCK).*$`)

// A hostile repository is opened below strace where there is one: no call of the system
// reaches for the network.
func TestNoCallReachesTheNetwork(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("there is no strace")
	}
	log := filepath.Join(t.TempDir(), "calls")
	cmd := exec.Command(strace, "-f", "--seccomp-bpf", "-qq", "-e", "trace=%network", "-e", "signal=none", "-o", log, os.Args[0], "-test.run", "^TestRepository$", "-test.count", "1")
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "ptrace") {
			t.Skipf("strace may not trace: %s", out)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if found := traced.FindAllString(string(calls), 5); len(found) > 0 {
		t.Errorf("the network is reached for:\n%s", strings.Join(found, "\n"))
	}
	if !t.Failed() {
		report("calls of the system", "a hostile repository, traced: 0 calls for the network")
	}
}
