package secrets

import (
	"slices"
	"testing"
)

// TestOurRulesAreSearchedNearTheirKeywords holds our own rules to expressions whose matches contain a
// keyword, so that a long text with a keyword is not searched as a whole. Those that cannot be
// written so are listed, because a name elsewhere in the file decides, or a prefix is not unique.
func TestOurRulesAreSearchedNearTheirKeywords(t *testing.T) {
	whole := []string{"discord-bot-token", "doppler-token", "honeycomb-key", "slack-cookie", "slack-token", "square-secret", "webex-token"}
	s := &Scanner{}
	for _, file := range [][]byte{providerRules, moreRules} {
		if _, err := s.read(file); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, r := range s.rules {
		if !r.reach().containsKeyword {
			got = append(got, r.id)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, whole) {
		t.Errorf("these rules search whole texts:\n%q\nexpected:\n%q", got, whole)
	}
}
