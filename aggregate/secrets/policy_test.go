package secrets

import "testing"

// What a general rule found once and the user has allowed stays allowed when a rule of its kind finds it.
func TestAllowancesOutliveNewRules(t *testing.T) {
	tests := []struct {
		name, text, value string
		rule              string // which finds it now
		allowed           string // the rule that it was allowed under
		want              State
	}{
		{"of a URL", "mongodb+srv://app:s3cr3tPassw0rd@db.acme.net/x\n", "s3cr3tPassw0rd", "password-in-database-url", "password-in-url", Allowed},
		{"under the rule itself", "mongodb+srv://app:s3cr3tPassw0rd@db.acme.net/x\n", "s3cr3tPassw0rd", "password-in-database-url", "password-in-database-url", Allowed},
		{"of a key with a name", "aws_secret_access_key = " + "kW9" + "vXq2Lr8TzYb4Nc6Hd1Jf3Gs5Pm7Qa0Ue+Io/Ry\n", "kW9" + "vXq2Lr8TzYb4Nc6Hd1Jf3Gs5Pm7Qa0Ue+Io/Ry", "aws-secret-access-key", "generic-api-key", Allowed},
		{"another rule of a kind says nothing", "mongodb+srv://app:s3cr3tPassw0rd@db.acme.net/x\n", "s3cr3tPassw0rd", "password-in-database-url", "github-pat", Redacted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := Default().Scan(t.Context(), "", tt.text)
			if err != nil || len(found) != 1 || found[0].Rule != tt.rule || found[0].Secret(tt.text) != tt.value {
				t.Fatalf("found %+v, %v", found, err)
			}
			policy := Policy{Allow: []string{ID(tt.allowed, tt.value)}}
			if got := policy.State(found[0], tt.value); got != tt.want {
				t.Errorf("it is %s, want %s", got, tt.want)
			}
			id := ID(tt.rule, tt.value)
			if tt.want == Allowed { // what takes the allowance back
				id = policy.Allow[0]
			}
			if got := policy.ID(found[0].Rule, tt.value); got != id {
				t.Errorf("it is named %s, want %s", got, id)
			}
		})
	}
}
