package secrets

import (
	"slices"
	"strings"
	"testing"
)

// An allowed value stays allowed if another rule finds it, or the same rule finds more or less of
// it; and no other value becomes allowed.
func TestAllowancesOutliveRules(t *testing.T) {
	key := "kW9" + "vXq2Lr8TzYb4Nc6Hd1Jf3Gs5Pm7Qa0Ue+Io/Ry"
	linear := "lin_api_" + "f1g2k3g4qde5ihc6tzg7auk6d9wvcnstwrvexq2z"
	slack := "xoxa-23984754863"
	hook := "services/T12345678/B12345678/" + "abcd1234efgh5678ijkl90zy"
	github := "ghp_" + "kW9vXq2Lr8TzYb4Nc6Hd1Jf3Gs5Pm7Qa0Ue8"
	tests := []struct {
		name, text  string
		rule, value string // the current finding
		by, allowed string // the rule and the value that the user has allowed
		want        State
	}{
		{"a rule of its own", "mongodb+srv://app:s3cr3tPassw0rd@db.acme.net/x\n", "password-in-database-url", "s3cr3tPassw0rd", "password-in-url", "s3cr3tPassw0rd", Allowed},
		{"the same rule", "mongodb+srv://app:s3cr3tPassw0rd@db.acme.net/x\n", "password-in-database-url", "s3cr3tPassw0rd", "password-in-database-url", "s3cr3tPassw0rd", Allowed},
		{"of a key with a name", "aws_secret_access_key = " + key + "\n", "aws-secret-access-key", key, "generic-api-key", key, Allowed},
		{"a rule that is no longer there", "t: " + github + "\n", "github-pat", github, "github-old", github, Allowed},
		{"it was a part of an address", "x: https://hooks.slack.com/" + hook + "\n", "slack-webhook", hook, "slack-webhook-url", "https://hooks.slack.com/" + hook, Allowed},
		{"it was longer by what fills base64 up", "aws_secret_access_key = " + key + "==\n", "aws-secret-access-key", key, "generic-api-key", key + "==", Allowed},
		{"it was longer by an escape", "TOKEN=" + github + `\n` + "\n", "github-pat", github, "password-in-settings", github + `\n`, Allowed},
		{"it was as long as its form", "k: " + linear + "LE\n", "linear-api-key", linear + "LE", "linear-api-key", linear, Allowed},
		{"a token with one more part", "k: " + slack + "-2348975623111\n", "slack-token", slack + "-2348975623111", "slack-legacy-workspace-token", slack, Redacted},
		{"another value", "t: " + github + "\n", "github-pat", github, "github-pat", github[:39] + "9", Redacted},
		{"the beginning of a password", "mongodb+srv://app:s3cr3tPassw0rd1@db.acme.net/x\n", "password-in-database-url", "s3cr3tPassw0rd1", "password-in-url", "s3cr3tPassw0rd", Redacted},
		{"the end of a password", "mongodb+srv://app:s3cr3tPassw0rd1@db.acme.net/x\n", "password-in-database-url", "s3cr3tPassw0rd1", "password-in-url", "Passw0rd1", Redacted},
		{"another value on the line", "t: " + github + " " + linear + "\n", "github-pat", github, "linear-api-key", linear, Redacted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := Default().Scan(t.Context(), "", tt.text)
			i := slices.IndexFunc(found, func(f Finding) bool { return f.Rule == tt.rule && f.Secret(tt.text) == tt.value })
			if err != nil || i < 0 {
				t.Fatalf("found %v, %v", said(found, tt.text), err)
			}
			policy := Policy{Allow: []string{NameRule + ":" + strings.Repeat("0", 32), "github-pat:" + strings.Repeat("0", 32), ID(tt.by, tt.allowed)}}
			if got := policy.State(found[i], tt.text); got != tt.want {
				t.Errorf("it is %s, want %s", got, tt.want)
			}
			id := ID(tt.rule, tt.value)
			if tt.want == Allowed { // revoke the allowance
				id = policy.Allow[2]
			}
			if got := policy.ID(found[i], tt.text); got != id {
				t.Errorf("it is named %s, want %s", got, id)
			}
		})
	}
}

// A redacted value stays redacted if another rule finds it.
func TestRedactedOutlivesRules(t *testing.T) {
	const text, value = "password: s3cr3tPassw0rd\n", "s3cr3tPassw0rd"
	found, err := Default().Scan(t.Context(), "a.yml", text)
	if err != nil || len(found) != 1 || found[0].Class != Likely {
		t.Fatalf("found %v, %v", said(found, text), err)
	}
	for id, want := range map[string]State{
		ID("generic-api-key", value): Redacted, ID("generic-api-key", "s3cr3t"): Readable, found[0].Rule: Redacted,
	} {
		if got := (Policy{Redact: []string{id}}).State(found[0], text); got != want {
			t.Errorf("with %s it is %s, want %s", id, got, want)
		}
	}
}
