package links

import "dossier/models"

// Merge returns the options that hold for a call: what it says itself, else the context,
// else the collection, and where nobody says anything what the seed has for that.
func Merge(collection, context, call models.LinkOptions) models.LinkOptions {
	zero, no := 0, false
	return call.Over(context).Over(collection).Over(models.LinkOptions{
		LinkDepth: &zero, Inlinks: &no, ExcludedHeadings: []string{}, MaxLen: &zero, TotalMaxLen: &zero,
		Templates: map[int]models.LinkTemplate{},
	})
}
