package session

import (
	"fmt"
	"path/filepath"

	"dossier/assets"
	"dossier/presets/store"
)

// sampleDir is where the sample is copied to.
func (s *Session) sampleDir() string {
	return filepath.Join(s.Places.State, "sample", assets.SampleName)
}

// Sample reports whether the project that is open is the sample.
func (s *Session) Sample() bool { return s.sample }

// isSample reports whether a folder, free of symbolic links, is that of the sample.
func (s *Session) isSample(dir string) bool {
	real, err := filepath.EvalSymlinks(s.sampleDir())
	return s.Places.State != "" && err == nil && real == dir
}

// OpenSample opens the embedded sample, copied to a place of the person's own.
func (s *Session) OpenSample() error {
	if s.Places.State == "" {
		return fmt.Errorf("copy the sample project: %w", &store.StateError{})
	}
	dir := s.sampleDir()
	if err := assets.CopySample(dir); err != nil {
		return fmt.Errorf("copy the sample project: %w", err)
	}
	return s.Open(dir)
}
