package crash

// accessViolation begins the line of a report on an access to an address that is not mapped.
const accessViolation = "[signal 0xc0000005 code="

var signals map[string]string

func signal(string) {}
