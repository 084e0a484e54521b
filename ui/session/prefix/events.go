package prefix

// DocumentBuilt and DocumentCounted determine how much of the document was sent before.
func (p *Part) DocumentBuilt()   { p.Find() }
func (p *Part) DocumentCounted() { p.Find() }
