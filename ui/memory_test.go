package ui

import (
	"bytes"
	"runtime"
	"testing"
)

func TestMemoryThatIsNotInUseIsGivenBack(t *testing.T) {
	const much = 64 << 20
	runtime.GC()
	garbage := bytes.Repeat([]byte{1}, much)
	before, _ := heap()
	if garbage[much-1] != 1 {
		t.Fatal("there is no garbage")
	}
	freeMemory()
	if after, _ := heap(); before < after+much/2 {
		t.Errorf("of %d MB %d are held still", before>>20, after>>20)
	}
}
