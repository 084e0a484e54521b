package git

import "testing"

func TestIgnoredChanges(t *testing.T) {
	modules := "[submodule \"A\"]\n\tpath = lib/a\n\tignore = dirty\n[submodule \"b\"]\n\tpath = b\n[submodule \"c\"]\n\tpath = c\n\tignore = all\n"
	for _, tt := range []struct{ name, config, path, want string }{
		{"of .gitmodules", "", "lib/a", "dirty"},
		{"overridden", "[submodule \"A\"]\n\tignore = none\n", "lib/a", "none"},
		{"of another name", "[submodule \"a\"]\n\tignore = none\n", "lib/a", "dirty"},
		{"unset", "", "b", ""},
		{"of all", "[diff]\n\tignoreSubmodules = untracked\n", "b", "untracked"},
		{"of one, not of all", "[diff]\n\tignoreSubmodules = untracked\n", "c", "all"},
		{"of a path without an entry", "[diff]\n\tignoreSubmodules = untracked\n", "d", "untracked"},
	} {
		if got := IgnoredChanges([]byte(modules), parseConfig([]byte(tt.config)))(tt.path); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
