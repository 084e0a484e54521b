package fit

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// maxBudget is the highest budget that can be typed, in tokens: far above any model's context window.
const maxBudget = 1_000_000_000

// The formats of a budget: digits, with or without groups of three, and a number with a unit.
var (
	plainBudget = regexp.MustCompile(`^[0-9]+$|^[0-9]{1,3}(,[0-9]{3})+$`)
	unitBudget  = regexp.MustCompile(`^([0-9]+(?:[.,][0-9]+)?)([kKmM%])$`)
)

// ErrBudget is the error of [ParseBudget] for a text that is not a number of tokens.
var ErrBudget = errors.New("type a number of tokens, such as 16000, 16k, 1.5M or 50%")

// ParseBudget parses a number of tokens: "16000", "16 000" and "16,000", "16k", "1.5M", or "50%" of
// a window. Spaces are ignored. It returns [ErrBudget] for any other text, for less than one token
// or more than a thousand million, and for a share of an unknown window (0).
func ParseBudget(typed string, window int) (int, error) {
	typed = strings.Join(strings.Fields(typed), "")
	number, unit := "", 1.0
	if plainBudget.MatchString(typed) {
		number = strings.ReplaceAll(typed, ",", "")
	} else if m := unitBudget.FindStringSubmatch(typed); m != nil {
		number = strings.ReplaceAll(m[1], ",", ".")
		switch strings.ToLower(m[2]) {
		case "k":
			unit = 1e3
		case "m":
			unit = 1e6
		default:
			unit = float64(window) / 100
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	n = math.Round(n * unit)
	if err != nil || n < 1 || n > maxBudget {
		return 0, ErrBudget
	}
	return int(n), nil
}
