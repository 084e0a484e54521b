// Package store keeps the accounts and orders of the shop.
package store

import (
	"context"
	"errors"
	"time"
)

// The errors that a caller can act on; any other is the database's own.
var (
	ErrNotFound = errors.New("not found")
	ErrTaken    = errors.New("the address is taken")
)

// User is an account. Its address is in lower case.
type User struct {
	ID           int64
	Email        string
	Name         string
	PasswordHash string
	CreatedAt    time.Time
}

// Order is one item that was bought.
type Order struct {
	ID       int64
	UserID   int64
	Item     string
	Cents    int64
	PlacedAt time.Time
}

// Store is what the server needs. Its methods may be called from any goroutine.
type Store interface {
	// AddUser stores a new account and returns it with its id, or ErrTaken.
	AddUser(ctx context.Context, u User) (User, error)
	// UserByEmail returns the account with exactly this address, or ErrNotFound.
	UserByEmail(ctx context.Context, email string) (User, error)
	// AddOrder stores an order and returns it with its id.
	AddOrder(ctx context.Context, o Order) (Order, error)
	// OrdersOf returns the orders of an account, newest first.
	OrdersOf(ctx context.Context, user int64) ([]Order, error)
}
