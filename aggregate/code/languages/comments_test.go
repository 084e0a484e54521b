package languages

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code/languages/langtest"
)

// TestComments parses sources with comments: doc comments stay in the skeleton.
func TestComments(t *testing.T) {
	tests := []struct{ name, language, src, want string }{
		{
			"what is directly above stays, with the fields and enumerators", "typescript",
			"// What it is for.\nimport a from 'a';\n\n// An A.\ninterface A {\n  // How many.\n  b: number; // of c\n  /* Why. */\n  d?: string;\n}\n\nenum E {\n  // One.\n  F,\n  G, // two\n}\n",
			"// What it is for.\nimport a from 'a';\n\n// An A.\ninterface A {\n  // How many.\n  b: number; // of c\n  /* Why. */\n  d?: string;\n}\n\nenum E {\n  // One.\n  F,\n  G, // two\n}\n",
		},
		{
			"titles and rules between sections", "typescript",
			"let a = 1;\n\n////////////////\n/////  B  //////\n////////////////\nlet b = 2;\n\n// ---- C ----\n\n// Section D\n\nlet d = 3;\n/* ======== */\nlet e = 4;\n",
			"let a = 1;\n\nlet b = 2;\n\nlet d = 3;\nlet e = 4;\n",
		},
		{
			"code that is commented out", "typescript",
			"class A {\n  b: number;\n  // c: string;\n  // d() {\n  // }\n  e: number;\n\n  // Of f.\n  // f = g(1);\n  f: number;\n\n  // f: string\n\n  g: number;\n  // last one\n}\n",
			"class A {\n  b: number;\n  e: number;\n\n  // Of f.\n  f: number;\n\n  g: number;\n}\n",
		},
		{
			"code that is commented out at the beginning", "typescript",
			"// const a = 1;\n// f();\n\nlet b = 1;\n",
			"let b = 1;\n",
		},
		{
			"notes to tools and to do", "typescript",
			"// @ts-ignore TS6133\nimport a from 'a'; // eslint-disable-line\n\n// TODO(me): rename\n// to c, some day\nlet b = 1; // FIXME\n// eslint-disable-next-line no-c\n/** C. */\nlet c = 1;\n",
			"import a from 'a';\n\nlet b = 1;\n/** C. */\nlet c = 1;\n",
		},
		{
			"what is to be done beside what is documented", "go",
			"package a\n\n// TODO: rename\n// it.\n//\n// B does c.\n// TODO: is that all?\n// It may fail.\nfunc B()\n\n//go:generate d\n\n//nolint:all\nvar e int //nolint\n",
			"package a\n\n//\n// B does c.\n// TODO: is that all?\n// It may fail.\nfunc B()\n\n//go:generate d\n\nvar e int\n",
		},
		{
			"what is marked as documentation stays wherever it is", "typescript",
			"let a = 1;\n\n/** @typedef {number} B */\n\n/// <reference types=\"c\" />\n\nlet d = 1;\n",
			"let a = 1;\n\n/** @typedef {number} B */\n\n/// <reference types=\"c\" />\n\nlet d = 1;\n",
		},
		{
			"in strings there are none", "typescript",
			"f('a', `\n// b\n\n// c\n\n`);\n",
			"f('a', `\n// b\n\n// c\n\n`);\n",
		},
		{
			"the terms of a licence", "swift",
			"//\n//  A.swift\n//\n//  Created by B on 1/2/26.\n//\n//  Copyright (c) 2026 B\n//\n//  Permission is hereby granted, free of charge,\n//  to any person.\n//\n//  THE SOFTWARE IS PROVIDED \"AS IS\".\n//\n\nimport C\n\n// MARK: - D\n\nlet d = 1\n",
			"import C\n\nlet d = 1\n",
		},
		{
			"text next to a licence in the first comment", "c",
			"/* A list of things that are sorted.\n *\n * Copyright (c) 2026, B\n * All rights reserved.\n *\n * Redistribution and use in source and binary forms are permitted.\n */\n#ifndef A_H\nint a; // how many\n#endif // A_H\n",
			"/* A list of things that are sorted.\n *\n */\n#ifndef A_H\nint a; // how many\n#endif\n",
		},
		{
			"a licence before the comment of the file", "go",
			"// Copyright 2026 The Authors. All rights reserved.\n// Use of this source code is governed by a licence.\n\n//go:build linux\n\n// Package a does b.\npackage a\n\n// Not about c.\n\nvar c int // d\n",
			"//go:build linux\n\n// Package a does b.\npackage a\n\nvar c int // d\n",
		},
		{
			"what a licence is named after is none", "java",
			"/** The copyright holder of a work. */\nclass A {\n  int b; // of a\n} // class A\n",
			"/** The copyright holder of a work. */\nclass A {\n  int b; // of a\n}\n",
		},
		{
			"before a body and at its end", "python",
			"#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# Does a.\nimport a  # noqa\n\n\nclass B:\n    c = 1  # how many\n    # d = 2\n\n    # e\n    def f(self):\n        # g\n        return 1\n    # end of B\n\n# h\ni = 1\n",
			"#!/usr/bin/env python\n# Does a.\nimport a\n\n\nclass B:\n    c = 1  # how many\n\n    # e\n    def f(self):\n        ...\n\n# h\ni = 1\n",
		},
		{
			"in what is empty without it", "ruby",
			"class A\n  # nothing but this\nend\n\nclass B\n  C = 1\n  # the end\nend\n",
			"class A\n  # nothing but this\nend\n\nclass B\n  C = 1\nend\n",
		},
		{
			"behind what a body was cut from", "cpp",
			"namespace a {\n// Does b.\nint b() {\n  return c();\n}  // b\n\n// internal\n\nint d;\n}  // namespace a\n",
			"namespace a {\n// Does b.\nint b() { ... }\n\nint d;\n}\n",
		},
		{
			"carriage returns", "csharp",
			"// Copyright (c) B\r\n\r\nclass A\r\n{\r\n    // one\r\n\r\n    // Two.\r\n    int B; // of a\r\n}\r\n",
			"class A\r\n{\r\n    // Two.\r\n    int B; // of a\r\n}\r\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Find(tt.language).Parse([]byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, s.Skeleton(tt.src)); diff != "" {
				t.Errorf("wrong skeleton (-want +got):\n%s", diff)
			}
			langtest.Check(t, Find(tt.language), tt.src)
		})
	}
}

// TestValues parses values on one line: long literals are elided, like those of several lines.
func TestValues(t *testing.T) {
	long := strings.Repeat("0123456789", 17)
	tests := []struct{ language, src, want string }{
		{"typescript", "const a = '" + long + "';\nconst b = f('" + long + "');\nclass C {\n  d = /" + long + "/;\n}\n", "const a = ...;\nconst b = f('" + long + "');\nclass C {\n  d = ...;\n}\n"},
		{"go", "package a\n\nvar b = \"" + long + "\"\n\nconst c = \"d\"\n", "package a\n\nvar b = ...\n\nconst c = \"d\"\n"},
		{"python", "A = \"" + long + "\"\nB = Union[" + long + "]\n", "A = ...\nB = Union[" + long + "]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.language, func(t *testing.T) {
			s, err := Find(tt.language).Parse([]byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, s.Skeleton(tt.src)); diff != "" {
				t.Errorf("wrong skeleton (-want +got):\n%s", diff)
			}
			langtest.Check(t, Find(tt.language), tt.src)
		})
	}
}

// TestFields checks that the skeleton of each language has every member of its types: removing
// comments removes no members.
func TestFields(t *testing.T) {
	tests := []struct{ language, src string }{
		{"typescript", "class A {\n#\nkept1 = 1;#\n#\nstatic kept2: string;\n}\ninterface B { kept3: number;#\n#\nkept4(): void }\nenum C {\n#\nkept5,#\n#\n\nkept6 }\ntype D = {\n#\nkept7: 1#\n| 2 }\n"},
		{"swift", "struct A {\n#\nlet kept1: Int#\n#\n\nvar kept2 = 2\n}\nenum B {\n#\ncase kept3, kept4#\n#\ncase kept5(Int)\n}\nprotocol C { var kept6: Int { get }#\n#\nfunc kept7() }\n"},
		{"java", "class A {\n#\nint kept1;#\n#\n\nstatic final String kept2 = \"\";\n}\nenum B { kept3,#\n#\nkept4(1);\n#\nint kept5; }\n"},
		{"kotlin", "class A(val kept1: Int) {\n#\nval kept2 = 1#\n#\n\nvar kept3: Int = 2\n}\nenum class B { kept4,#\n#\nkept5 }\n"},
		{"csharp", "class A {\n#\nint kept1;#\n#\n\npublic int kept2 { get; set; }\n}\nenum B { kept3,#\n#\nkept4 }\n"},
		{"c", "struct a {\n#\nint kept1;#\n#\n\nint kept2;\n};\nenum b {\nkept3,#\n#\nkept4\n};\n"},
		{"cpp", "class A {\npublic:\n#\nint kept1;#\n#\n\nint kept2 = 1;\n};\nenum class B {\nkept3,#\n#\nkept4\n};\n"},
		{"rust", "struct A {\n#\nkept1: u8,#\n#\n\npub kept2: u8,\n}\nenum B {\nkept3,#\n#\nkept4(u8),\n}\n"},
		{"go", "package a\n\ntype A struct {\n#\nkept1 int#\n#\n\nkept2 string\n}\n\nconst (\nkept3 = iota#\n#\nkept4\n)\n"},
		{"php", "<?php\nclass A {\n#\npublic int $kept1;#\n#\n\nconst kept2 = 1;\n}\nenum B {\ncase kept3;#\n#\ncase kept4;\n}\n"},
		{"scala", "class A {\n#\nval kept1 = 1#\n#\n\nvar kept2: Int = 2\n}\n"},
		{"javascript", "class A {\n#\nkept1 = 1;#\n#\n\nstatic kept2 = 2;\n}\nconst b = { kept3: 1,#\n#\nkept4() { c(); } };\n"},
	}
	comments := []string{"// eslint-disable-line", "// TODO: this", "// one;", "/* two */", "// ---- three ----", "// MARK: four"}
	for _, tt := range tests {
		for _, comment := range comments {
			t.Run(tt.language+" "+comment, func(t *testing.T) {
				src := strings.ReplaceAll(tt.src, "#", comment)
				s, err := Find(tt.language).Parse([]byte(src))
				if err != nil {
					t.Fatal(err)
				}
				skeleton := s.Skeleton(src)
				for _, word := range strings.FieldsFunc(src, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }) {
					if strings.HasPrefix(word, "kept") && !strings.Contains(skeleton, word) {
						t.Errorf("%s is not in the skeleton:\n%s\nof\n%s", word, skeleton, src)
					}
				}
				langtest.Check(t, Find(tt.language), src)
			})
		}
	}
}
