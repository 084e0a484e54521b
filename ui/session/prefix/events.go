package prefix

// DocumentBuilt and DocumentCounted find the part of the document that was sent before.
func (p *Part) DocumentBuilt()   { p.Find() }
func (p *Part) DocumentCounted() { p.Find() }
