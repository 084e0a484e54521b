package gitrepo

import "strings"

// Owns reports whether the name of a file or folder means git's own on some system: .git in any case,
// with what Windows drops at the end of a name or a short name of it, and with the characters that
// macOS does not see in one.
func Owns(name string) bool {
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
