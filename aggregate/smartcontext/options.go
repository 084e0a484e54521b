package smartcontext

import "dossier/models"

// Merge returns the effective options: those of the call, else of the context, else of the
// collection, else the defaults.
func Merge(collection, context, call models.LinkOptions) models.LinkOptions {
	return call.WithDefaults(context).WithDefaults(collection).WithDefaults(models.DefaultLinkOptions())
}
