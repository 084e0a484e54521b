package links

import "dossier/aggregate/watch"

// DiskChanged gathers the edited context again. A link to a note can be in any file, so every file
// may change the document.
func (p *Part) DiskChanged(b watch.Batch) bool {
	p.refresh()
	return len(b.Files) > 0 && p.InDocument()
}

// TreeListed gathers the edited context again, because links may lead to files that were unknown before.
func (p *Part) TreeListed() { p.refresh() }

// WatchBegins reports whether notes that the document follows may have changed before watching began.
func (p *Part) WatchBegins() bool { return p.InDocument() }

// Recount counts the files again in another vocabulary.
func (p *Part) Recount() { p.refresh() }

// InDocument reports whether a smart context is in the document.
func (p *Part) InDocument() bool { return len(p.host.Composition().Links.Used()) > 0 }

func (p *Part) refresh() {
	p.stale = true
	p.Follow()
}
