package access

// Opened and Reload look for what the project file asks permission for.
func (p *Part) Opened() { p.asks.Look() }
func (p *Part) Reload() { p.asks.Look() }
