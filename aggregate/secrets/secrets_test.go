package secrets

import (
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/gosrc"
)

// sample is a text with the findings of gitleaks v8.30.1 with its default rules: the samples in
// the source of each rule, up to twelve from long lists.
type sample struct {
	Path     string      `json:"path"`
	Text     string      `json:"text"`
	Findings [][2]string `json:"findings"` // rule and secret
}

// samples reads them. They are compressed, so that secret scanners do not report them.
func samples(t testing.TB) []sample {
	t.Helper()
	f, err := os.Open("testdata/samples.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	for dec := json.NewDecoder(z); ; {
		var s sample
		if err := dec.Decode(&s); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
}

// TestFindsWhatGitleaksFinds checks that the same secrets are found, by the same rule or another
// one that finds the complete value, and with at least the same certainty. Rules for file names
// alone are in [Name]. Additional findings are those that gitleaks rejects because of the
// characters after the token.
func TestFindsWhatGitleaksFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("it scans thousands of texts in one goroutine")
	}
	list := samples(t)
	if len(list) < 1000 {
		t.Fatalf("only %d samples", len(list))
	}
	more := 0
	for _, s := range list {
		found, err := Default().Scan(t.Context(), s.Path, s.Text)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range s.Findings {
			want := strings.TrimRight(f[1], "\"`\\") // some of theirs extend to the quote
			covered := slices.ContainsFunc(found, func(g Finding) bool {
				return (g.Class == Certain || f[0] == "generic-api-key") && strings.Contains(g.Secret(s.Text), want)
			})
			if f[0] != "pkcs12-file" && !covered {
				t.Errorf("%s %q: %s %q is not found", s.Path, s.Text, f[0], f[1])
			}
		}
		for _, f := range found {
			theirs := slices.ContainsFunc(s.Findings, func(g [2]string) bool {
				return strings.Contains(f.Secret(s.Text), g[1]) || strings.Contains(g[1], f.Secret(s.Text))
			})
			if !theirs && !f.Allowed {
				more++
				t.Logf("%s %q: %s %q is found beyond", s.Path, s.Text, f.Rule, f.Secret(s.Text))
			}
		}
	}
	if more > 35 {
		t.Errorf("in %d samples something is found where gitleaks finds nothing", more)
	}
}

// TestEmbeddedRules checks that each of them would be valid in a project's file, whose
// expressions are compiled when it is read.
func TestEmbeddedRules(t *testing.T) {
	for _, file := range [][]byte{gitleaksRules, providerRules, moreRules} {
		s := &Scanner{budget: math.MaxInt}
		if _, err := s.read(file); err != nil || len(s.rules) == 0 {
			t.Errorf("%d rules, error %v", len(s.rules), err)
		}
	}
}

// TestLookingAroundKeywordsIsEnough checks, for long texts with secrets between code, that each
// rule finds in the windows around its keywords what it finds in the complete text.
func TestLookingAroundKeywordsIsEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	list, s, times := samples(t), Default(), 6
	if testing.Short() {
		times = 1
	}
	for range times {
		var b strings.Builder
		for b.Len() < 20_000 {
			b.WriteString(strings.Repeat(filler[rng.IntN(len(filler))], rng.IntN(60)))
			one := list[rng.IntN(len(list))].Text
			b.WriteString(one[:rng.IntN(len(one)+1)])
			b.WriteString(one)
		}
		text := b.String()
		for _, c := range s.candidates(t.Context(), "", text) {
			r := s.rules[c.rule]
			got, whole := s.find(t.Context(), r, "", text, c.windows), s.find(t.Context(), r, "", text, []window{{0, len(text)}})
			if diff := cmp.Diff(whole, got); diff != "" {
				t.Errorf("%s (-in the whole text +around keywords):\n%s", r.id, diff)
			}
		}
		checkTheOthers(t, s, text)
	}
}

// checkTheOthers checks that a rule that is skipped because of its keywords would find nothing.
func checkTheOthers(t *testing.T, s *Scanner, text string) {
	t.Helper()
	asked := map[int]bool{}
	for _, c := range s.candidates(t.Context(), "", text) {
		asked[c.rule] = true
	}
	for i, r := range s.rules {
		if asked[i] || !r.appliesTo("") || !hasAny(strings.ToLower(text), r.keywords) {
			continue
		}
		if found := s.find(t.Context(), r, "", text, []window{{0, len(text)}}); len(found) > 0 {
			t.Errorf("%s is not asked, and finds %q", r.id, found[0].Secret(text))
		}
	}
}

var filler = []string{
	"func handle(key string, token Token) (access bool, err error) { return auth(key, token.Secret), nil }\n",
	"\n", " ", "key=", "password: ", "\t// the api key of the client\n", "é", "a",
	`{"secret": "x", "token": null, "credential": {"api": 1}}` + "\n",
}

func TestScan(t *testing.T) {
	const token = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"
	const accessKey, awsSecret = "AKI" + "AQ7ZKD3XN5VHPC2WT", "k3Jx/9Qm2Lw8Rt+5Vb7Nc1Zd4Fg6Hs0Pq" + "AyUeIo7"
	const stripe, google = "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc", "AIz" + "aSyD3k9Qm2Lw8Rt5Vb7Nc1Zd4Fg6Hs0PqAyU"
	const account = "Qm2Lw8Rt5Vb7Nc1Zd4Fg6Hs0PqAyUeIo7k3Jx9Qm2Lw8Rt5Vb7Nc1Zd4Fg6Hs0PqAyUeIo7k3Jx9Qm2Lw8R" + "tQ=="
	encodedKey := base64.StdEncoding.EncodeToString([]byte("-----BEGIN EC PRIVATE" + " KEY-----\nMHcCAQEEIObtRo8tkUqoMjeHhsOh2ouPpXCgBcP+EDxZCb/tws15oAoGCCqGSM49\n"))
	const keyBegin, keyEnd = "-----BEGIN RSA PRIVATE" + " KEY-----\n", "-----END RSA PRIVATE" + " KEY-----"
	const keyLine = "k3Jx9Qm2Lw8Rt5Vb7Nc1Zd4Fg6Hs0PqAyUeIo7k3Jx9Qm2Lw8Rt5Vb7Nc1Zd4Fg6\n"
	tests := []struct {
		name, path, text string
		want             []string // rule, line and secret
	}{
		{name: "nothing", text: "a key, a token and a password\n"},
		{name: "a provider's token, with its line", text: "a\nb " + token + "\n", want: []string{"github-pat 2 " + token}},
		{name: "what is generic gives way to what is certain", text: "token = \"" + token + "\"\n", want: []string{"github-pat 1 " + token}},
		{name: "a password in settings", path: "app.yml", text: "db:\n  password: hunter2\n", want: []string{"password-in-settings 2 hunter2"}},
		{name: "the same in code is no assignment of settings", path: "app.go", text: "password: hunter2\n"},
		{name: "a placeholder", path: "app.yml", text: "password: changeme\npassword: ${DB_PASSWORD}\npassword: <your password>\n"},
		{name: "a short name for it", path: "app.config", text: "IRC_PASS=irc4pw\n", want: []string{"password-in-settings 1 irc4pw"}},
		{name: "no name for it", path: "app.yml", text: "bypass: everything\ncompass: north\n--- PASS: TestAll\n"},
		{name: "settings that are code", path: "site/settings.py", text: "SECRET_KEY = 'zh1-gq'\n", want: []string{"password-in-settings 1 zh1-gq"}},
		{name: "a value that is put in later", path: "app.yml", text: "password: abc{{ pw }}\nsecret: x-${SECRET}\n"},
		{name: "a password's hash", text: "root:$6$salt4salt$abcdefghijklmnopqrst0123456789:0:0\n", want: []string{"password-hash 1 $6$salt4salt$abcdefghijklmnopqrst0123456789"}},
		{name: "a private key in base64", text: "client-key-data: " + encodedKey + "\n", want: []string{"private-key-base64 1 " + encodedKey}},
		{name: "a private key", text: "a\n" + keyBegin + keyLine + keyLine + "Qm2Lw8\n" + keyEnd + "\n", want: []string{"private-key 2 " + keyBegin + keyLine + keyLine + "Qm2Lw8\n" + keyEnd}},
		{name: "the beginning of a private key", text: keyBegin + keyLine + keyLine[:40] + "\nand more\n", want: []string{"private-key-beginning 1 " + keyBegin + keyLine + keyLine[:40]}},
		{name: "the beginning of an encrypted one", text: keyBegin + "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\n" + keyLine, want: []string{"private-key-beginning 1 " + keyBegin + "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\n" + keyLine[:64]}},
		{name: "one in a string", text: strings.ReplaceAll(keyBegin+keyLine, "\n", `\n`), want: []string{"private-key-beginning 1 " + strings.ReplaceAll(keyBegin+keyLine[:64], "\n", `\n`)}},
		{name: "one in a difference", text: "+" + keyBegin + "+" + keyLine, want: []string{"private-key-beginning 1 " + keyBegin + "+" + keyLine[:64]}},
		{name: "the first line of a private key alone", text: keyBegin + "...\n" + keyBegin + "MIIEpAIBAAKCAQEA...\n"},
		{name: "the beginning of a public key", text: strings.ReplaceAll(keyBegin, "PRIVATE", "PUBLIC") + keyLine},
		{name: "a certificate in base64", text: "client-certificate-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tTUlJQ3pEQ0NBYlFD\n"},
		{name: "a password in a URL", text: "postgres://app:s3cr3tpw@db.internal/x\n", want: []string{"password-in-database-url 1 s3cr3tpw"}},
		{name: "a URL with a variable", text: "postgres://app:${PW}@db/x postgres://user:password@host/x\n"},
		{name: "a password of a database elsewhere", text: "mongodb+srv://app:s3cr3tpw@cluster0.abc.mongodb.net/x\n", want: []string{"password-in-database-url 1 s3cr3tpw"}},
		{name: "a database of one's own", text: "postgres://app:s3cr3tpw@localhost/x\n", want: []string{"password-in-url 1 s3cr3tpw"}},
		{name: "an AWS secret below its key", text: accessKey + "\n" + awsSecret + "\n", want: []string{"aws-access-token 1 " + accessKey, "aws-secret-next-to-key 2 " + awsSecret}},
		{name: "an AWS secret above its key", text: "a: " + awsSecret + "\nb: " + accessKey + "\n", want: []string{"aws-secret-next-to-key 1 " + awsSecret, "aws-access-token 2 " + accessKey}},
		{name: "a hash below an AWS key", text: accessKey + "\n0123456789abcdef0123456789abcdef01234567\n", want: []string{"aws-access-token 1 " + accessKey}},
		{name: "an AWS secret by its name", text: "aws_secret_access_key = " + awsSecret + "\n", want: []string{"aws-secret-access-key 1 " + awsSecret}},
		{name: "an AWS secret in escaped JSON", text: `{\"SecretAccessKey\":\"` + awsSecret + `\"}`, want: []string{"aws-secret-access-key 1 " + awsSecret}},
		{name: "a key of Azure Storage", text: "AccountName=a;AccountKey=" + account + ";EndpointSuffix=x\n", want: []string{"azure-account-key 1 " + account}},
		{name: "a user of curl", text: "curl -u " + stripe + ":\n", want: []string{"stripe-access-token 1 " + stripe}},
		{name: "a token in a tag", text: "<key>" + stripe + "</key>\n", want: []string{"stripe-access-token 1 " + stripe}},
		{name: "a token in a query", text: "https://maps.example.com/?key=" + google + "&x=1\n", want: []string{"gcp-api-key 1 " + google}},
		{name: "a token after an escape", text: `"a\n` + stripe + `\u0022"`, want: []string{"stripe-access-token 1 " + stripe}},
		{name: "a longer token", text: token + "abc;\n", want: []string{"github-pat 1 " + token + "abc"}},
		{name: "a name that looks like a token", text: "GLC_CreateLightmapTexturesIndividual(x); s.ReadUint16LengthPrefixed(y)\n"},
		{name: "a part of a hash", text: "sha256: aa4b1d0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab\n"},
		{name: "a token in a file that the rules exclude", path: "go.sum", text: token + "\n", want: []string{"github-pat 1 " + token}},
		{name: "a token in a picture of lines", path: "a/logo.svg", text: "<text>" + token + "</text>\n", want: []string{"github-pat 1 " + token}},
		{name: "a possible secret in a file that the rules exclude", path: "package-lock.json", text: "api_key = \"q7Wz9xYb3Kd8Lm2Np5Rt\"\n"},
		{name: "the same in another", path: "lock.json", text: "api_key = \"q7Wz9xYb3Kd8Lm2Np5Rt\"\n", want: []string{"generic-api-key 1 q7Wz9xYb3Kd8Lm2Np5Rt"}},
		{name: "allowed in place", text: token + " # gitleaks:allow\n", want: []string{"github-pat 1 " + token + " allowed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := Default().Scan(t.Context(), tt.path, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, said(found, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Each kind of address has a keyword, in either case.
func TestAddressesOfDatabases(t *testing.T) {
	schemes := strings.Fields(`mongodb mongodb+srv postgres postgresql postgres+psycopg2 postgresql+asyncpg mysql mysqlx mysql+pymysql
		mysqlx+ab mariadb redis rediss amqp amqps mssql sqlserver clickhouse cockroachdb couchbase couchbases neo4j neo4j+s ftp ftps sftp`)
	for _, scheme := range schemes {
		for _, scheme := range []string{scheme, strings.ToUpper(scheme)} {
			text := scheme + "://app:s3cr3tpw@db.internal/x\n"
			found, err := Default().Scan(t.Context(), "", text)
			if got := said(found, text); err != nil || !slices.Equal(got, []string{"password-in-database-url 1 s3cr3tpw"}) {
				t.Errorf("%s: %v, %v", scheme, got, err)
			}
		}
	}
}

func said(found []Finding, text string) []string {
	var list []string
	for _, f := range found {
		line := f.Rule + " " + string(rune('0'+f.Line)) + " " + f.Secret(text)
		if f.Allowed {
			line += " allowed"
		}
		list = append(list, line)
	}
	return list
}

func TestScanEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Default().Scan(ctx, "", "key = 1"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestConfigured(t *testing.T) {
	const text = "acme-12345678 and ghp_" + "0123456789abcdefghijABCDEFGHIJ012345\n"
	const rule = "[[rules]]\nid = \"acme\"\nregex = '''acme-[0-9]{8}'''\nkeywords = [\"ACME-\"]\n"
	tests := []struct {
		name, config string
		want         []string // rules
		err          string
	}{
		{name: "rules alone extend the embedded ones", config: rule, want: []string{"acme", "github-pat"}},
		{name: "beside the default", config: "[extend]\nuseDefault = true\n" + rule, want: []string{"acme", "github-pat"}},
		{name: "what a rule finds that is disabled is allowed", config: "[extend]\nuseDefault = true\ndisabledRules = [\"github-pat\"]\n" + rule, want: []string{"acme", "github-pat excused"}},
		{name: "with a value allowed", config: rule + "[[rules.allowlists]]\nregexes = ['''5678$''']\n", want: []string{"acme excused allowed", "github-pat"}},
		{name: "with all of a file allowed", config: "[allowlist]\npaths = [\"app\"]\n" + rule, want: []string{"acme excused allowed", "github-pat excused"}},
		{name: "a rule of the same name is not in the place of an embedded one", config: "[[rules]]\nid = \"github-pat\"\nregex = \"nothing\"\n", want: []string{"github-pat"}},
		{name: "with a rule's values allowed from outside", config: "[[allowlists]]\ntargetRules = [\"acme\"]\nstopwords = [\"ACME\"]\n" + rule, want: []string{"acme excused allowed", "github-pat"}},
		{name: "another file", config: "[extend]\npath = \"../x.toml\"\n" + rule, want: []string{"acme", "github-pat"}, err: "it extends ../x.toml, which is not read; put its rules into this file"},
		{name: "a rule that is no expression", config: "[[rules]]\nid = \"x\"\nregex = \"(\"\n" + rule, want: []string{"acme", "github-pat"}, err: `rule "x": error parsing regexp: missing closing ): ` + "`(`"},
		{name: "a group that is not there", config: "[[rules]]\nid = \"x\"\nregex = \"x\"\nsecretGroup = 2\n" + rule, want: []string{"acme", "github-pat"}, err: `rule "x": its secretGroup is 2, and the regex has 0 groups`},
		{name: "a rule without anything", config: "[[rules]]\nid = \"x\"\n", want: []string{"github-pat"}, err: `rule "x": has neither a regex nor a path`},
		{name: "all is allowed", config: "[[allowlists]]\nregexes = ['''.*''']\n", want: []string{"github-pat excused"}},
		{name: "a rule that repeats too much", config: "[[rules]]\nid = \"x\"\nregex = \"" + strings.Repeat("[a-z]{1000}x?", 60) + "\"\n" + rule, want: []string{"github-pat"}, err: `rule "x" and those after it: its expressions have too many repetitions`},
		{name: "allowances that repeat too much", config: "[allowlist]\nregexes = [\"" + strings.Repeat("[a-z]{1000}x?", 60) + "\"]\n", want: []string{"github-pat"}, err: "its expressions have too many repetitions"},
		{name: "no TOML", config: "[", want: []string{"github-pat"}, err: "toml: "},
		{name: "too large", config: strings.Repeat("#", MaxRuleBytes+1), want: []string{"github-pat"}, err: "larger than 1048576 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Configured([]byte(tt.config))
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
			var got []string
			if s != nil {
				found, _ := s.Scan(t.Context(), "app", text)
				for _, f := range found {
					if f.Excused {
						f.Rule += " excused"
					}
					if f.Allowed {
						f.Rule += " allowed"
					}
					got = append(got, f.Rule)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("rules (-want +got):\n%s", diff)
			}
		})
	}
}

func TestName(t *testing.T) {
	secret := []string{".env", "a/.env.production", "prod.env", "keys/id_rsa", "x/server.PEM", "a.tfstate", "deploy/secrets.yaml", ".npmrc", "sftp-config.json"}
	harmless := []string{".env.example", "id_rsa.pub", "main.go", "key.go", "environment.ts", "public.pem", "secrets.go", "README.md"}
	for _, name := range secret {
		if !Name(name) {
			t.Errorf("%s is not secret", name)
		}
	}
	for _, name := range harmless {
		if Name(name) {
			t.Errorf("%s is secret", name)
		}
	}
	for _, pattern := range names {
		for _, name := range []string{strings.ReplaceAll(pattern, "*", ""), strings.ReplaceAll(pattern, "*", "x.y"), pattern + "x", "x" + pattern} {
			want := slices.ContainsFunc(names, func(p string) bool { ok, _ := path.Match(p, name); return ok })
			if got := Name(name); got != want {
				t.Errorf("%s is secret: %t, want %t", name, got, want)
			}
		}
	}
}

// FuzzScan checks that findings are within the text, ordered, on their lines, and that windows
// have the same findings as the complete text.
func FuzzScan(f *testing.F) {
	for _, s := range samples(f)[:200] {
		f.Add(s.Path, s.Text)
	}
	f.Fuzz(func(t *testing.T, path, text string) {
		found, err := Default().Scan(t.Context(), path, text)
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for _, f := range found {
			if f.Start < last || f.End < f.Start || f.End > len(text) {
				t.Fatalf("%+v in %d bytes, after one from %d", f, len(text), last)
			}
			if last = f.Start; f.Line != 1+strings.Count(text[:f.Start], "\n") {
				t.Errorf("line %d of %+v", f.Line, f)
			}
		}
		s := Default()
		for _, c := range s.candidates(t.Context(), path, text) {
			r := s.rules[c.rule]
			got, whole := s.find(t.Context(), r, path, text, c.windows), s.find(t.Context(), r, path, text, []window{{0, len(text)}})
			if diff := cmp.Diff(whole, got); diff != "" {
				t.Errorf("%s (-in the whole text +around keywords):\n%s", r.id, diff)
			}
		}
	})
}

// BenchmarkScan prints the speed of one processor for the standard library's sources, and the
// number of findings per million lines.
func BenchmarkScan(b *testing.B) {
	paths, texts, size, lines := []string{}, []string{}, 0, 0
	root := gosrc.Dir(b)
	err := filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(p)
		if err == nil && len(data) < 1<<20 && utf8.Valid(data) {
			paths, texts, size = append(paths, p[len(root)+1:]), append(texts, string(data)), size+len(data)
			lines += strings.Count(string(data), "\n")
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	s, found := Default(), map[Class]int{}
	b.SetBytes(int64(size))
	for b.Loop() {
		clear(found)
		for i := range texts {
			list, _ := s.Scan(b.Context(), paths[i], texts[i])
			for _, f := range list {
				found[f.Class]++
			}
		}
	}
	for class, n := range found {
		b.ReportMetric(float64(n)*1e6/float64(lines), string(class)+"/Mlines")
	}
}

// TestAScanEndsInTime checks, for repetitive texts, that no step of a scan takes long without
// checking the context. It counts the checks instead of measuring time.
func TestAScanEndsInTime(t *testing.T) {
	units := []string{
		"key=", "password=abcdefgh ", "token: ", "-----BEGIN " + "PRIVATE KEY-----\n", "xoxb-", "eyJhbGciOi", "curl -u a ",
		"kind: secret apiVersion: data: \n", "key = 'aaaaaaaaaaaaaaa", "sk-ant-api03=", "a://b:cde@", "<add key=\"password\" value=\"",
	}
	for _, unit := range units {
		text := strings.Repeat(unit, 256<<10/len(unit))
		ctx := &counting{Context: t.Context(), left: 20}
		_, err := Default().Scan(ctx, "a.yml", text)
		if (err != nil) != (ctx.left <= 0) {
			t.Errorf("%q: error %v, after the context was asked %d times", unit, err, 20-ctx.left)
		}
		if over := -ctx.left; over > 40 { // once for each rule after it has ended
			t.Errorf("%q: it goes on for %d steps after its end", unit, over)
		}
	}
}

// counting is a context that is cancelled after a number of checks.
type counting struct {
	context.Context
	left int
}

func (c *counting) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestManyFindingsOnOneLine checks that the cost per finding does not depend on their number.
func TestManyFindingsOnOneLine(t *testing.T) {
	const one = "password=abcdefgh "
	text := strings.Repeat(one, 3000)
	found, err := Default().Scan(t.Context(), "a.yml", text)
	if err != nil || len(found) != 3000 {
		t.Fatalf("%d found, %v", len(found), err)
	}
	if got := linesOf(text, window{30_000, 30_008}); len(got) > 2*lineReach+8 {
		t.Errorf("of its line %d bytes are looked at", len(got))
	}
	var n Numbers
	if got, want := Apply(text, n.Cuts(text, found, nil)), strings.Repeat("password=[REDACTED:password-in-settings#1] ", 3000); got != want {
		t.Errorf("redacted it is %.200q", got)
	}
}
