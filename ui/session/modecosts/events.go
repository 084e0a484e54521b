package modecosts

// DocumentBuilt and Recount count again what the user compares.
func (p *Part) DocumentBuilt() { p.Follow() }
func (p *Part) Recount()       { p.Follow() }
