package change

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// generatedNames are files that a program writes: locks of package managers.
var generatedNames = []string{
	"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock",
	"Cargo.lock", "go.sum", "go.work.sum", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "composer.lock", "Gemfile.lock", "mix.lock",
	"pubspec.lock", "Podfile.lock", "Package.resolved", "flake.lock", "packages.lock.json", "gradle.lockfile", ".terraform.lock.hcl",
}

// generatedEndings are those of files that a program writes.
var generatedEndings = []string{".min.js", ".min.css", ".js.map", ".css.map", ".pb.go", "_pb2.py", "_pb2_grpc.py", ".g.dart", ".freezed.dart"}

// isGenerated reports whether a program writes a file: as linguist-generated of .gitattributes
// says, or else by its name, or by the line that Go's generators write.
func isGenerated(name string, attributes map[string]string, texts ...[]byte) bool {
	switch attributes["linguist-generated"] {
	case isSet, "true":
		return true
	case isUnset, "false":
		return false
	}
	base := path.Base(name)
	if slices.Contains(generatedNames, base) || slices.ContainsFunc(generatedEndings, func(e string) bool { return strings.HasSuffix(base, e) }) {
		return true
	}
	return slices.ContainsFunc(texts, saysGenerated)
}

// saysGenerated looks for "Code generated … DO NOT EDIT." in the first lines.
func saysGenerated(text []byte) bool {
	head := text[:min(len(text), 2000)]
	for line := range bytes.Lines(head) {
		line = bytes.TrimLeft(bytes.TrimRight(line, "\r\n"), "/#*;- \t")
		if bytes.HasPrefix(line, []byte("Code generated ")) && bytes.HasSuffix(line, []byte("DO NOT EDIT.")) {
			return true
		}
	}
	return false
}
