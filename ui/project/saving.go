package project

import (
	"errors"

	"dossier/presets"
)

func conflicts(err error) bool { return errors.As(err, new(*presets.ConflictError)) }
