package store

import (
	"context"
	"slices"
	"sync"
)

// Memory is a store that forgets everything when the process ends.
type Memory struct {
	mu     sync.Mutex
	users  map[string]User // by address
	orders []Order         // oldest first
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{users: map[string]User{}} }

// AddUser stores a new account.
func (m *Memory) AddUser(_ context.Context, u User) (User, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, taken := m.users[u.Email]; taken {
		return User{}, ErrTaken
	}
	u.ID = int64(len(m.users) + 1)
	m.users[u.Email] = u
	return u, nil
}

// UserByEmail returns the account with exactly this address.
func (m *Memory) UserByEmail(_ context.Context, email string) (User, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	u, ok := m.users[email]
	if !ok {
		return User{}, ErrNotFound
	}
	return u, nil
}

// AddOrder stores an order.
func (m *Memory) AddOrder(_ context.Context, o Order) (Order, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o.ID = int64(len(m.orders) + 1)
	m.orders = append(m.orders, o)
	return o, nil
}

// OrdersOf returns the orders of an account, newest first.
func (m *Memory) OrdersOf(_ context.Context, user int64) ([]Order, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Order
	for _, o := range slices.Backward(m.orders) {
		if o.UserID == user {
			list = append(list, o)
		}
	}
	return list, nil
}
