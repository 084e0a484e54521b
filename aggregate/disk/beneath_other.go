//go:build !linux

package disk

import "os"

// beneath leaves every name to the os.Root on systems without such a call.
func beneath(*os.File, string) (*os.File, bool) { return nil, false }

func descriptorBeneath(*os.File, string) (handle, bool) { return nil, false }

func infoBeneath(*os.File, string) (Info, bool) { return Info{}, false }

func (r *Root) lstatsBeneath(string, []string, []Stat) bool { return false }

func lstatsIn(handle, []string, []Stat) bool { return false }
