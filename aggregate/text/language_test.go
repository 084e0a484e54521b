package text

import (
	"regexp"
	"strings"
	"testing"
)

func TestLanguage(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"main.go", "", "go"},
		{"src/App.PY", "", "python"},
		{"a.cc", "", "cpp"},
		{"a.c", "", "c"},
		{"README.md", "", "markdown"},
		{"README", "", "text"},
		{"LICENSE", "", "text"},
		{"notes.txt", "", "text"},
		{"data.unknown", "", "text"},
		{"", "", "text"},
		{".", "", "text"},
		{"a.tsx", "", "tsx"},
		{"show.html.erb", "<h1><%= @title %></h1>", "erb"}, // a template, not Ruby
		{"a.ts", "", "typescript"},
		{"a.mjs", "", "javascript"},
		{"a.js.flow", "", "javascript"},
		{"a.flow", "", PlainText},
		{"go.mod", "", "go-module"},
		{"go.sum", "", "go-checksums"},
		{"Makefile", "", "makefile"},
		{"deep/GNUmakefile", "", "makefile"},
		{"rules.mk", "", "makefile"},
		{"Dockerfile", "", "dockerfile"},
		{"Dockerfile.dev", "", "dockerfile"},
		{"api.dockerfile", "", "dockerfile"},
		{"Jenkinsfile", "", "groovy"},
		{"CMakeLists.txt", "", "cmake"},
		{"requirements.txt", "", "requirements"},
		{"Cargo.lock", "", "toml"},
		{"BUILD", "", "starlark"},
		{"build", "#!/bin/sh\n", "shell"},
		{".env", "", "dotenv"},
		{".env.local", "", "dotenv"},
		{".gitignore", "", "gitignore"},
		{".bashrc", "", "shell"},
		{"logo.svg", "", "xml"},
		{"feed", "<?xml version=\"1.0\"?>", "xml"},
		{"tool", "#!/usr/bin/env python3.12\n", "python"},
		{"tool", "#!/usr/bin/env -S node --no-warnings\n", "javascript"},
		{"tool", "#!/usr/bin/env A=1 ruby\n", "ruby"},
		{"tool", "#! /bin/bash -e\n", "shell"},
		{"tool", "#!\n", "text"},
		{"tool", "#!/opt/unheard-of\n", "text"},
		{"tool.py", "#!/bin/sh\n", "python"},
		{"a.h", "int f(void);\n", "c"},
		{"a.h", "/* class of its own,\nclass by class */\nstruct a { int class; };\n", "c"},
		{"a.h", "// uses std::vector elsewhere\nint f(void);\n", "c"},
		{"a.h", "#include <stdio.h>\n#include \"a\"\n", "c"},
		{"a.h", "#pragma once\nnamespace x {\n}\n", "cpp"},
		{"a.h", "#include <vector>\n", "cpp"},
		{"a.h", "struct a {\n  std::string b;\n};\n", "cpp"},
		{"a.h", "template <typename T>\nT f(T);\n", "cpp"},
		{"a.h", "struct a {\npublic:\n};\n", "cpp"},
		{"a.h", "#import <Foundation/Foundation.h>\n", "objective-c"},
		{"a.m", "#import \"a.h\"\n", "objective-c"},
		{"a.m", "% computes\nfunction y = f(x)\n", "matlab"},
		{"a.m", "", "objective-c"},
	}
	for _, tt := range tests {
		if got := Language(tt.name, tt.content); got != tt.want {
			t.Errorf("%s with %.40q is %s, want %s", tt.name, tt.content, got, tt.want)
		}
	}
}

func TestLanguageName(t *testing.T) {
	for id, want := range map[string]string{
		"go": "Go", "python": "Python", "cpp": "C++", "csharp": "C#", "text": "Plain text", "markdown": "Markdown", "unheard-of": "unheard-of",
	} {
		if got := LanguageName(id); got != want {
			t.Errorf("%s is called %s, want %s", id, got, want)
		}
	}
}

func TestFindLanguage(t *testing.T) {
	for word, want := range map[string]string{"cpp": "cpp", " C++ ": "cpp", "Plain Text": "text", ".HPP": "cpp", "hpp": "cpp", "Common Lisp": "lisp", "common-lisp": "lisp", "unheard-of": "", "": ""} {
		if got := FindLanguage(word); got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
}

// Each extension, name and program belongs to one language, and an id is valid after a fence.
func TestLanguagesAreWellFormed(t *testing.T) {
	word := regexp.MustCompile(`^[a-z][a-z0-9.-]*$`)
	owner := map[string]string{}
	last := ""
	for _, l := range languages {
		if !word.MatchString(l.id) || l.display == "" {
			t.Errorf("%q (%q) is no name", l.id, l.display)
		}
		if l.id <= last {
			t.Errorf("%s is after %s", l.id, last)
		}
		last = l.id
		for kind, words := range map[string]string{"extension": l.extensions, "name": l.names, "program": l.programs} {
			for w := range strings.FieldsSeq(words) {
				if other, ok := owner[kind+" "+w]; ok {
					t.Errorf("%s %s belongs to %s and to %s", kind, w, other, l.id)
				}
				owner[kind+" "+w] = l.id
			}
		}
	}
	if len(languages) < 80 {
		t.Errorf("%d languages, want at least 80", len(languages))
	}
}

func FuzzLanguage(f *testing.F) {
	f.Add("a.h", "class x")
	f.Add("x/.y", "#!/usr/bin/env")
	f.Fuzz(func(t *testing.T, name, content string) {
		if id := Language(name, content); LanguageName(id) == id {
			t.Fatalf("%q gives %q, which has no name", name, id)
		}
	})
}
