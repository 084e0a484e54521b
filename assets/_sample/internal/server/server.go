// Package server answers the requests of the shop: accounts, sessions and orders.
package server

import (
	"encoding/json"
	"log/slog"
	"net/http"

	"acme.example/api/internal/session"
	"acme.example/api/internal/store"
)

// maxBody bounds what a client may send: credentials and orders are small.
const maxBody = 16 << 10

// Server is the API as an [http.Handler].
type Server struct {
	store  store.Store
	tokens *session.Signer
	log    *slog.Logger
	mux    *http.ServeMux
}

// New returns a server that keeps its accounts in s and signs sessions with tokens.
func New(s store.Store, tokens *session.Signer, log *slog.Logger) *Server {
	srv := &Server{store: s, tokens: tokens, log: log, mux: http.NewServeMux()}
	srv.mux.HandleFunc("POST /api/register", srv.handleRegister)
	srv.mux.HandleFunc("POST /api/login", srv.handleLogin)
	srv.mux.HandleFunc("POST /api/logout", srv.handleLogout)
	srv.mux.Handle("GET /api/orders", srv.signedIn(srv.handleOrders))
	return srv
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	s.mux.ServeHTTP(w, r)
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, status int, reason string) {
	reply(w, status, map[string]string{"error": reason})
}
