package git

import "testing"

func TestOwns(t *testing.T) {
	for name, want := range map[string]bool{
		".git": true, ".GIT": true, ".Git": true, ".git.": true, ".git ": true, ".git. .": true, "git~1": true, "GIT~12": true,
		".git::$INDEX_ALLOCATION": true, ".g\u200cit": true, ".git\ufeff": true,
		".github": false, ".gitignore": false, "git": false, "git~": false, "git~x": false, "a.git": false, "": false, ".git-x": false,
	} {
		if got := IsDotGit(name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
	}
}
