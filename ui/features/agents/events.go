package agents

import "dossier/ui/project/statewatch"

// Opened watches the proposals that other processes store, until [Part.Close].
func (p *Part) Opened() {
	opened := p.host.Project()
	if opened == nil || p.watch != nil {
		return
	}
	dir, err := opened.Proposals().Folder()
	if err != nil {
		return // there is no state folder: nothing can be proposed
	}
	p.watch, err = statewatch.Start(dir, func() { p.work.Do(p.work.Context(), p.Follow) })
	if err != nil {
		return
	}
	p.Follow()
}

// CompositionChanged compares the proposals with the new composition.
func (p *Part) CompositionChanged() {
	if len(p.list) > 0 {
		p.Follow()
	}
}
