package git

import (
	"path/filepath"
	"strings"
)

// HeadOf returns the commit that is checked out in a repository, or false if there is none.
func HeadOf(r Repository) (ID, bool) {
	const limit, steps = 4 << 10, 5
	if f, err := r.Format(); err == nil && f.Reftable {
		return reftableHead(r, f.Hash)
	}
	name, folder := "HEAD", r.GitDir
	for range steps {
		data, err := ReadIn(folder, name, limit)
		if err != nil {
			return packedRef(r, name)
		}
		content := strings.TrimSpace(string(data))
		ref, symbolic := strings.CutPrefix(content, "ref:")
		if !symbolic {
			return ParseID(content)
		}
		if name = strings.TrimSpace(ref); !strings.HasPrefix(name, "refs/") || !filepath.IsLocal(filepath.FromSlash(name)) {
			return ID{}, false
		}
		folder = r.CommonDir
	}
	return ID{}, false
}

func packedRef(r Repository, name string) (ID, bool) {
	data, err := ReadIn(r.CommonDir, "packed-refs", 64<<20)
	if err != nil {
		return ID{}, false
	}
	for line := range strings.Lines(string(data)) {
		if id, ref, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " "); ok && ref == name {
			return ParseID(id)
		}
	}
	return ID{}, false
}

func reftableHead(r Repository, hash Hash) (ID, bool) {
	own, err := ReadTables(r.GitDir, hash)
	if err != nil {
		return ID{}, false
	}
	head := own["HEAD"]
	if head.Target != "" {
		all, err := ReadTables(r.CommonDir, hash)
		if err != nil {
			return ID{}, false
		}
		head = all[head.Target]
	}
	return head.ID, !head.ID.IsZero()
}
