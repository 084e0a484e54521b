package change

import (
	"slices"

	"dossier/aggregate/generated"
)

// isGenerated reports whether a program writes a file: as linguist-generated of .gitattributes
// says, or else by its name, or by what it says at its beginning.
func isGenerated(name string, attributes map[string]string, texts ...[]byte) bool {
	switch attributes["linguist-generated"] {
	case isSet, "true":
		return true
	case isUnset, "false":
		return false
	}
	return generated.Name(name) || slices.ContainsFunc(texts, generated.Says)
}
