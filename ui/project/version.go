package project

// Version is the program's.
const Version = "0.1.0"
