package git

import "strings"

// IsDotGit reports whether any system could take the name of a file or folder for git's
// own: .git in any case, with a suffix that Windows drops, as its short name on
// Windows, or with characters that macOS ignores.
func IsDotGit(name string) bool {
	name = strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
			return -1
		}
		return r
	}, name))
	name, _, _ = strings.Cut(name, ":")
	name = strings.TrimRight(name, " .")
	if name == ".git" {
		return true
	}
	short, ok := strings.CutPrefix(name, "git~")
	return ok && short != "" && strings.Trim(short, "0123456789") == ""
}
