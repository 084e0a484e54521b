package git

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is how a repository stores its objects and refs.
type Format struct {
	Hash     Hash
	Reftable bool // refs are stored in tables, not in separate files
	Partial  bool // a partial clone: objects may be missing
}

// knownExtensions are the extensions that are supported or do not affect reading.
var knownExtensions = []string{"noop", "noop-v1", "preciousobjects", "partialclone", "worktreeconfig", "objectformat", "compatobjectformat", "refstorage", "relativeworktrees"}

// Format reads how the repository stores its objects. The error names the unsupported part.
func (r Repository) Format() (Format, error) {
	var f Format
	config := r.Config()
	if v := config.Last("core", "", "repositoryformatversion"); v != "" && v != "0" && v != "1" {
		return f, fmt.Errorf("the repository has format version %q, which is not known here; a newer version of Dossier may read it", v)
	}
	switch v := strings.ToLower(config.Last("extensions", "", "objectformat")); v {
	case "", "sha1":
	case "sha256":
		f.Hash = SHA256
	default:
		return f, fmt.Errorf("the repository names objects by %q, which is not known here; only sha1 and sha256 are", v)
	}
	switch v := strings.ToLower(config.Last("extensions", "", "refstorage")); v {
	case "", "files":
	case "reftable":
		f.Reftable = true
	default:
		return f, fmt.Errorf("the repository stores refs as %q, which is not known here; git refs migrate --ref-format=files converts them", v)
	}
	f.Partial = config.Last("extensions", "", "partialclone") != ""
	for _, v := range config {
		if v.Section == "extensions" && v.Sub == "" && !slices.Contains(knownExtensions, v.Key) {
			return f, fmt.Errorf("the repository has the extension %q, which is not known here; a newer version of Dossier may read it", v.Key)
		}
		if v.Section == "remote" && v.Key == "promisor" && v.True() {
			f.Partial = true
		}
	}
	return f, nil
}

// maxShallow is the maximum size of the file that lists the boundary of a shallow clone, in bytes.
const maxShallow = 16 << 20

// Shallow returns the commits whose parents a shallow clone omits.
func (r Repository) Shallow() []ID {
	data, err := readOptional(r.CommonDir, "shallow", maxShallow)
	if err != nil {
		return nil
	}
	var out []ID
	for line := range strings.Lines(string(data)) {
		if id, ok := ParseID(strings.TrimSpace(line)); ok {
			out = append(out, id)
		}
	}
	return out
}

// maxAlternates is the maximum number of folders read from objects/info/alternates.
const maxAlternates = 16

// Alternates returns the folders that the repository borrows objects from, as
// absolute paths. They are untrusted: the file may come from a stranger.
func (r Repository) Alternates() []string {
	data, err := readOptional(r.CommonDir, "objects/info/alternates", listLimit)
	if err != nil {
		return nil
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") || strings.ContainsRune(line, 0) || len(out) == maxAlternates {
			continue
		}
		if !filepath.IsAbs(line) {
			line = filepath.Join(r.CommonDir, "objects", line)
		}
		out = append(out, filepath.Clean(line))
	}
	return out
}
