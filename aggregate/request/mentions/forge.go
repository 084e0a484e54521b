package mentions

import (
	"net/url"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// The addresses of files on forges: the repository, and a revision followed by the path.
var (
	forgeURL = lazyregexp.New(`^https?://[^/\s]+/(?:[^\s?#]*?/)?([^/\s?#]+?)(?:\.git)?/(?:-/)?(?:blob|blame|raw|tree|edit|src/(?:branch|commit|tag)|src)/([^\s?#]+)(?:\?[^\s#]*)?(?:#(\S*))?$`)
	// forgeHost matches forges: there an address of that form is a file, whatever its name is.
	forgeHost = lazyregexp.New(`^https?://(?:[\w-]+\.)*(?:github|githubusercontent|gitlab|bitbucket|codeberg|gitea)\.`)
	// localURL matches a file on a local server of the project.
	localURL = lazyregexp.New(`^https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?/([^\s?#:]+)(?:\?[^\s:#]*)?(:\d+(?::\d+)?)?$`)
	rawURL   = lazyregexp.New(`^https?://raw\.githubusercontent\.com/[^/\s]+/([^/\s]+)/([^\s?#]+)(?:\?[^\s#]*)?(?:#(\S*))?$`)
	// lineFragment matches the lines at the end of such an address: L10, L10-L30, L10-30, lines-10:30.
	lineFragment = lazyregexp.New(`^(?:L|lines-)(\d{1,8})(?:C\d+)?(?:[-:]L?(\d{1,8})(?:C\d+)?)?$`)
)

// addForgeURL adds the file at a forge's address. A revision may contain slashes; the longest suffix that is a file of
// the project is the path. A file or folder that the project does not have, in a repository with another name, is
// elsewhere. It returns false for any other address.
func (f *finder) addForgeURL(word string, at int) bool {
	s, shift := trim(word)
	if m := localURL().FindStringSubmatch(s); m != nil {
		path, lines := cutLines(m[1] + m[2])
		found := f.resolve(path)
		if found.file == "" {
			return false
		}
		m := Mention{Path: found.file, Known: true, At: at + shift}
		if lines != nil {
			m.Lines = lines[0]
		}
		f.add(m, at+len(word), false)
		return true
	}
	m := rawURL().FindStringSubmatch(s)
	if m == nil {
		m = forgeURL().FindStringSubmatch(s)
	}
	if m == nil {
		return false
	}
	path := m[2]
	if plain, err := url.PathUnescape(path); err == nil {
		path = plain
	}
	var lines Lines
	if l := lineFragment().FindStringSubmatch(m[3]); l != nil {
		lines = newLines(l[1], l[2])
	}
	_, rest, _ := strings.Cut(path, "/")
	for tail, ok := rest, rest != ""; ok; _, tail, ok = strings.Cut(tail, "/") {
		switch {
		case f.names.has(tail):
			f.add(Mention{Path: tail, Known: true, Lines: lines, At: at + shift}, at+len(word), lines == Lines{})
			return true
		case f.names.isFolder(strings.TrimSuffix(tail, "/")) && tail != "":
			dir := strings.TrimSuffix(tail, "/")
			f.add(Mention{Path: dir + "/", Group: f.names.under(dir), At: at + shift}, at+len(word), false)
			return true
		}
	}
	own := strings.EqualFold(m[1], f.names.folder)
	if !own && rest != "" && forgeHost().MatchString(s) {
		_, address, _ := strings.Cut(s, "://")
		if cut := strings.IndexAny(address, "?#"); cut > 0 {
			address = address[:cut]
		}
		f.add(Mention{Path: strings.TrimSuffix(address, "/"), Elsewhere: true, Lines: lines, At: at + shift}, at+len(word), false)
		return true
	}
	if !own || !nameLike(rest[strings.LastIndexByte(rest, '/')+1:]) {
		return false
	}
	found := f.resolve(rest)
	f.add(Mention{Path: rest, Lines: lines, Candidates: found.candidates, Several: found.several, At: at + shift}, at+len(word), lines == Lines{})
	if found.file != "" {
		last := &f.list[len(f.list)-1]
		last.Path, last.Known = found.file, true
	}
	return true
}
