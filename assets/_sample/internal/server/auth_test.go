package server

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"acme.example/api/internal/session"
	"acme.example/api/internal/store"
)

func newServer(t *testing.T) *Server {
	t.Helper()
	s := New(store.NewMemory(), session.NewSigner([]byte("test")), slog.New(slog.NewTextHandler(io.Discard, nil)))
	if _, err := s.Register(t.Context(), "ada@example.com", "Ada", "correct horse"); err != nil {
		t.Fatal(err)
	}
	return s
}

func post(s *Server, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
	return w
}

func TestLogin(t *testing.T) {
	s := newServer(t)
	tests := []struct {
		name, body string
		want       int
	}{
		{"the right password opens a session", `{"email": "ada@example.com", "password": "correct horse"}`, http.StatusOK},
		{"a wrong password does not", `{"email": "ada@example.com", "password": "battery staple"}`, http.StatusUnauthorized},
		{"an unknown address reads the same", `{"email": "eve@example.com", "password": "correct horse"}`, http.StatusUnauthorized},
		{"half a body is refused", `{"email": `, http.StatusBadRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if w := post(s, "/api/login", tt.body); w.Code != tt.want {
				t.Errorf("status %d, want %d: %s", w.Code, tt.want, w.Body)
			}
		})
	}
}

func TestRegisterFoldsCase(t *testing.T) {
	s := newServer(t)
	w := post(s, "/api/register", `{"email": "ADA@example.com", "name": "Ada again", "password": "correct horse"}`)
	if w.Code != http.StatusConflict {
		t.Errorf("status %d, want %d: one person, one account", w.Code, http.StatusConflict)
	}
}

func TestOrdersNeedASession(t *testing.T) {
	s := newServer(t)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/orders", nil))
	if w.Code != http.StatusUnauthorized {
		t.Fatalf("status %d without a session, want %d", w.Code, http.StatusUnauthorized)
	}

	cookies := post(s, "/api/login", `{"email": "ada@example.com", "password": "correct horse"}`).Result().Cookies()
	r := httptest.NewRequest(http.MethodGet, "/api/orders", nil)
	r.AddCookie(cookies[0])
	w = httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if got := strings.TrimSpace(w.Body.String()); w.Code != http.StatusOK || got != "[]" {
		t.Errorf("status %d and %s with a session, want 200 and []", w.Code, got)
	}
}
