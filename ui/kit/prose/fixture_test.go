package prose

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"dossier/assets"
	"dossier/ui/kit"
)

// begin starts an app with the kit's theme, before any widget is created.
func begin(t testing.TB) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(kit.NewTheme(kit.Dark, assets.MonoRegular(), assets.MonoBold()))
}
