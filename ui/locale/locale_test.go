package locale

import "testing"

func TestReadable(t *testing.T) {
	tests := []struct {
		name string
		env  map[string]string
		want map[string]string
	}{
		{"a locale that Fyne cannot read is replaced", map[string]string{"LANG": "C.UTF-8"}, map[string]string{"LANG": "en_US.UTF-8"}},
		{"wherever it stands", map[string]string{"LC_ALL": "C.utf8", "LANG": "de_DE.UTF-8"}, map[string]string{"LC_ALL": "en_US.UTF-8", "LANG": "de_DE.UTF-8"}},
		{"any other stays", map[string]string{"LANG": "de_DE.UTF-8"}, map[string]string{"LANG": "de_DE.UTF-8"}},
		{"and so does plain C", map[string]string{"LANG": "C"}, map[string]string{"LANG": "C"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			readable(func(key string) string { return tt.env[key] }, func(key, value string) error { tt.env[key] = value; return nil })
			for key, want := range tt.want {
				if tt.env[key] != want {
					t.Errorf("%s is %q, want %q", key, tt.env[key], want)
				}
			}
		})
	}
}
