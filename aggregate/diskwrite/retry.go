package diskwrite

import "time"

// How often and for how long a rename is retried while another program, such as a virus scanner
// on Windows, holds the file: half a second in total.
const (
	renameTries = 10
	renamePause = 50 * time.Millisecond
)

// Retry retries an operation while another program temporarily holds the file, for at most half
// a second. Only on Windows can that prevent an operation.
func Retry(do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if err == nil || try == renameTries || !busy(err) {
			return err
		}
		time.Sleep(renamePause)
	}
}
