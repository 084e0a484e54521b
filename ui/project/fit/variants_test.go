package fit

import "testing"

func TestWithoutSystem(t *testing.T) {
	tests := []struct {
		name, a, b string
		same       bool
	}{
		{"the last word of a name", "kubelet/container_linux.go", "kubelet/container_windows.go", true},
		{"for all others", "eviction/defaults_linux.go", "eviction/defaults_others.go", true},
		{"a system and a processor", "sys/zerrors_linux_amd64.go", "sys/zerrors_darwin_arm64.go", true},
		{"a folder", "src/sys/unix/fs.rs", "src/sys/windows/fs.rs", true},
		{"another file", "kubelet/container_linux.go", "kubelet/image_windows.go", false},
		{"another folder", "a/mount_linux.go", "b/mount_windows.go", false},
		{"no system", "a/mount_v1.go", "a/mount_v2.go", false},
		{"another extension", "a/mount_linux.go", "a/mount_linux.c", false},
		{"part of a word", "a/window.go", "a/armour.go", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, ofA := withoutSystem(tt.a)
			b, ofB := withoutSystem(tt.b)
			if same := ofA && ofB && a == b; same != tt.same {
				t.Errorf("%q and %q are taken for variants: %t", tt.a, tt.b, same)
			}
		})
	}
}

func TestMostlySame(t *testing.T) {
	if a := []string{"Mount", "Unmount", "isMounted"}; !mostlySame(a, a[1:]) || mostlySame(a, a[2:]) || mostlySame(a, []string{"Mount", "list", "stat"}) {
		t.Error("two of three symbols are most of them, one is not")
	}
}
