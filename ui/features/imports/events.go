package imports

// Recount counts the files again in another vocabulary.
func (p *Part) Recount() { p.Follow() }
