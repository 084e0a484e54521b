// Command acme-api serves the accounts and orders of the Acme shop.
package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"acme.example/api/internal/server"
	"acme.example/api/internal/session"
	"acme.example/api/internal/store"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "acme-api:", err)
		os.Exit(1)
	}
}

func run() error {
	addr := flag.String("addr", "localhost:8080", "where to listen")
	driver := flag.String("driver", "", "the database driver linked into this build; empty keeps everything in memory")
	demo := flag.String("demo", "", "a CSV file of accounts to begin with: email, name, password")
	web := flag.String("web", "web", "the folder of the login page")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	accounts, err := openStore(ctx, *driver)
	if err != nil {
		return err
	}
	secret := []byte(os.Getenv("ACME_SESSION_SECRET"))
	if len(secret) == 0 { // sessions end with the process
		secret = make([]byte, 32)
		rand.Read(secret)
	}
	api := server.New(accounts, session.NewSigner(secret), slog.New(slog.NewJSONHandler(os.Stdout, nil)))
	if *demo != "" {
		if err := addDemo(ctx, api, *demo); err != nil {
			return err
		}
	}

	mux := http.NewServeMux()
	mux.Handle("/api/", api)
	mux.Handle("/", http.FileServer(http.Dir(*web)))
	srv := &http.Server{Addr: *addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		wait, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		srv.Shutdown(wait)
	}()
	if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func openStore(ctx context.Context, driver string) (store.Store, error) {
	if driver == "" {
		return store.NewMemory(), nil
	}
	db, err := sql.Open(driver, os.Getenv("ACME_DATABASE_URL"))
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, fmt.Errorf("reach the database: %w", err)
	}
	return store.NewPostgres(db), nil
}

func addDemo(ctx context.Context, api *server.Server, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, row := range rows[min(1, len(rows)):] { // the first row names the columns
		if len(row) != 3 {
			return fmt.Errorf("%s: a row has %d columns, want 3", path, len(row))
		}
		if _, err := api.Register(ctx, row[0], row[1], row[2]); err != nil {
			return fmt.Errorf("%s: add %s: %w", path, row[0], err)
		}
	}
	return nil
}
