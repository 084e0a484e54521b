package presets

import (
	"dossier/models"
	"dossier/presets/tomledit"
)

// linkParts returns the options of smart contexts, one by one, and the contexts.
func linkParts(s models.SmartContexts) []Part {
	var out []Part
	fields := s.Options.Fields()
	for _, key := range models.LinkOptionKeys() {
		value := fields.Get(key)
		part := Part{path: []string{"links", key}, value: value, plain: value == nil}
		if table, ok := value.(models.Fields); ok {
			part.form = func(any, Part) any { return tomledit.Block(table) }
		}
		out = append(out, part)
	}
	name := func(c models.SmartContext) string { return c.Name }
	unknown := func(c models.SmartContext) map[string]any { return c.Extra }
	return append(out, Tables(s.Contexts, name, models.SmartContext.Fields, unknown, "links", "contexts")...)
}
