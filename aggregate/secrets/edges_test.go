package secrets

import (
	"maps"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var letters = strings.Split("abcdefghijklmnopqrstuvwxyz0123456789", "")

// made returns a text of printable ASCII that an expression matches.
func made(rng *rand.Rand, re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return ("." + letters[rng.IntN(len(letters))])[rng.IntN(2):][:1]
	case syntax.OpCharClass:
		var v value
		v.add(re)
		var words, others []byte
		for c := byte(' '); c < 127; c++ {
			switch {
			case !v.bytes[c]:
			case isWord(c):
				words = append(words, c)
			default:
				others = append(others, c)
			}
		}
		switch {
		case len(words) == 0 && len(others) == 0:
			return string(re.Rune[0])
		case len(words) == 0:
			words = others
		}
		return string(words[rng.IntN(len(words))])
	case syntax.OpAlternate:
		return made(rng, re.Sub[rng.IntN(len(re.Sub))])
	case syntax.OpStar, syntax.OpQuest:
		return ""
	case syntax.OpPlus:
		return strings.Repeat(made(rng, re.Sub[0]), 1)
	case syntax.OpRepeat:
		var b strings.Builder
		n := re.Min
		if n == 0 && re.Sub[0].Op != syntax.OpAnyChar {
			n = min(re.Max, 1)
		}
		for range n {
			b.WriteString(made(rng, re.Sub[0]))
		}
		return b.String()
	}
	var b strings.Builder
	for _, sub := range re.Sub {
		b.WriteString(made(rng, sub))
	}
	return b.String()
}

// planted returns a text in which a rule finds a secret, and its position.
func planted(t *testing.T, r *rule) (string, window) {
	t.Helper()
	if r.id == "kubernetes-secret-yaml" { // it requires more than its expression
		const before, value = "kind: Secret\ndata:\n", "pw: c2VjcmV0LXZhbHVlLTEyMw"
		return before + value, window{len(before), len(before + value)}
	}
	rng := rand.New(rand.NewPCG(3, 5))
	re, err := syntax.Parse(r.expr.source, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		text := made(rng, re)
		found := Default().find(t.Context(), r, pathOf(r), text, []window{{0, len(text)}})
		if !hasAny(strings.ToLower(text), r.keywords) {
			text = r.keywords[0] + "\n" + text
			found = Default().find(t.Context(), r, pathOf(r), text, []window{{0, len(text)}})
		}
		if len(found) != 1 {
			continue
		}
		e, value := r.edges(), found[0].Secret(text)
		if name := e.maxAdjacent != anyRun && e.bytes['2'] && mayBeIdentifier(value) || e.assigned && !strings.ContainsAny(value, digits); !name {
			return text, window{found[0].Start, found[0].End}
		}
	}
	return "", window{}
}

func pathOf(r *rule) string {
	for _, path := range []string{"", "a.yml", "a.tf", "nuget.config", "a.php"} {
		if r.appliesTo(path) {
			return path
		}
	}
	return ""
}

// neighbors are characters next to a token other than printable ASCII: line ends, quotes, and
// escape sequences.
var neighbors = func() []string {
	list := []string{"\n", "\r\n", "\t", " ", `\n`, `\r\n`, `\t`, `\"`, `\u0022`, `\u003d`, `\x22`, "%20", "%22", "%3D", "&quot;", "&amp;", "=3D", "\x1b[0m", "é", "“"}
	for c := byte('!'); c < 127; c++ {
		list = append(list, string(c))
	}
	return list
}()

// apart lists the rules with tokens that must not be surrounded by letters and digits: their
// prefix occurs by chance in hashes, in base64 or in names.
var apart = []string{
	"azure-ad-client-secret", "bare-secret-key", "bitbucket-app-password", "clickhouse-cloud-api-secret-key", "crates-io-token",
	"deno-token", "dropbox-token", "facebook-page-access-token", "google-refresh-token", "huggingface-access-token",
	"huggingface-token", "netlify-token", "nightfall-key", "posthog-key", "replicate-api-token", "salesforce-token",
	"sendgrid-api-token", "sourcegraph-access-token", "square-access-token", "vercel-token",
}

// TestNeighbors checks that no part of a token is readable after redacting what is certain,
// whatever is next to it. For rules whose tokens may be part of something else, it lists those
// that must not have an adjacent letter or digit.
func TestNeighbors(t *testing.T) {
	if testing.Short() {
		t.Skip("it scans thousands of texts in one goroutine")
	}
	among := map[string]bool{} // rules whose tokens must not be surrounded by letters and digits
	missed := map[string]map[string]int{}
	for _, r := range Default().rules {
		if r.likely || r.expr.isEmpty() {
			continue
		}
		text, at := planted(t, r)
		if text == "" {
			t.Errorf("%s: no text of its form is found", r.id)
			continue
		}
		for _, n := range neighbors {
			for side, tried := range map[string]string{"before": n + text, "after": text + n} {
				start := at.start + len(tried) - len(text)
				if side == "after" {
					start = at.start
				}
				if side == "before" && at.start > 0 { // it is next to the name of the token
					continue
				}
				if tried = "\n" + tried + "\n"; covered(t, pathOf(r), tried, window{start + 1, start + 1 + at.end - at.start}) {
					continue
				}
				if n == "=3D" && strings.HasSuffix(text, "=") {
					continue // the same as ==, followed by 3D
				}
				if r.id == "aws-secret-next-to-key" && (isBase64(n[0]) || n[0] == '=') {
					continue // any 40 characters match, but not as part of a longer text
				}
				if e := r.edges(); (e.maxAdjacent == 0 || e.assigned) && e.bytes[n[0]] { // the token continues
					if !e.assigned {
						among[r.id] = true
					}
					continue
				}
				if missed[r.id] == nil {
					missed[r.id] = map[string]int{}
				}
				missed[r.id][side]++
				t.Logf("%s %s: %q", r.id, side, tried)
			}
		}
	}
	if diff := cmp.Diff(apart, slices.Sorted(maps.Keys(among))); diff != "" {
		t.Errorf("rules whose tokens must not be among letters and digits (-want +got):\n%s", diff)
	}
	for id, n := range missed {
		t.Errorf("%s: %v", id, n)
	}
}

// covered reports whether a range of a text is completely inside certain findings.
func covered(t *testing.T, path, text string, at window) bool {
	t.Helper()
	found, err := Default().Scan(t.Context(), path, text)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(found, func(f Finding) bool {
		return f.Class == Certain && !f.Allowed && f.Start <= at.start && at.end <= f.End
	})
}

// TestEdgesAvoid contains the false positive that each exception avoids: nothing certain is
// found, but the same text where it is a token.
func TestEdgesAvoid(t *testing.T) {
	hash := strings.Repeat("7d865e959b2466918c9863afca942d0f", 2)
	tests := []struct{ name, text, token string }{
		{"a hash with a weak form in it", "sourcegraph.com/x,h1:x," + hash + "\n", "sourcegraph = " + hash[:40] + ",\n"},
		{"the end of a line of base64", "D4QrAQAAkEi6AAAAAACAVfKx1bN3cQzRt8Lw0PqYs2Uv9Xk4Jm7Gd5Ha6T+EAAAAAABIqQcJZzPHADQAAD4QrA\n", "/EAAAAAABIqQcJZzPHADQAAD4QrA\n"},
		{"a short hash in base64", "h1:kW9vXq2Lcio8krbsJ5yKBZQpn74WFkmLPx3hTzYbRu6=\n", "h1:cio8krbsJ5yKBZQpn74WFkmLPx3hTzYbRu6=\n"},
		{"base64 around a slash", "D4QrAQAAkEi6AAAAAACAVfKx1bN3cQzRt8Lw0P/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/VfKx1bN3cQzRt8Lw0PqYs2Uv9Xk4Jm7Gd5\n", "/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/\n"},
		{"a path", "src/Components/UserProfile/AvatarImage/v2/SettingsPanel/EAAA\n", "src/Components/UserProfile/AvatarImage/v2/SettingsPanel/EAAAkW9vXq2Lr8TzYb4Nc6Hd1Jf/src/Components/UserProfile/AvatarImage\n"},
		{"a form of letters in base64", "bG9y" + "FPQxC/ExAaYBAQ0C2jAEAgSPMQEXAqgxB/AKIDGAIHAgsICgILAg9aBUcFBQq8DQS5DQG6DQ4CFrcNFPQxC/ExAaYBAQ0C2jAEAgSPMQE\n", "/AKID" + "z8krbsJ5yKBZQpn74WFkmLPx3EXAMPLf/\n"},
		{"a method", "s.ReadUint16LengthPrefixed(&x)\n", "s.Rq8dU2nt16LkW9vXpTzYb4Nc(\n"},
		{"a method in a comment", "acts like s.ReadUint16LengthPrefixed, but\n", "s.Rq8dU2nt16LkW9vXpTzYb4Nc, but\n"},
		{"a constant", "case GLC_CreateLightmapTexturesIndividual:\n", "case glc_kW9vXq2Lr8TzYb4Nc6Hd1Jf3Gs5Pm7Qa:\n"},
		{"a call that makes an assigned value", "const linkedin = LinkedInProvider({})\n", "const linkedin = kW9vXq2Lr8TzYb4N;\n"},
		{"the hash of a file", `{"twitter.svg": "` + hash + `"}`, `{"twitter": "` + hash[:25] + `"}`},
	}
	certain := func(text string) []string {
		found, err := Default().Scan(t.Context(), "", text)
		if err != nil {
			t.Fatal(err)
		}
		return said(slices.DeleteFunc(found, func(f Finding) bool { return f.Class != Certain }), text)
	}
	for _, tt := range tests {
		if found := certain(tt.text); len(found) > 0 {
			t.Errorf("%s: %v in %s", tt.name, found, tt.text)
		}
		if tt.token != "" && len(certain(tt.token)) == 0 {
			t.Errorf("%s: nothing is found in %s", tt.name, tt.token)
		}
	}
}
