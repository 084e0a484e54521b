// Package console is the console window of the system, which Windows opens for a program that is not
// started in one.
//
// The program is a console program everywhere, so that a shell waits for its commands and shows what
// they print. Since Windows 11 24H2 its manifest asks for none; earlier
// versions open one, which [Leave] closes.
package console
