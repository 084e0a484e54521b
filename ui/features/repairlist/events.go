package repairlist

import (
	"dossier/aggregate"
	"dossier/ui/project/repair"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// DocumentBuilt finds what the document lacks.
func (p *Part) DocumentBuilt() { p.Find() }

// Remarks counts what a sent document lacks.
func (p *Part) Remarks(doc *aggregate.Document) []feature.Remark {
	files, _ := p.count(doc)
	return []feature.Remark{{Message: message.Count("{{.N}} missing", files, nil), Review: message.Missing}}
}

// ReportMissing reports the missing files of another composition, or, if there are none, its lost slices and
// symbols.
func (p *Part) ReportMissing(doc *aggregate.Document, name string) (message.Message, bool) {
	files, parts := p.count(doc)
	fields := map[string]any{"Name": name, "All": len(p.host.Composition().Files) + len(p.host.Composition().Screenshots)}
	var m message.Message
	switch {
	case files > 0 && name == "":
		m = message.Count("{{.N}} of {{.All}} files are missing", files, fields)
	case files > 0:
		m = message.Count("{{.Name}}: {{.N}} of {{.All}} files are missing", files, fields)
	case parts > 0:
		m = message.Count("{{.N}} slices or symbols are not in their files any more", parts, fields)
	default:
		return message.Message{}, false
	}
	m.Review = message.Missing
	return m, true
}

// count counts what a document lacks: files, folders, patterns and screenshots, and slices and
// symbols of files.
func (p *Part) count(doc *aggregate.Document) (files, parts int) {
	for _, one := range p.missing(doc) {
		if one.Kind == repair.Slice || one.Kind == repair.Symbol {
			parts++
		} else {
			files++
		}
	}
	return files, parts
}

// missing returns what a document of the composition lacks.
func (p *Part) missing(doc *aggregate.Document) []repair.Item {
	return repair.In(doc, p.host.Composition(), p.host.Shots())
}
