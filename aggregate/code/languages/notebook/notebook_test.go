package notebook

import (
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }
