package ui

import (
	"testing"

	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }
