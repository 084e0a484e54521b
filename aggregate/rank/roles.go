package rank

import (
	"path"
	"strings"
	"sync"
	"unicode"

	"dossier/aggregate/text"
)

// Role is the purpose of a file, derived from its path.
type Role uint8

// The roles.
const (
	Source Role = iota
	Test
	Docs
	Example
	Config
	Generated
	Vendored
	Data
	Roles // the number of roles
)

var roleByFolder = byWord(map[Role]string{
	Test:      "test tests spec specs __tests__ __test__ testdata testing testsuite testcases unittests e2e fixtures fixture __fixtures__ __mocks__ androidtest jvmtest commontest bench benches benchmark benchmarks fuzz perf integration",
	Docs:      "doc docs documentation man wiki website www site manual",
	Example:   "example examples sample samples demo demos _examples playground tutorial tutorials",
	Config:    ".github .circleci .vscode .idea .azure ci .ci",
	Generated: "dist generated gen __generated__ snapshots __snapshots__",
	Vendored:  "vendor third_party thirdparty third-party node_modules extern external deps bower_components",
})

var roleByLanguage = byWord(map[Role]string{
	Docs:   "markdown mdx rst asciidoc org text tex bibtex",
	Config: "yaml toml ini json dotenv editorconfig gitignore makefile cmake dockerfile meson just requirements go-module go-checksums properties batch hcl nix",
	Data:   "csv tsv jsonl diff xml",
})

// roleByName maps file names without extension, in lower case, to roles.
var roleByName = byWord(map[Role]string{
	Docs:   "readme changelog changes history news license licence copying authors contributors contributing security code_of_conduct todo install upgrading copyright notice thanks",
	Config: "configure install-sh configure.ac configure.in makefile gnumakefile rakefile gemfile gulpfile gruntfile jenkinsfile vagrantfile dockerfile build.gradle settings.gradle gradlew",
})

// byWord returns a function that returns the role of each word, from a map that its first call builds.
func byWord(words map[Role]string) func() map[string]Role {
	return sync.OnceValue(func() map[string]Role {
		roles := map[string]Role{}
		for r, list := range words {
			for w := range strings.FieldsSeq(list) {
				roles[w] = r
			}
		}
		return roles
	})
}

// roleOf returns the role of a file.
func roleOf(p, language string, generated bool) Role {
	dir, base := path.Split(p)
	role := Source
	for _, d := range strings.Split(strings.ToLower(dir), "/") {
		if r, ok := roleByFolder()[d]; ok {
			switch {
			case r == Vendored || r == Generated:
				return r
			case role == Source || r == Test:
				role = r
			}
		} else if strings.HasSuffix(d, "-tests") || strings.HasSuffix(d, ".tests") || strings.HasSuffix(d, "-test") || strings.HasSuffix(d, "_test") || strings.HasSuffix(d, "tests") {
			role = Test
		}
	}
	if generated || isGeneratedName(base) {
		return Generated
	}
	if isTestName(base) {
		return Test
	}
	lower := strings.ToLower(base)
	if r, ok := roleByName()[strings.TrimSuffix(lower, path.Ext(lower))]; ok && role != Test && role != Example {
		return r
	}
	if strings.Contains(lower, ".config.") || strings.HasPrefix(lower, ".") {
		return Config
	}
	if r, ok := roleByLanguage()[language]; ok && role != Test && role != Example {
		return r
	}
	return role
}

func isGeneratedName(base string) bool {
	lower := strings.ToLower(base)
	for _, suffix := range []string{".min.js", ".min.css", ".pb.go", ".pb.cc", ".pb.h", "_pb2.py", ".g.dart", ".designer.cs", ".snap", ".lock", "-lock.json", "-lock.yaml", "go.sum", ".map"} {
		if strings.HasSuffix(lower, suffix) {
			return true
		}
	}
	return strings.Contains(lower, "_generated") || strings.Contains(lower, ".generated.")
}

func isTestName(base string) bool {
	stem, _, _ := strings.Cut(base, ".")
	lower := strings.ToLower(stem)
	if strings.HasPrefix(lower, "test_") || strings.HasSuffix(lower, "_test") || strings.HasSuffix(lower, "_spec") || strings.HasSuffix(lower, "-test") || strings.HasSuffix(lower, "_tests") || lower == "conftest" || lower == "test" || lower == "tests" {
		return true
	}
	for _, mid := range []string{".test.", ".spec.", ".bench.", ".test-d."} {
		if strings.Contains(base, mid) {
			return true
		}
	}
	for _, suffix := range []string{"Test", "Tests", "Spec", "Specs", "TestCase", "IT", "Suite", "Benchmark"} {
		if before, ok := strings.CutSuffix(stem, suffix); ok && before != "" {
			last := rune(before[len(before)-1])
			return unicode.IsLower(last) || unicode.IsDigit(last)
		}
	}
	return false
}

// RoleOf returns the role of a file, derived from its path alone.
func RoleOf(p string) Role { return roleOf(p, text.Language(p, ""), false) }

// IsTest reports whether a path is that of a test or of a file that tests use.
func IsTest(p string) bool { return roleOf(p, "", false) == Test }
