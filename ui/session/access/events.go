package access

// Opened and Reload determine what the project file requests permission for.
func (p *Part) Opened() { p.asks.Look() }
func (p *Part) Reload() { p.asks.Look() }
