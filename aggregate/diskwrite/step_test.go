package diskwrite

import (
	"bytes"
	"errors"
	"testing"
)

func TestWatch(t *testing.T) {
	var disk bytes.Buffer
	if n, err := WriteTo(&disk, "folder", "f", []byte("whole")); n != 5 || err != nil {
		t.Fatalf("%d bytes, %v", n, err)
	}
	full := errors.New("full")
	var seen Step
	stop := Watch(func(s *Step, take func() error) error {
		seen = *s
		if s.Do != Write {
			return full // and the step is skipped
		}
		s.Data = s.Data[:2]
		return errors.Join(take(), full)
	})
	if n, err := WriteTo(&disk, "folder", "f", []byte(" cut")); n != 2 || !errors.Is(err, full) || disk.String() != "whole c" {
		t.Errorf("%d bytes, %v, and the disk holds %q", n, err, &disk)
	}
	if seen.Do != Write || seen.Folder != "folder" || seen.Name != "f" || string(seen.Data) != " cut" {
		t.Errorf("it saw %+v", seen)
	}
	taken := false
	step := func() error { return Perform(Step{Do: Remove}, func() error { taken = true; return nil }) }
	if err := step(); !errors.Is(err, full) || taken {
		t.Errorf("%v, and the step was taken: %t", err, taken)
	}
	stop()
	if err := step(); err != nil || !taken {
		t.Errorf("without a watcher: %v, and the step was taken: %t", err, taken)
	}
}
