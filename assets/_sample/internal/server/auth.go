package server

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"acme.example/api/internal/store"
)

// rounds is what OWASP recommended for PBKDF2 with SHA-256 in 2023.
const rounds = 600_000

const sessionLength = 12 * time.Hour

// errCredentials covers an unknown address and a wrong password alike, so that nobody
// can find out who has an account.
var errCredentials = errors.New("unknown address or wrong password")

type credentials struct {
	Email    string `json:"email"`
	Name     string `json:"name"`
	Password string `json:"password"`
}

// Register opens an account. The address is kept in lower case: people type it
// differently on a phone and on a keyboard.
func (s *Server) Register(ctx context.Context, email, name, password string) (store.User, error) {
	if _, err := mail.ParseAddress(email); err != nil {
		return store.User{}, errors.New("not an address")
	}
	if len(password) < 10 {
		return store.User{}, errors.New("a password has at least ten characters")
	}
	hash, err := hashPassword(password)
	if err != nil {
		return store.User{}, err
	}
	return s.store.AddUser(ctx, store.User{
		Email:        strings.ToLower(strings.TrimSpace(email)),
		Name:         name,
		PasswordHash: hash,
		CreatedAt:    time.Now().UTC(),
	})
}

// Login checks the credentials and opens a session.
func (s *Server) Login(ctx context.Context, email, password string) (string, error) {
	user, err := s.store.UserByEmail(ctx, email)
	switch {
	case errors.Is(err, store.ErrNotFound):
		s.log.Warn("login refused", "reason", "no such account", "email", email)
		return "", errCredentials
	case err != nil:
		return "", err
	}
	if !checkPassword(user.PasswordHash, password) {
		s.log.Warn("login refused", "reason", "wrong password", "email", email)
		return "", errCredentials
	}
	return s.tokens.Sign(user.ID, time.Now().Add(sessionLength)), nil
}

func (s *Server) handleRegister(w http.ResponseWriter, r *http.Request) {
	var in credentials
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, http.StatusBadRequest, "not JSON")
		return
	}
	user, err := s.Register(r.Context(), in.Email, in.Name, in.Password)
	switch {
	case errors.Is(err, store.ErrTaken):
		refuse(w, http.StatusConflict, "there is an account with this address")
	case err != nil:
		refuse(w, http.StatusBadRequest, err.Error())
	default:
		reply(w, http.StatusCreated, map[string]any{"id": user.ID, "email": user.Email})
	}
}

func (s *Server) handleLogin(w http.ResponseWriter, r *http.Request) {
	var in credentials
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, http.StatusBadRequest, "not JSON")
		return
	}
	token, err := s.Login(r.Context(), in.Email, in.Password)
	switch {
	case errors.Is(err, errCredentials):
		refuse(w, http.StatusUnauthorized, err.Error())
	case err != nil:
		s.log.Error("login failed", "error", err)
		refuse(w, http.StatusInternalServerError, "try again later")
	default:
		http.SetCookie(w, &http.Cookie{
			Name: "session", Value: token, Path: "/", MaxAge: int(sessionLength.Seconds()),
			HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
		})
		reply(w, http.StatusOK, map[string]bool{"ok": true})
	}
}

func (s *Server) handleLogout(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "session", Path: "/", MaxAge: -1, HttpOnly: true})
	w.WriteHeader(http.StatusNoContent)
}

// signedIn lets a request through that carries a session, and says whose it is.
func (s *Server) signedIn(next func(http.ResponseWriter, *http.Request, int64)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cookie, err := r.Cookie("session")
		if err != nil {
			refuse(w, http.StatusUnauthorized, "log in first")
			return
		}
		user, err := s.tokens.Verify(cookie.Value, time.Now())
		if err != nil {
			refuse(w, http.StatusUnauthorized, err.Error())
			return
		}
		next(w, r, user)
	})
}

// hashPassword returns salt and key, both in base64, with a dollar sign between them.
func hashPassword(password string) (string, error) {
	salt := make([]byte, 16)
	rand.Read(salt)
	key, err := pbkdf2.Key(sha256.New, password, salt, rounds, sha256.Size)
	if err != nil {
		return "", err
	}
	enc := base64.RawStdEncoding
	return enc.EncodeToString(salt) + "$" + enc.EncodeToString(key), nil
}

func checkPassword(hash, password string) bool {
	first, second, _ := strings.Cut(hash, "$")
	enc := base64.RawStdEncoding
	salt, err := enc.DecodeString(first)
	if err != nil {
		return false
	}
	want, err := enc.DecodeString(second)
	if err != nil {
		return false
	}
	got, err := pbkdf2.Key(sha256.New, password, salt, rounds, sha256.Size)
	return err == nil && subtle.ConstantTimeCompare(got, want) == 1
}
