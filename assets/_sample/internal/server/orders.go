package server

import (
	"net/http"
	"time"
)

type orderView struct {
	ID     int64     `json:"id"`
	Item   string    `json:"item"`
	Cents  int64     `json:"cents"`
	Placed time.Time `json:"placed"`
}

// handleOrders lists the orders of the account that is logged in, newest first.
func (s *Server) handleOrders(w http.ResponseWriter, r *http.Request, user int64) {
	orders, err := s.store.OrdersOf(r.Context(), user)
	if err != nil {
		s.log.Error("list orders", "user", user, "error", err)
		refuse(w, http.StatusInternalServerError, "try again later")
		return
	}
	list := make([]orderView, len(orders)) // an empty list is [], never null
	for i, o := range orders {
		list[i] = orderView{o.ID, o.Item, o.Cents, o.PlacedAt}
	}
	reply(w, http.StatusOK, list)
}
