// Command frames opens the real window on a virtual screen, uses it, and prints response times
// and memory use.
//
//	go run ./.ci/frames -program ./dossier [-files N] [folder...]
//
// It opens the sample, the given folders and a generated one of N files. It reads the screen's
// memory every millisecond, so that a frame counts once it is visible, including the time of the
// toolkit and of a software graphics driver. It needs Linux, Xvfb and xdotool.
package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"hash/maphash"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	program := flag.String("program", "./dossier", "the program as it is built for people")
	files := flag.Int("files", 100_000, "how many files the made folder has; a fifth of them in one folder")
	flag.Parse()
	if err := run(*program, *files, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "frames:", err)
		os.Exit(1)
	}
}

func run(program string, files int, folders []string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "frames")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := openScreen(dir)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.measure(program, "the sample", "--sample"); err != nil {
		return err
	}
	for _, folder := range folders {
		if folder, err = filepath.Abs(folder); err != nil {
			return err
		}
		if err := s.measure(program, filepath.Base(folder), folder); err != nil {
			return err
		}
	}
	if files == 0 {
		return nil
	}
	made := filepath.Join(dir, "made")
	if err := makeFolder(made, files); err != nil {
		return err
	}
	return s.measure(program, fmt.Sprintf("%d files", files), made)
}

// makeFolder writes small files, a hundred in each folder, a fifth of all under "big".
func makeFolder(dir string, files int) error {
	for i := range files {
		top := "big"
		if i >= files/5 {
			top = fmt.Sprintf("p%d", i%8)
		}
		folder := filepath.Join(dir, top, fmt.Sprintf("d%03d", i/100))
		if i%100 == 0 || i >= files/5 {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
		}
		source := fmt.Sprintf("package p\n\n// F%d is one of many.\nfunc F%d(path string) error {\n\treturn fmt.Errorf(\"read %%s\", path)\n}\n", i, i)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%06d.go", i)), []byte(source), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Size of the screen and the window, and position of the tree's rows.
const (
	width, height            = 1280, 800
	treeLeft, treeTop        = 4, 72
	treeRight, treeBottom    = 270, 740
	bytesPerPixel            = 4
	treeMiddleX, treeMiddleY = (treeLeft + treeRight) / 2, (treeTop + treeBottom) / 2
	quiet                    = 2 * time.Second
	patience                 = 2 * time.Minute
)

// screen is a virtual screen with its own home folder for the programs on it.
type screen struct {
	dir    string
	env    []string
	server *exec.Cmd
	pixels []byte // of the whole screen, as drawn by the server
	seed   maphash.Seed
}

func openScreen(dir string) (*screen, error) {
	s := &screen{dir: dir, seed: maphash.MakeSeed()}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	s.server = exec.Command("Xvfb", "-noreset", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp", "-fbdir", dir)
	s.server.ExtraFiles = []*os.File{write}
	if err := s.server.Start(); err != nil {
		write.Close()
		return nil, err
	}
	write.Close()
	var display int
	if _, err := fmt.Fscan(read, &display); err != nil {
		return nil, fmt.Errorf("no screen in memory came up: %w", err)
	}
	if err := s.mapPixels(); err != nil {
		return nil, err
	}
	home := filepath.Join(dir, "home")
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if !slices.Contains([]string{"LC_ALL", "LC_MESSAGES", "LANGUAGE", "FYNE_THEME", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"}, name) {
			s.env = append(s.env, variable)
		}
	}
	s.env = append(s.env, "HOME="+home, "LANG=C.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1", "FYNE_SCALE=1", fmt.Sprintf("DISPLAY=:%d", display))
	for variable, place := range map[string]string{"XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "run"} {
		place = filepath.Join(home, place)
		if err := os.MkdirAll(place, 0o700); err != nil {
			return nil, err
		}
		s.env = append(s.env, variable+"="+place)
	}
	config := filepath.Join(home, "config", "dossier")
	if err := os.MkdirAll(config, 0o755); err != nil {
		return nil, err
	}
	return s, os.WriteFile(filepath.Join(config, "dossier.toml"), []byte("[settings]\nconfirm_folder_files = 1000000\n"), 0o644)
}

// mapPixels finds the pixels in the server's XWD file: a header of big-endian numbers, the
// colours and the rows.
func (s *screen) mapPixels() error {
	file, err := os.Open(filepath.Join(s.dir, "Xvfb_screen0"))
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	all, err := syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return err
	}
	number := func(i int) int { return int(binary.BigEndian.Uint32(all[4*i:])) }
	const colour = 12 // bytes
	start := number(0) + number(19)*colour
	if start+width*height*bytesPerPixel > len(all) {
		return errors.New("the file of the screen is shorter than the screen")
	}
	s.pixels = all[start:]
	return nil
}

func (s *screen) close() {
	_ = s.server.Process.Kill()
	_ = s.server.Wait()
}

// sight returns a fingerprint of every second row in a part of the screen.
func (s *screen) sight(left, top, right, bottom int) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for y := top; y < bottom; y += 2 {
		at := (y*width + left) * bytesPerPixel
		_, _ = h.Write(s.pixels[at : at+(right-left)*bytesPerPixel])
	}
	return h.Sum64()
}

func (s *screen) rows() uint64 { return s.sight(treeLeft, treeTop, treeRight, treeBottom) }

// colours returns the number of colours in a part of the screen, at most 64; text has many,
// because it is anti-aliased.
func (s *screen) colours(left, top, right, bottom int) int {
	seen := map[uint32]bool{}
	for y := top; y < bottom && len(seen) < 64; y++ {
		for x := left; x < right; x++ {
			seen[binary.LittleEndian.Uint32(s.pixels[(y*width+x)*bytesPerPixel:])&0xffffff] = true
		}
	}
	return len(seen)
}

// opened is a program with an open window.
type opened struct {
	*screen
	cmd *exec.Cmd
}

func (s *screen) open(program string, argument string) (*opened, error) {
	o := &opened{screen: s, cmd: exec.Command(program, argument)}
	o.cmd.Env, o.cmd.Stderr = s.env, os.Stderr
	return o, o.cmd.Start()
}

func (o *opened) close() {
	_ = o.cmd.Process.Signal(syscall.SIGTERM)
	_ = o.cmd.Wait()
}

// until polls every millisecond until a condition holds, and returns the time since since.
func until(what string, since time.Time, holds func() bool) (time.Duration, error) {
	for !holds() {
		if time.Since(since) > patience {
			return 0, fmt.Errorf("after %s %s has not come", patience, what)
		}
		time.Sleep(time.Millisecond)
	}
	return time.Since(since), nil
}

// xdotool sends input. Its start-up time is part of the measured time.
func (s *screen) xdotool(arguments ...string) error {
	cmd := exec.Command("xdotool", arguments...)
	cmd.Env = s.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("xdotool %s: %w: %s", strings.Join(arguments, " "), err, out)
	}
	return nil
}

// measure opens the window twice, the second time with a known project, and uses it.
func (s *screen) measure(program, name, argument string) error {
	fmt.Printf("%s\n", name)
	for _, which := range []string{"first start", "start"} {
		if err := s.session(program, which, argument); err != nil {
			return fmt.Errorf("%s, %s: %w", name, which, err)
		}
	}
	return nil
}

func (s *screen) session(program, which, argument string) error {
	began := time.Now()
	o, err := s.open(program, argument)
	if err != nil {
		return err
	}
	defer o.close()
	drawn, err := until("a window", began, func() bool { return s.colours(0, 0, width, 40) > 12 })
	if err != nil {
		return err
	}
	rows, err := until("a row of the tree", began, func() bool { return s.colours(treeLeft, treeTop, treeRight, treeBottom) > 12 })
	if err != nil {
		return err
	}
	fmt.Printf("  %-12s %5d ms until the window is drawn, %d ms until the first rows\n", which, drawn.Milliseconds(), rows.Milliseconds())
	if err := o.rest(); err != nil {
		return err
	}
	fmt.Printf("  %-12s %5.1f s until nothing is at work, %.2f s of the processor\n", "", (time.Since(began) - quiet).Seconds(), o.processor().Seconds())
	if err := o.printUsage("at rest"); err != nil {
		return err
	}
	if which == "start" && argument != "--sample" {
		return o.use()
	}
	return nil
}

// use types into the filter, checks the first folder, undoes that and turns the wheel.
func (o *opened) use() error {
	var keys, ticks, undos []time.Duration
	if err := o.xdotool("key", "ctrl+p"); err != nil {
		return err
	}
	time.Sleep(quiet / 4)
	for _, key := range []string{"f", "0", "1", "2", "3", "BackSpace", "BackSpace", "BackSpace", "BackSpace", "BackSpace"} {
		took, err := o.press(key)
		if err != nil {
			return err
		}
		keys = append(keys, took)
	}
	if err := o.xdotool("key", "alt+t", "key", "Home"); err != nil {
		return err
	}
	time.Sleep(quiet / 4)
	for range 3 {
		took, err := o.press("space")
		if err != nil {
			return err
		}
		ticks = append(ticks, took)
		if err := o.rest(); err != nil {
			return err
		}
		if len(ticks) == 1 {
			if err := o.printUsage("all ticked"); err != nil {
				return err
			}
		}
		if took, err = o.press("ctrl+z"); err != nil {
			return err
		}
		undos = append(undos, took)
		if err := o.rest(); err != nil {
			return err
		}
	}
	fmt.Printf("  %-12s %s until the rows show it\n", "a letter", worst(keys))
	fmt.Printf("  %-12s %s until the rows show it; undo %s\n", "a folder", worst(ticks), worst(undos))
	if err := o.wheel(); err != nil {
		return err
	}
	return o.printUsage("after use")
}

// worst formats the median and the max of durations.
func worst(all []time.Duration) string {
	slices.Sort(all)
	return fmt.Sprintf("%d ms (at worst %d)", all[len(all)/2].Milliseconds(), all[len(all)-1].Milliseconds())
}

// press presses a key and returns the time until the rows have changed.
func (o *opened) press(key string) (time.Duration, error) {
	before := o.rows()
	began := time.Now()
	if err := o.xdotool("key", "--delay", "0", key); err != nil {
		return 0, err
	}
	took, err := until("another row", began, func() bool { return o.rows() != before || time.Since(began) > quiet })
	time.Sleep(quiet / 4)
	return took, err
}

// wheel filters by a letter, so that all matches are expanded, turns the wheel over them for two
// seconds and counts the frames. The pointer first moves outside the tree: it may still be there
// from the previous folder, and the toolkit only notices a pointer that moves.
func (o *opened) wheel() error {
	x, y := strconv.Itoa(treeMiddleX), strconv.Itoa(treeMiddleY)
	if err := o.xdotool("mousemove", strconv.Itoa(width/2), y, "mousemove", x, y, "key", "ctrl+p", "key", "o"); err != nil {
		return err
	}
	if err := o.rest(); err != nil {
		return err
	}
	before, began, last := o.processor(), time.Now(), time.Now()
	done := make(chan error, 1)
	go func() { done <- o.xdotool("click", "--repeat", "60", "--delay", "30", "5") }()
	var frames, late int
	var longest time.Duration
	for shown := o.rows(); ; time.Sleep(time.Millisecond) {
		if now := o.rows(); now != shown {
			shown = now
			gap := time.Since(last)
			if frames++; frames > 1 {
				longest = max(longest, gap)
				if gap > 50*time.Millisecond {
					late++
				}
			}
			last = time.Now()
		}
		select {
		case err := <-done:
			if frames == 0 {
				return errors.Join(err, errors.New("the wheel was turned and nothing moved"))
			}
			took := time.Since(began)
			fmt.Printf("  %-12s %d frames in %.1f s for 60 turns, the longest gap %d ms, %d over 50 ms; %.1f ms of the processor for each\n", "the wheel",
				frames, took.Seconds(), longest.Milliseconds(), late, float64((o.processor()-before).Microseconds())/1000/float64(max(frames, 1)))
			return err
		default:
		}
	}
}

// processor returns the processor time used by the program.
func (o *opened) processor() time.Duration {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", o.cmd.Process.Pid))
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	const ticks = 10 * time.Millisecond // of the system clock
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * ticks
}

// rest waits until the program is idle.
func (o *opened) rest() error {
	_, err := until("rest", time.Now(), func() bool {
		before := o.processor()
		time.Sleep(quiet)
		return o.processor()-before < quiet/25
	})
	return err
}

// printUsage prints the memory of the program and its processor use over five seconds.
func (o *opened) printUsage(when string) error {
	before, began := o.processor(), time.Now()
	time.Sleep(5 * time.Second)
	share := float64(o.processor()-before) / float64(time.Since(began))
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps", o.cmd.Process.Pid))
	if err != nil {
		return err
	}
	m := memoryOf(string(maps))
	fmt.Printf("  %-12s %5.0f MB resident (%.0f proportional, %.0f anonymous): %s; %.1f %% of a core\n", when, m.resident, m.proportional, m.anonymous, m.parts, share*100)
	return nil
}

// memory is the memory use of a process in megabytes.
type memory struct {
	resident, proportional, anonymous float64
	parts                             string
}

// memoryOf adds up the mappings of a process by kind. Those without a name are mostly the Go
// heap; "[heap]" is the C heap, in which a software renderer stores textures.
func memoryOf(maps string) memory {
	var m memory
	parts, part := map[string]float64{}, ""
	for line := range strings.Lines(maps) {
		fields := strings.Fields(line)
		if len(fields) >= 5 && strings.Contains(fields[0], "-") {
			part = "Go and unnamed"
			if len(fields) > 5 {
				part = partOf(fields[5])
			}
			continue
		}
		if len(fields) < 2 {
			continue
		}
		kilobytes, _ := strconv.ParseFloat(fields[1], 64)
		switch fields[0] {
		case "Rss:":
			m.resident += kilobytes / 1024
			parts[part] += kilobytes / 1024
		case "Pss:":
			m.proportional += kilobytes / 1024
		case "Anonymous:":
			m.anonymous += kilobytes / 1024
		}
	}
	names := make([]string, 0, len(parts))
	for name := range parts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return int(parts[b]*1024) - int(parts[a]*1024) })
	var said []string
	for _, name := range names {
		if parts[name] >= 1 {
			said = append(said, fmt.Sprintf("%s %.0f", name, parts[name]))
		}
	}
	m.parts = strings.Join(said, ", ")
	return m
}

func partOf(name string) string {
	base := filepath.Base(name)
	switch {
	case strings.HasPrefix(base, "libLLVM"), strings.Contains(name, "/dri/"), strings.HasPrefix(base, "SYSV"), strings.HasPrefix(base, "libGL"), strings.HasPrefix(base, "libgallium"):
		return "OpenGL in software"
	case strings.HasPrefix(base, "lib"):
		return "other libraries"
	case base == "[heap]":
		return "C"
	}
	return base
}
