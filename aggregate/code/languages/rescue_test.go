package languages

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code/languages/langtest"
)

// TestRescue removes the bracket, parenthesis or quote at «» from sources in each language, and
// expects every declaration that is still there.
func TestRescue(t *testing.T) {
	tests := []struct{ language, src, want string }{
		{
			"swift", "class A {\n    func one( -> Int {\n        return 1\n    }\n\n    func two() {\n        if x {\n    }\n\n    var three: Int {\n        4\n    }\n\n    func four() { go() }\n}\n\nstruct B {\n    let x = \"a\n    func five() { go() }\n}\n\nfunc six() { go() }\n",
			"A A.one A.two A.three A.four B B.five six",
		},
		{
			"kotlin", "class A {\n    fun one(): Int {\n        if (x) {\n        return 1\n    }\n\n    fun String.two() {\n        go()\n    }\n}\n\n@B\nobject C {\n    val x = listOf(1\n    fun three() = go()\n}\n\nfun four() { go() }\n",
			"A A.one A.String.two C C.three four",
		},
		{
			"scala", "class A {\n  def one: Int = {\n    if (x) {\n    1\n  }\n\n  def two = List(1\n\n  def three() = go()\n}\n\ntrait B {\n  def four: Int\n}\n",
			"A A.one A.two A.three B B.four",
		},
		{
			"csharp", "namespace N;\n\nclass A\n{\n    int One()\n    {\n        if (x)\n        {\n    }\n\n    public A(int x)\n    {\n        go();\n    }\n\n    [Attribute]\n    public int Two => 2 + 2;\n}\n\ninterface B\n{\n    void Three();\n}\n",
			"A A.One A.A A.Two B B.Three",
		},
		{
			"java", "class A {\n    int one() {\n        if (x) {\n    }\n\n    public A(int x) {\n        go();\n    }\n\n    @Override\n    public <T> List<T> two() throws E {\n        return null;\n    }\n}\n\ninterface B {\n    void three();\n}\n",
			"A A.one A.A A.two B B.three",
		},
		{
			"go", "package a\n\nfunc one() {\n\tif x {\n}\n\nfunc (a *A) two() {\n\tgo(\n}\n\ntype B struct {\n\tx int\n}\n\nfunc three() int { return 1 }\n",
			"one A.two B three",
		},
		{
			"python", "class A:\n    def one(self:\n        return 1\n\n    @property\n    def two(self):\n        return (1\n\n    def three(self):\n        return 3\n\n\ndef four():\n    return 4\n",
			"A A.one A.two A.three four",
		},
		{
			"rust", "impl A {\n    fn one(&self) {\n        if x {\n    }\n\n    pub fn two<'a>(&'a self) -> u8 {\n        1\n    }\n}\n\n#[derive(Debug)]\npub struct B {\n    x: u8,\n}\n\nfn three() { go() }\n",
			"A.one A.two B three",
		},
		{
			"php", "<?php\nclass A {\n    public function one() {\n        if ($x) {\n    }\n\n    private static function two(): int {\n        return 1;\n    }\n}\n\ninterface B {\n    public function three();\n}\n\nfunction four() { go(); }\n",
			"A A.one A.two B B.three four",
		},
		{
			"ruby", "class A\n  def one\n    if x\n  end\n\n  def two?(x)\n    go(\n  end\nend\n\nmodule B\n  def self.three\n    1\n  end\nend\n",
			"A A.one A.two? B B.three",
		},
		{
			"lua", "local function one()\n  if x then\nend\n\nfunction A.two(x)\n  go(\nend\n\nfunction three()\n  return 1\nend\n",
			"one A.two three",
		},
		{
			"elixir", "defmodule A do\n  def one(x) do\n    if x do\n  end\n\n  defp two(x) do\n    go(\n  end\n\n  def three(x) do\n    x\n  end\nend\n",
			"A A.one A.two A.three",
		},
		{
			"c", "int one(void {\n    return 1;\n}\n\nstruct b {\n    int x;\n};\n\nstatic char *two(int x)\n{\n    return 0;\n}\n\nint three(void) { return 1; }\n",
			"one b two three",
		},
		{
			"cpp", "class A {\npublic:\n    int one() {\n        if (x) {\n    }\n\n    std::vector<int> two(int x) const {\n        return {};\n    }\n};\n\nint A::three() { return 1; }\n",
			"A A.one A.two A.three",
		},
		{
			"javascript", "class A {\n  one() {\n    if (x) {\n  }\n\n  async two(x) {\n    go(;\n  }\n}\n\nexport const three = async (x) => {\n  go(x);\n};\n\nfunction four() { go(); }\n",
			"A A.one A.two three four",
		},
		{
			"typescript", "class A {\n  one(): void {\n    if (x) {\n  }\n\n  private two(x: number): string {\n    return \"\";\n  }\n}\n\nexport interface B {\n  x: number;\n}\n\nexport function three(x: B): void { go(x); }\n",
			"A A.one A.two B three",
		},
	}
	for _, tt := range tests {
		t.Run(tt.language, func(t *testing.T) {
			l := Find(tt.language)
			s, err := l.Parse([]byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			langtest.Check(t, l, tt.src)
			var paths []string
			for _, sym := range s.Symbols {
				paths = append(paths, sym.Path)
			}
			if diff := cmp.Diff(tt.want, strings.Join(paths, " ")); diff != "" || !s.Broken {
				t.Errorf("broken: %t (-want +got):\n%s\n%s\n%s", s.Broken, diff, s.Outline(tt.src), s.Skeleton(tt.src))
			}
		})
	}
}
