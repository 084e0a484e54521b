package repair

// DocumentBuilt looks for what the document lacks.
func (p *Part) DocumentBuilt() { p.Find() }
