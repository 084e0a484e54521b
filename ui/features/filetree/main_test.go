package filetree

import (
	"testing"

	"go.uber.org/goleak"
)

// No goroutine is left of a test.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
