package agents

// Opened follows what agents propose while the project is open.
func (p *Part) Opened() { p.watchFolder() }

// CompositionChanged compares the proposals with another composition.
func (p *Part) CompositionChanged() {
	if len(p.list) > 0 {
		p.Follow()
	}
}
