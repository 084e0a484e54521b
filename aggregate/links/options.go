package links

import "dossier/models"

// Merge returns the options that hold for a call: what it says itself, else the context,
// else the collection, and where nobody says anything what the seed has for that.
func Merge(collection, context, call models.LinkOptions) models.LinkOptions {
	return call.Over(context).Over(collection).Over(models.DefaultLinkOptions())
}
