package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExcludesFile(t *testing.T) {
	tests := []struct {
		name   string
		config string
		want   string
		none   bool
	}{
		{name: "nothing", none: true},
		{name: "another variable", config: "[core]\n\tbare = false\n", none: true},
		{name: "plain", config: "[core]\n\texcludesFile = ~/x\n", want: "~/x"},
		{name: "letters of any case", config: "[CORE]\nEXCLUDESFILE=/x\n", want: "/x"},
		{name: "another section", config: "[alias]\nexcludesfile = /x\n[core]\n", none: true},
		{name: "a section that was left", config: "[core]\n[user]\nexcludesfile = /x\n", none: true},
		{name: "a sub-section", config: "[core \"a\"]\nexcludesfile = /x\n", none: true},
		{name: "a bracket in one", config: "[x \"]core\"]\nexcludesfile = /x\n[core]\n", none: true},
		{name: "the last one", config: "[core]\nexcludesfile = /x\n[user]\n[core]\nexcludesfile = /y\n", want: "/y"},
		{name: "on the line of its section", config: "[core] excludesfile = /x\n", want: "/x"},
		{name: "without a line end", config: "[core]\nexcludesfile = /x", want: "/x"},
		{name: "an empty one", config: "[core]\nexcludesfile =\n", want: ""},
		{name: "one in quotes", config: "[core]\nexcludesfile = \"/a b\"\n", want: "/a b"},
		{name: "spaces in it", config: "[core]\nexcludesfile =  /a  b  \n", want: "/a  b"},
		{name: "spaces in quotes", config: "[core]\nexcludesfile = \" /x \" \n", want: " /x "},
		{name: "quotes in the middle", config: "[core]\nexcludesfile = /a\" # \"b # c\n", want: "/a # b"},
		{name: "comments", config: "# excludesfile = /a\n[core] ; x\n; excludesfile = /a\nexcludesfile = /x ; y\n#excludesfile = /z\n", want: "/x"},
		{name: "escapes", config: "[core]\nexcludesfile = C:\\\\a\\tb\\\"c\\n\n", want: "C:\\a\tb\"c\n"},
		{name: "a continued line", config: "[core]\nexcludesfile = /a\\\nb\n", want: "/ab"},
		{name: "an escaped backslash continues nothing", config: "[core]\nexcludesfile = /a\\\\\nbare = no\n", want: "/a\\"},
		{name: "a comment is not continued", config: "[core]\n# x \\\nexcludesfile = /x\n", want: "/x"},
		{name: "carriage returns", config: "[core]\r\n\texcludesfile = /x\r\n", want: "/x"},
		{name: "a byte-order mark", config: "\ufeff[core]\nexcludesfile = /x\n", want: "/x"},
		{name: "a longer key", config: "[core]\nexcludesfile2 = /x\nexcludesfile-x = /y\n", none: true},
		{name: "a value of another that looks like it", config: "[core]\neditor = x; excludesfile = /y\n\tpager = \"[core] excludesfile = /z\"\n", none: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := coreValue([]byte(tt.config), "excludesfile")
			if got != tt.want || ok == tt.none {
				t.Errorf("%q, %t, want %q", got, ok, tt.want)
			}
			g := newGit(t)
			write(t, filepath.Join(g.dir, "config"), tt.config)
			want := ""
			if !tt.none {
				want = tt.want + "\x00"
			}
			all := strings.Split(g.run("config", "--file", "config", "--null", "--default", "(none)", "--get", "core.excludesfile"), "\x00")
			if theirs := all[0]; tt.none != (theirs == "(none)") || !tt.none && theirs+"\x00" != want {
				t.Errorf("git reads %q", theirs)
			}
		})
	}
}

// FuzzExcludesFile writes any value as git would, among whatever else, and reads it
// again.
func FuzzExcludesFile(f *testing.F) {
	f.Add("~/x", "[user]\n\tname = A # b\n")
	f.Add(" a\"b\\c\n;#", "[x \"[y]\"]\nz = \"\\\"\"\\\n  w\n")
	f.Fuzz(func(t *testing.T, value, before string) {
		coreValue([]byte(before), "excludesfile") // whatever it is, it ends
		if strings.ContainsAny(value, "\r\x00") {
			return
		}
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(value)
		config := "[user]\n\tname = A\n[core]\n\texcludesFile = \"" + quoted + "\"\n"
		if got, ok := coreValue([]byte(config), "excludesfile"); !ok || got != value {
			t.Errorf("%q is read as %q, %t", value, got, ok)
		}
	})
}

func TestReadGlobalExcludes(t *testing.T) {
	home := tempDir(t)
	elsewhere := tempDir(t)
	files := map[string]string{
		".config/git/ignore":      "usual",
		"named":                   "named",
		"a b":                     "a b",
		"conf/plain":              "[core]\nexcludesfile = ~/named\n",
		"conf/absolute":           "[core]\nexcludesfile = \"" + filepath.ToSlash(home) + "/a b\"\n",
		"conf/empty":              "[core]\nexcludesfile =\n",
		"conf/relative":           "[core]\nexcludesfile = named\n",
		"conf/user":               "[core]\nexcludesfile = ~someone/named\n",
		"conf/missing":            "[core]\nexcludesfile = ~/gone\n",
		"xdg/git/ignore":          "xdg",
		"xdg2/git/config":         "[core]\nexcludesfile = ~/named\n",
		"other/.gitconfig":        "[core]\nexcludesfile = ~/mine\n",
		"other/mine":              "mine",
		"folder/git/ignore/x":     "",
		"git/config":              "[core]\nexcludesfile = " + filepath.ToSlash(home) + "/named\n", // in the folder that the test runs in
		"both/.gitconfig":         "[core]\nexcludesfile = ~/last\n",
		"both/.config/git/config": "[core]\nexcludesfile = ~/first\n",
		"both/last":               "last",
	}
	for name, text := range files {
		write(t, filepath.Join(home, name), text)
	}
	t.Chdir(home)
	at := func(name string) string { return filepath.Join(home, name) }
	tests := []struct {
		name string
		env  map[string]string
		home string
		want GlobalExcludes
		err  string
	}{
		{name: "the usual place", home: home, want: GlobalExcludes{at(".config/git/ignore"), []byte("usual")}},
		{name: "in the folder for configuration", home: home, env: map[string]string{"XDG_CONFIG_HOME": at("xdg")}, want: GlobalExcludes{at("xdg/git/ignore"), []byte("xdg")}},
		{name: "where there is none", home: elsewhere, want: GlobalExcludes{Path: filepath.Join(elsewhere, ".config/git/ignore")}},
		{name: "named in the folder for configuration", home: home, env: map[string]string{"XDG_CONFIG_HOME": at("xdg2")}, want: GlobalExcludes{at("named"), []byte("named")}},
		{name: "named at home", home: at("other"), want: GlobalExcludes{at("other/mine"), []byte("mine")}},
		{name: "home has the last word", home: at("both"), want: GlobalExcludes{at("both/last"), []byte("last")}},
		{name: "in another configuration", home: at("other"), env: map[string]string{"GIT_CONFIG_GLOBAL": at("conf/absolute")}, want: GlobalExcludes{at("a b"), []byte("a b")}},
		{name: "from home", home: home, env: map[string]string{"GIT_CONFIG_GLOBAL": at("conf/plain")}, want: GlobalExcludes{at("named"), []byte("named")}},
		{name: "named, and not there", home: home, env: map[string]string{"GIT_CONFIG_GLOBAL": at("conf/missing")}, want: GlobalExcludes{Path: at("gone")}},
		{name: "named with nothing there is none", home: home, env: map[string]string{"GIT_CONFIG_GLOBAL": at("conf/empty")}},
		{name: "a relative path is told", home: home, env: map[string]string{"GIT_CONFIG_GLOBAL": at("conf/relative")}, err: `"named"`},
		{name: "another person's home is told", home: home, env: map[string]string{"GIT_CONFIG_GLOBAL": at("conf/user")}, err: `"~someone/named"`},
		{name: "a folder is told", home: home, env: map[string]string{"XDG_CONFIG_HOME": at("folder")}, want: GlobalExcludes{Path: at("folder/git/ignore")}, err: "not a regular file"},
		{name: "no home: nothing of the current folder", want: GlobalExcludes{}},
		{name: "a relative configuration: nothing of the current folder", env: map[string]string{"XDG_CONFIG_HOME": "xdg2", "GIT_CONFIG_GLOBAL": "conf/plain"}, want: GlobalExcludes{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadGlobalExcludes(func(key string) string { return tt.env[key] }, tt.home)
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			got.Path = filepath.FromSlash(got.Path) // as the configuration writes it
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestForeign(t *testing.T) {
	dir := tempDir(t)
	repo := Repository{Root: dir, GitDir: dir, CommonDir: dir}
	if got := repo.ConfiguredExcludes(); got != "" {
		t.Errorf("%q where there is no configuration", got)
	}
	write(t, filepath.Join(dir, "config"), "[core]\n\tfsmonitor = touch /ran\n\texcludesFile = ~/.ssh/config\n")
	if got := repo.ConfiguredExcludes(); got != "~/.ssh/config" {
		t.Errorf("got %q", got)
	}
}

// Git for Windows prefers HOME, then the home on a drive if there is such a folder.
func TestHomeOf(t *testing.T) {
	for _, tt := range []struct {
		system string
		env    map[string]string
		want   string
	}{
		{"linux", map[string]string{"HOME": "/h", "USERPROFILE": "/u"}, "/h"},
		{"linux", map[string]string{"USERPROFILE": "/u"}, ""},
		{"windows", map[string]string{"HOME": `D:\h`, "HOMEDRIVE": "H:", "HOMEPATH": `\there`, "USERPROFILE": `C:\u`}, `D:\h`},
		{"windows", map[string]string{"HOMEDRIVE": "H:", "HOMEPATH": `\there`, "USERPROFILE": `C:\u`}, `H:\there`},
		{"windows", map[string]string{"HOMEDRIVE": "H:", "HOMEPATH": `\gone`, "USERPROFILE": `C:\u`}, `C:\u`},
		{"windows", map[string]string{"HOMEPATH": `\there`, "USERPROFILE": `C:\u`}, `C:\u`},
		{"windows", nil, ""},
	} {
		got := homeOf(tt.system, func(key string) string { return tt.env[key] }, func(dir string) bool { return dir == `H:\there` })
		if got != tt.want {
			t.Errorf("%s with %v: %s, want %s", tt.system, tt.env, got, tt.want)
		}
	}
}

// What a configuration includes counts where it is included, and the system's before the user's.
func TestIncludedConfiguration(t *testing.T) {
	outside := tempDir(t)
	write(t, filepath.Join(outside, "config"), "[core]\nautocrlf = outside\n")
	for _, tt := range []struct {
		name   string
		files  map[string]string
		want   string
		differ bool // from git
	}{
		{name: "nothing", files: map[string]string{}},
		{name: "the system", files: map[string]string{"etc/gitconfig": "[core]\nautocrlf = true\n"}, want: "true"},
		{name: "the user takes precedence", files: map[string]string{"etc/gitconfig": "[core]\nautocrlf = true\n", ".gitconfig": "[core]\nautocrlf = input\n"}, want: "input"},
		{name: "included", files: map[string]string{".gitconfig": "[include]\npath = more\n", "more": "[core]\nautocrlf = true\n"}, want: "true"},
		{name: "included from home", files: map[string]string{".config/git/config": "[include]\npath = ~/more\n", "more": "[core]\nautocrlf = true\n"}, want: "true"},
		{name: "relative to the file", files: map[string]string{".config/git/config": "[include]\npath = more\n", ".config/git/more": "[core]\nautocrlf = true\n"}, want: "true"},
		{name: "included by the system", files: map[string]string{"etc/gitconfig": "[include]\npath = more\n", "etc/more": "[core]\nautocrlf = true\n"}, want: "true"},
		{name: "what follows takes precedence", files: map[string]string{".gitconfig": "[include]\npath = more\n[core]\nautocrlf = input\n", "more": "[core]\nautocrlf = true\n"}, want: "input"},
		{name: "what precedes does not", files: map[string]string{".gitconfig": "[core]\nautocrlf = input\n[include]\npath = more\n", "more": "[core]\nautocrlf = true\n"}, want: "true"},
		{name: "included twice", files: map[string]string{".gitconfig": "[include]\npath = a\n", "a": "[include]\npath = b\n", "b": "[core]\nautocrlf = true\n"}, want: "true"},
		{name: "a missing one", files: map[string]string{".gitconfig": "[core]\nautocrlf = input\n[include]\npath = gone\n"}, want: "input"},
		{name: "a condition", files: map[string]string{".gitconfig": "[includeIf \"gitdir:/\"]\npath = more\n", "more": "[core]\nautocrlf = true\n"}},
		{name: "one that includes itself", files: map[string]string{".gitconfig": "[core]\nautocrlf = input\n[include]\npath = .gitconfig\n"}, want: "input", differ: true},
		{name: "outside", files: map[string]string{".gitconfig": "[core]\nautocrlf = input\n[include]\npath = " + filepath.ToSlash(outside) + "/config\n"}, want: "input", differ: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home := tempDir(t)
			for name, text := range tt.files {
				write(t, filepath.Join(home, name), text)
			}
			environ := map[string]string{"HOME": home, "GIT_CONFIG_SYSTEM": filepath.Join(home, "etc", "gitconfig")}
			getenv := func(name string) string { return environ[name] }
			if got := GlobalValue(getenv, home, "autocrlf"); got != tt.want {
				t.Errorf("the value is %q, want %q", got, tt.want)
			}
			if _, err := exec.LookPath("git"); err != nil || tt.differ {
				return
			}
			cmd := exec.Command("git", "config", "--includes", "--default", "", "--get", "core.autocrlf")
			cmd.Dir, cmd.Env = outside, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_CONFIG_SYSTEM=" + environ["GIT_CONFIG_SYSTEM"]}
			if out, err := cmd.Output(); err != nil || strings.TrimSpace(string(out)) != tt.want {
				t.Errorf("git reads %q, %v; want %q", out, err, tt.want)
			}
			environ["GIT_CONFIG_NOSYSTEM"] = "1"
			if got := GlobalValue(getenv, home, "autocrlf"); tt.files["etc/gitconfig"] != "" && got == "true" {
				t.Error("the system's file is read in spite of GIT_CONFIG_NOSYSTEM")
			}
		})
	}
}
