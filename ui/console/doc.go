// Package console closes the console window that Windows opens for a program that was not started in one.
//
// The program is a console program on all systems, so that a shell waits for its commands and shows their
// output. Since Windows 11 24H2 its manifest prevents the console window; earlier versions open one, which
// [Leave] closes.
package console
