// Package session signs and checks the tokens that stand for a login.
package session

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The reasons for which a token is refused.
var (
	ErrInvalid = errors.New("the session is not valid")
	ErrExpired = errors.New("the session has ended")
)

// Signer makes tokens of the form user.expiry.signature and reads them again. It keeps
// no state, so a restart with the same secret ends no session.
type Signer struct{ secret []byte }

// NewSigner returns a signer for a secret, which should be 32 random bytes.
func NewSigner(secret []byte) *Signer { return &Signer{secret} }

// Sign returns a token for user that is good until expiry.
func (s *Signer) Sign(user int64, expiry time.Time) string {
	claim := fmt.Sprintf("%d.%d", user, expiry.Unix())
	return claim + "." + s.signature(claim)
}

// Verify returns whose token it is.
func (s *Signer) Verify(token string, now time.Time) (int64, error) {
	cut := strings.LastIndexByte(token, '.')
	if cut < 0 || !hmac.Equal([]byte(s.signature(token[:cut])), []byte(token[cut+1:])) {
		return 0, ErrInvalid
	}
	var user, expiry int64
	if _, err := fmt.Sscanf(token[:cut], "%d.%d", &user, &expiry); err != nil {
		return 0, ErrInvalid
	}
	if now.Unix() >= expiry {
		return 0, ErrExpired
	}
	return user, nil
}

func (s *Signer) signature(claim string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(claim))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
