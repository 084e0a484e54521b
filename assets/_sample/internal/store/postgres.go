package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Postgres is a store in a PostgreSQL database with the tables of db/schema.sql.
type Postgres struct{ db *sql.DB }

// NewPostgres returns a store in db. The caller opens and closes the database.
func NewPostgres(db *sql.DB) *Postgres { return &Postgres{db} }

// AddUser stores a new account.
func (p *Postgres) AddUser(ctx context.Context, u User) (User, error) {
	err := p.db.QueryRowContext(ctx, `
		INSERT INTO users (email, name, password_hash, created_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT DO NOTHING
		RETURNING id`, u.Email, u.Name, u.PasswordHash, u.CreatedAt).Scan(&u.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return User{}, ErrTaken
	}
	if err != nil {
		return User{}, fmt.Errorf("add user: %w", err)
	}
	return u, nil
}

// UserByEmail returns the account with exactly this address.
func (p *Postgres) UserByEmail(ctx context.Context, email string) (User, error) {
	u := User{Email: email}
	err := p.db.QueryRowContext(ctx, `
		SELECT id, name, password_hash, created_at
		FROM users
		WHERE email = $1`, email).Scan(&u.ID, &u.Name, &u.PasswordHash, &u.CreatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return User{}, ErrNotFound
	}
	if err != nil {
		return User{}, fmt.Errorf("find user: %w", err)
	}
	return u, nil
}

// AddOrder stores an order.
func (p *Postgres) AddOrder(ctx context.Context, o Order) (Order, error) {
	err := p.db.QueryRowContext(ctx, `
		INSERT INTO orders (user_id, item, cents, placed_at)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, o.UserID, o.Item, o.Cents, o.PlacedAt).Scan(&o.ID)
	if err != nil {
		return Order{}, fmt.Errorf("add order: %w", err)
	}
	return o, nil
}

// OrdersOf returns the orders of an account, newest first.
func (p *Postgres) OrdersOf(ctx context.Context, user int64) ([]Order, error) {
	rows, err := p.db.QueryContext(ctx, `
		SELECT id, item, cents, placed_at
		FROM orders
		WHERE user_id = $1
		ORDER BY placed_at DESC, id DESC`, user)
	if err != nil {
		return nil, fmt.Errorf("list orders: %w", err)
	}
	defer rows.Close()
	var list []Order
	for rows.Next() {
		o := Order{UserID: user}
		if err := rows.Scan(&o.ID, &o.Item, &o.Cents, &o.PlacedAt); err != nil {
			return nil, fmt.Errorf("list orders: %w", err)
		}
		list = append(list, o)
	}
	return list, rows.Err()
}
