package repair

import (
	"dossier/aggregate"
	"dossier/ui/project/repair"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// DocumentBuilt looks for what the document lacks.
func (p *Part) DocumentBuilt() { p.Find() }

// Remarks counts what a document that is sent lacks.
func (p *Part) Remarks(doc *aggregate.Document) []feature.Remark {
	files, _ := repair.Count(repair.In(doc, p.host.Composition(), p.host.Shots()))
	return []feature.Remark{{Message: message.Count("{{.N}} missing", files, nil), Review: message.Missing}}
}
