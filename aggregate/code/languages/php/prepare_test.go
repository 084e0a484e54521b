package php

import (
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestPrepare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"HTML and what has no hooks is left alone", "<p>enum A { const B = 1; }</p><?php class A { const B = 1; }", "<p>enum A { const B = 1; }</p><?php class A { const B = 1; }"},
		{"a constant of an enumeration is a case", "<?php enum A { const B = self::C; }", "<?php enum A { case  B = 'xxxxx'; }"},
		{"with its modifiers and its type", "<?php enum A: int { final public const array B = [1]; }", "<?php enum A: int {              case        B = 'x'; }"},
		{"hooks are a comment", "<?php class A { public int $b { get => 1; } }", "<?php class A { public int $b /*xxxxxxxx*/; }"},
		{"behind a comment", "<?php class A { /* { */ public $b { get; } }", "<?php class A { /* { */ public $b /*xxx*/; }"},
		{"behind a comment in the property", "<?php class A { public /* $ */ $b { get; } }", "<?php class A { public /* $ */ $b /*xxx*/; }"},
		{"behind a value too", "<?php class A { public $b = ['{' => (1)] { set => 1; } }", "<?php class A { public $b = ['{' => (1)] /*xxxxxxxx*/; }"},
		{"behind attributes", "<?php class A { #[B([1], c: 2)] public $b { get; } }", "<?php class A { #[B([1], c: 2)] public $b /*xxx*/; }"},
		{"behind who may set", "<?php class A { private(set) $b { get; } }", "<?php class A { private      $b /*xxx*/; }"},
		{"behind the last of several", "<?php class A { public $b, $c { get; } }", "<?php class A { public $b, $c /*xxx*/; }"},
		{"in lines of their own", "<?php class A { public int $b {\n  get => 1;\n} public $c; }", "<?php class A { public int $b/*\nxxxxxxxxx*/\n; public $c; }"},
		{"with the brace in a line of its own", "<?php class A { public int $b\n{\n  get => 1;\n} public $c; }", "<?php class A { public int $b\n \n           \n; public $c; }"},
		{"too few for a comment between lines", "<?php class A { public $b {\n00} }", "<?php class A { public $b/*\n*/; }"},
		{"too few for a comment", "<?php class A { public $b { } public $c {} }", "<?php class A { public $b   ; public $c  ; }"},
		{"of a parameter", "<?php class A { function b(public $c { get => 1; }, $d) { $e; } }", "<?php class A { function b(public $c /*xxxxxxxxx*/, $d) { $e; } }"},
		{"a method has none", "<?php class A { public function b() { $c = 1; } }", "<?php class A { public function b() { $c = 1; } }"},
		{"who may set is blank", "<?php class A { public private(set) int $b; protected(set) int $c; }", "<?php class A { public              int $b; protected      int $c; }"},
		{"a class without a name may be readonly", "<?php new readonly class {};", "<?php new          class {};"},
		{"braces in texts do not count", "<?php enum A { const B = ['}', \"}\", /* } */ 1]; }", "<?php enum A { case  B = 'xxxxxxxxxxxxxxxxxxx'; }"},
		{"nor in heredocs", "<?php $a = <<<EOT\nenum A { const B = 1; }\nEOT;\n", "<?php $a = <<<EOT\nenum A { const B = 1; }\nEOT;\n"},
		{"a nowdoc whose end the grammar misses is a quoted string", "<?php $a = <<<'EOT'\nb\n  EOT . $c;\n", "<?php $a = 'xxxxxxx\nx\nxxxx' . $c;\n"},
		{"one whose end it finds is unchanged", "<?php f(<<<'EOT'\nb\nEOT, <<<'EOT'\nc\nEOT);\n", "<?php f(<<<'EOT'\nb\nEOT, <<<'EOT'\nc\nEOT);\n"},
		{"so is a heredoc", "<?php $a = <<<EOT\nb\nEOT . $c;\n", "<?php $a = <<<EOT\nb\nEOT . $c;\n"},
		{"what follows the end of the code is blank", "<?php a(); __HALT_Compiler ( ) ; class B {\n}", "<?php a(); __HALT_Compiler ( ) ;          \n "},
		{"but not behind a method of that name", "<?php $a->__halt_compiler(); class B {}", "<?php $a->__halt_compiler(); class B {}"},
		{"a comment ends with its tag", "<?php // enum ?>{<?php enum A { const BC = 12; }", "<?php // enum ?>{<?php enum A { case  BC = ''; }"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(prepare([]byte(tt.src))); got != tt.want {
				t.Errorf("prepare(%q)\n = %q,\nwant %q", tt.src, got, tt.want)
			}
		})
	}
}

func FuzzPrepare(f *testing.F) {
	langtest.FuzzPrepare(f, prepare,
		"<?php enum A: int { final public const array B = [1, '}']; } class C { public int $d = 1 { get { } } }",
		"<p><?php // ?> <?php $a = <<<'EOT'\n  EOT; class A { protected(set) $b { get; } }",
	)
}
