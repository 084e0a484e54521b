package edits

import (
	"testing"

	"dossier/ui/project/projecttest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }
