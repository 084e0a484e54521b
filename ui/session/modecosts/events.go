package modecosts

// DocumentBuilt and Recount count the compared files again.
func (p *Part) DocumentBuilt() { p.Follow() }
func (p *Part) Recount()       { p.Follow() }
