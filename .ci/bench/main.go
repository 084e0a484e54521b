// Command bench measures this program and others as whole processes, in alternation.
//
//	go run ./.ci/bench -program ./dossier [-runs N] [-tree folder] [-peers] [-goals part]
//
// It prints each goal with its figure and whether it is reached; some figures come from Go
// benchmarks. With -peers it prints what this program and others take for the same tree and what
// each of them did, so that the comparison is fair.
//
// The default tree is that of Kubernetes from the module proxy; it is copied. Repomix comes from
// the npm registry. Nothing is installed outside a temporary folder.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Defaults of the comparison.
const (
	peer       = "repomix@1.18.1"
	treeModule = "k8s.io/kubernetes@v1.34.1"
)

func main() {
	if len(os.Args) > 3 && os.Args[1] == timeOne {
		if err := printCost(os.Args[2], os.Args[3:]); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	program := flag.String("program", "./dossier", "the program as it is built for people")
	runs := flag.Int("runs", 3, "how often each side runs; the fastest run counts")
	tree := flag.String("tree", "", "a folder of files to build from, instead of "+treeModule)
	peers := flag.Bool("peers", false, "compare with others, in the place of goals")
	only := flag.String("goals", "", "measure only goals whose names contain this")
	flag.Parse()
	if err := run(*program, *tree, *only, *runs, *peers); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench holds the folders of one run.
type bench struct {
	dir     string // temporary
	tree    string // the copy of the tree
	program string
	repomix string
	runs    int

	session *mcp.ClientSession // of the server for agents; nil before it is started
}

func run(program, tree, only string, runs int, peers bool) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, tree: filepath.Join(dir, "tree"), program: program, runs: runs}
	defer func() {
		if b.session != nil {
			b.session.Close()
		}
	}()
	if err := b.copyTree(tree); err != nil {
		return err
	}
	load, _ := os.ReadFile("/proc/loadavg") // only on Linux
	fmt.Printf("Each side %d times in turn, the fastest counts. Load before: %.4s.\n\n", runs, load)
	if !peers {
		return b.printGoals(only)
	}
	if err := b.install(); err != nil {
		return err
	}
	return b.printPeers()
}

// copyTree copies the tree, so that a project file can be added to it.
func (b *bench) copyTree(tree string) error {
	if tree == "" {
		out, err := exec.Command("go", "mod", "download", "-json", treeModule).Output()
		if err != nil {
			return fmt.Errorf("fetch %s: %w", treeModule, err)
		}
		var module struct{ Dir string }
		if err := json.Unmarshal(out, &module); err != nil {
			return err
		}
		tree = module.Dir
	}
	if err := os.CopyFS(b.tree, os.DirFS(tree)); err != nil {
		return fmt.Errorf("copy %s: %w", tree, err)
	}
	return filepath.WalkDir(b.tree, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
}

// install installs the programs to compare with.
func (b *bench) install() error {
	npm := exec.Command("npm", "install", "--silent", "--no-fund", "--no-audit", peer)
	npm.Dir = b.dir
	if out, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch %s: %w\n%s", peer, err, out)
	}
	b.repomix = filepath.Join(b.dir, "node_modules", ".bin", "repomix")
	return nil
}
