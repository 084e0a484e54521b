package imports

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate/code"
)

func readC(src string, s *code.Structure) Source {
	var out Source
	for _, in := range s.Imports {
		if written := strings.TrimSpace(in.Written.Of(src)); strings.HasPrefix(written, `"`) || strings.HasPrefix(written, "<") {
			out.Imports = append(out.Imports, Import{Path: written})
		}
	}
	return out
}

// resolveC searches the folder of the file, then the nearest file with that path suffix, because
// the compiler's include paths are not known. A standard header in angle brackets is never a
// project file of the same name.
func resolveC(p *project, from string, in Import) resolution {
	quoted := strings.HasPrefix(in.Path, `"`)
	name := path.Clean(strings.Trim(in.Path, `"<> `))
	dir, _ := split(from)
	if at, ok := join(dir, name); ok && quoted && p.has[at] {
		return found(at)
	}
	if !quoted && slices.Contains(systemHeaders, name) {
		return outside
	}
	for strings.HasPrefix(name, "../") {
		name = name[len("../"):]
	}
	var fit []string
	for _, f := range p.byName[path.Base(name)] {
		if f == name || strings.HasSuffix(f, "/"+name) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 && quoted {
		return missing
	}
	if len(fit) == 0 {
		return outside
	}
	return nearest(from, fit)
}

// systemHeaders are the C and POSIX headers whose names also occur in projects.
var systemHeaders = strings.Fields(`assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h
limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h
stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h
dirent.h dlfcn.h fcntl.h fnmatch.h getopt.h glob.h grp.h iconv.h langinfo.h libgen.h memory.h net/if.h netdb.h
netinet/in.h netinet/tcp.h nl_types.h poll.h pthread.h pwd.h regex.h sched.h search.h semaphore.h spawn.h
strings.h sys/ioctl.h sys/mman.h sys/param.h sys/resource.h sys/select.h sys/socket.h sys/stat.h sys/time.h
sys/types.h sys/uio.h sys/un.h sys/utsname.h sys/wait.h syslog.h termios.h unistd.h utime.h wordexp.h
windows.h winsock2.h malloc.h alloca.h endian.h features.h`)
