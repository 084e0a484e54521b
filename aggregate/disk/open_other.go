//go:build !unix

package disk

import "os"

const openFlags = os.O_RDONLY
