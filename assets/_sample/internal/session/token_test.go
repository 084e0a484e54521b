package session

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestVerify(t *testing.T) {
	now := time.Unix(1_790_000_000, 0)
	signer := NewSigner([]byte("one"))
	token := signer.Sign(7, now.Add(time.Hour))
	tests := []struct {
		name, token string
		at          time.Time
		want        error
	}{
		{"a fresh token is good", token, now, nil},
		{"a token ends at its hour", token, now.Add(time.Hour), ErrExpired},
		{"another user is not signed", strings.Replace(token, "7.", "8.", 1), now, ErrInvalid},
		{"another secret is not ours", NewSigner([]byte("two")).Sign(7, now.Add(time.Hour)), now, ErrInvalid},
		{"nothing is not a token", "", now, ErrInvalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			user, err := signer.Verify(tt.token, tt.at)
			if !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			if err == nil && user != 7 {
				t.Errorf("user %d, want 7", user)
			}
		})
	}
}
