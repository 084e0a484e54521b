package rank

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gitrepo "dossier/aggregate/git"
	"dossier/aggregate/git/history"
	"dossier/aggregate/parallel"
	"dossier/aggregate/text"
)

// readCases reads the questions of a folder and makes an index for each.
func readCases(t *testing.T, dir string) []*asking {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*asking
	for d := json.NewDecoder(f); ; {
		a := &asking{}
		if err := d.Decode(a); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	for repo, list := range byRepo(all) {
		bare, err := filepath.Abs(filepath.Join(dir, repo+".git"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(bare); err != nil {
			bundle := strings.TrimSuffix(bare, ".git") + ".bundle"
			bare = filepath.Join(t.TempDir(), repo)
			git(t, "init", "-q", "--bare", bare)
			git(t, "-C", bare, "fetch", "-q", bundle, "refs/tags/*:refs/tags/*")
		}
		file := ""
		if *analyzed != "" {
			file = filepath.Join(*analyzed, filepath.Base(dir)+"-"+repo)
		}
		(&trees{t: t, bare: bare, file: file, paths: map[string]string{}}).index(list)
	}
	return all
}

func git(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return out
}

// trees are those of the cases of one repository, whose contents are read once.
type trees struct {
	t     *testing.T
	bare  string
	file  string            // where what was found in the contents is kept; empty is nowhere
	paths map[string]string // of each content one path
	texts map[string]string
	docs  map[string]*doc
	all   update
}

func (r *trees) index(list []*asking) {
	files := make([]map[string]string, len(list)) // paths to contents
	for i, a := range list {
		files[i] = map[string]string{}
		for line := range strings.SplitSeq(string(git(r.t, "-C", r.bare, "ls-tree", "-r", "-l", "-z", a.Tag)), "\x00") {
			meta, path, ok := strings.Cut(line, "\t")
			if f := strings.Fields(meta); ok && f[1] == "blob" && f[0] != "120000" && len(f[3]) < 8 {
				files[i][path], r.paths[f[2]] = f[2], path
			}
		}
	}
	r.read()
	r.analyze()
	h := &history.History{}
	for i, c := range list {
		var entries []entry
		for _, p := range slices.Sorted(maps.Keys(files[i])) {
			if d := r.docs[files[i][p]]; d != nil {
				entries = append(entries, newEntry(p, d))
			}
		}
		id, _ := gitrepo.ParseID(strings.TrimSpace(string(git(r.t, "-C", r.bare, "rev-parse", c.Tag+"^{commit}"))))
		if h = h.From(r.t.Context(), r.bare, id); len(h.Commits()) > 1 {
			c.history = NewHistory(h, "")
		}
		c.index = newIndex(r.all.segments, r.all.docs, entries)
		c.q = newQuestion(c.Query)
		c.matches, _ = c.index.match(r.t.Context(), c.q)
	}
	if *featuresIn == "" {
		r.simple(list, files)
	}
}

// read reads every content that is a text.
func (r *trees) read() {
	ids := slices.Sorted(maps.Keys(r.paths))
	cmd := exec.Command("git", "-C", r.bare, "cat-file", "--batch")
	cmd.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatal(err)
	}
	r.texts = map[string]string{}
	in := bufio.NewReader(bytes.NewReader(out))
	for _, id := range ids {
		line, err := in.ReadString('\n')
		if err != nil {
			r.t.Fatal(err)
		}
		head := strings.Fields(line) // what it is called, its kind and its size
		if len(head) != 3 {
			continue // it is not in this clone
		}
		size, err := strconv.Atoi(head[2])
		if err != nil {
			r.t.Fatal(err)
		}
		content := make([]byte, size+1)
		if _, err := io.ReadFull(in, content); err != nil {
			r.t.Fatal(err)
		}
		if decoded, err := text.Decode(content[:size]); err == nil {
			r.texts[id] = decoded.Text
		}
	}
}

// analyze finds what the texts say, unless that is kept.
func (r *trees) analyze() {
	known := Load(r.file)
	r.all = update{docs: slices.Clip(known.docs), first: uint32(len(known.docs)), known: map[key]*doc{}}
	for _, d := range known.docs {
		r.all.known[d.key] = d
	}
	ids := slices.Sorted(maps.Keys(r.texts))
	made, keys := make([]*record, len(ids)), make([]key, len(ids))
	err := parallel.Each(r.t.Context(), len(ids), func(i int) error {
		src := r.texts[ids[i]]
		copy(keys[i].hash[:], ids[i])
		keys[i].language = text.Language(r.paths[ids[i]], src)
		if r.all.known[keys[i]] != nil {
			return nil
		}
		s, err := parse(r.t.Context(), keys[i].language, src)
		made[i] = (&analyzer{}).analyze(keys[i].language, src, s)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.docs = map[string]*doc{}
	for i, id := range ids {
		if r.docs[id] = r.all.known[keys[i]]; made[i] != nil {
			r.docs[id] = r.all.add(keys[i], made[i])
		}
	}
	if s, list := r.all.batch(); s != nil {
		s.fill(list)
	}
	if r.all.segments = append(slices.Clip(known.segments), r.all.segments...); len(r.all.segments) > len(known.segments) {
		if err := newIndex(r.all.segments, r.all.docs, nil).Save(r.file); err != nil {
			r.t.Error(err)
		}
	}
}
