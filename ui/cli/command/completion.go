package command

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// Shells returns the shells that [Completion] supports.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// described is a command with its flags, for completions and manuals.
type described struct {
	Command
	flags []*pflag.Flag // sorted by name
}

// describe returns the commands with their flags.
func describe(all []Command) []described {
	out := make([]described, len(all))
	for i, command := range all {
		c := &Call{command: command, Flags: pflag.NewFlagSet(command.Name, pflag.ContinueOnError)}
		c.defineFlags()
		out[i].Command = command
		c.Flags.VisitAll(func(f *pflag.Flag) { out[i].flags = append(out[i].flags, f) })
	}
	return out
}

// Completion returns the script with which a shell completes commands, their verbs and flags.
// Other words are completed as files. The error lists the supported shells.
func Completion(shell string, all []Command) (string, error) {
	list := describe(all)
	switch shell {
	case "bash":
		return bash(list), nil
	case "zsh":
		return zsh(list), nil
	case "fish":
		return fish(list), nil
	}
	return "", Usagef("there is no completion for the shell %q, only for %s", shell, strings.Join(Shells(), ", "))
}

func verbNames(c Command) []string {
	names := make([]string, len(c.Verbs))
	for i, v := range c.Verbs {
		names[i] = v.Name
	}
	return names
}

// flagWords returns the flags as typed.
func (d described) flagWords() []string {
	var words []string
	for _, f := range d.flags {
		words = append(words, "--"+f.Name)
		if f.Shorthand != "" {
			words = append(words, "-"+f.Shorthand)
		}
	}
	return words
}

func bash(list []described) string {
	var b strings.Builder
	var names []string
	for _, d := range list {
		names = append(names, d.Name)
	}
	b.WriteString("# Completion of dossier for bash: source it, or put it into /etc/bash_completion.d.\n_dossier() {\n" +
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} command= i\n" +
		"\tcase ${COMP_WORDS[COMP_CWORD - 1]} in -C | --directory) return ;; esac # a folder\n" +
		"\tfor ((i = 1; i < COMP_CWORD; i++)); do\n\t\tcase ${COMP_WORDS[i]} in\n\t\t-C | --directory) ((i++)) ;;\n\t\t-*) ;;\n\t\t*)\n\t\t\tcommand=${COMP_WORDS[i]}\n\t\t\tbreak\n\t\t\t;;\n\t\tesac\n\tdone\n" +
		"\tlocal words=\n\tcase $command in\n")
	new(windowFlags).flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	fmt.Fprintf(&b, "\t'') words='%s --help' ;;\n", strings.Join(names, " "))
	for _, d := range list {
		words := d.flagWords()
		fmt.Fprintf(&b, "\t%s)\n\t\tif [[ $cur == -* ]]; then words='%s'\n", d.Name, strings.Join(words, " "))
		if verbs := verbNames(d.Command); len(verbs) > 0 {
			fmt.Fprintf(&b, "\t\telif ((COMP_CWORD == i + 1)); then words='%s'\n", strings.Join(verbs, " "))
		}
		b.WriteString("\t\tfi\n\t\t;;\n")
	}
	b.WriteString("\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\ncomplete -o default -F _dossier dossier\n")
	return b.String()
}

// quoted quotes a text with single quotes.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// about returns the description of a flag, on one line without the backquotes around its value.
func about(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	return strings.Join(strings.Fields(usage), " ")
}

func zsh(list []described) string {
	var b strings.Builder
	b.WriteString("#compdef dossier\n# Completion of dossier for zsh: put it as _dossier into a folder of $fpath.\n_dossier() {\n\tlocal -a words_ flags_\n\tlocal command= i\n" +
		"\tif [[ ${words[CURRENT-1]} == (-C|--directory) ]]; then\n\t\t_files -/\n\t\treturn\n\tfi\n" +
		"\tfor ((i = 2; i < CURRENT; i++)); do\n\t\tcase ${words[i]} in\n\t\t-C | --directory) ((i++)) ;;\n\t\t-*) ;;\n\t\t*)\n\t\t\tcommand=${words[i]}\n\t\t\tbreak\n\t\t\t;;\n\t\tesac\n\tdone\n\tcase $command in\n\t'')\n\t\twords_=(\n")
	escape := func(s string) string { return strings.ReplaceAll(s, ":", `\:`) }
	for _, d := range list {
		fmt.Fprintf(&b, "\t\t\t%s\n", quoted(d.Name+":"+escape(d.About)))
	}
	b.WriteString("\t\t)\n\t\tflags_=(\n")
	new(windowFlags).flags().VisitAll(func(f *pflag.Flag) { fmt.Fprintf(&b, "\t\t\t%s\n", quoted("--"+f.Name+":"+escape(about(f)))) })
	b.WriteString("\t\t)\n\t\t;;\n")
	for _, d := range list {
		fmt.Fprintf(&b, "\t%s)\n\t\tflags_=(\n", d.Name)
		for _, f := range d.flags {
			fmt.Fprintf(&b, "\t\t\t%s\n", quoted("--"+f.Name+":"+escape(about(f))))
		}
		b.WriteString("\t\t)\n")
		if len(d.Verbs) > 0 {
			b.WriteString("\t\tif ((CURRENT == i + 1)); then\n\t\t\twords_=(\n")
			for _, v := range d.Verbs {
				fmt.Fprintf(&b, "\t\t\t\t%s\n", quoted(v.Name+":"+escape(v.About)))
			}
			b.WriteString("\t\t\t)\n\t\tfi\n")
		}
		b.WriteString("\t\t;;\n")
	}
	b.WriteString("\tesac\n\tif [[ ${words[CURRENT]} == -* ]]; then\n\t\t_describe flag flags_\n\telif ((${#words_})); then\n\t\t_describe command words_ || _files\n\telse\n\t\t_files\n\tfi\n}\n_dossier \"$@\"\n")
	return b.String()
}

func fish(list []described) string {
	var b strings.Builder
	b.WriteString("# Completion of dossier for fish: put it as dossier.fish into ~/.config/fish/completions.\n")
	for _, d := range list {
		fmt.Fprintf(&b, "complete -c dossier -n __fish_use_subcommand -a %s -d %s\n", d.Name, quoted(d.About))
	}
	new(windowFlags).flags().VisitAll(func(f *pflag.Flag) { b.WriteString(fishFlag("__fish_use_subcommand", f)) })
	for _, d := range list {
		seen := quoted("__fish_seen_subcommand_from " + d.Name)
		for _, v := range d.Verbs {
			fmt.Fprintf(&b, "complete -c dossier -n %s -a %s -d %s\n", seen, v.Name, quoted(v.About))
		}
		for _, f := range d.flags {
			b.WriteString(fishFlag(seen, f))
		}
	}
	return b.String()
}

// fishFlag returns the line for a flag that applies while a condition is true.
func fishFlag(condition string, f *pflag.Flag) string {
	short, value := "", ""
	if f.Shorthand != "" {
		short = " -s " + f.Shorthand
	}
	if f.NoOptDefVal == "" {
		value = " -r"
	}
	return fmt.Sprintf("complete -c dossier -n %s -l %s%s%s -d %s\n", condition, f.Name, short, value, quoted(about(f)))
}

// roff escapes a text for roff.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

// roffFlag returns the description of a flag in roff.
func roffFlag(f *pflag.Flag) string {
	value, usage := pflag.UnquoteUsage(f)
	name := `\-\-` + roff(f.Name)
	if f.Shorthand != "" {
		name = `\-` + f.Shorthand + ", " + name
	}
	if value != "" {
		value = " " + roff(value)
	}
	return fmt.Sprintf(".TP\n.B %s\\fI%s\\fR\n%s\n", name, value, roff(usage))
}

// details returns the details of a command without the list of its verbs, which [WithVerbs] indents.
func (d described) details() string {
	var out strings.Builder
	for line := range strings.Lines(d.Details) {
		if len(d.Verbs) == 0 || !strings.HasPrefix(line, "  ") {
			out.WriteString(line)
		}
	}
	return strings.TrimSpace(out.String())
}

// Manual returns the manual page of the program in roff: a description, the flags of the window, and each command with
// its verbs and flags.
func Manual(version string, all []Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH DOSSIER 1 \"\" \"dossier %s\" \"User Commands\"\n.SH NAME\ndossier \\- select what a language model reads from a project\n", version)
	b.WriteString(".SH SYNOPSIS\n.B dossier\n[\\fIDIR\\fR]\n.br\n.B dossier\n\\fICOMMAND\\fR [\\fIflags\\fR] [\\fIarguments\\fR]\n")
	b.WriteString(".SH DESCRIPTION\nWithout a command, the window opens on \\fIDIR\\fR, or on the last project. Every command runs without a display,\nprints its result on standard output and everything else on standard error. With \\fB\\-\\-json\\fR each line of standard\nerror is an object.\n.SH OPTIONS\nWithout a command:\n")
	new(windowFlags).flags().VisitAll(func(f *pflag.Flag) { b.WriteString(roffFlag(f)) })
	b.WriteString(".SH COMMANDS\n")
	for _, d := range describe(all) {
		fmt.Fprintf(&b, ".SS dossier %s\n%s.\n", roff(strings.TrimSpace(d.Name+" "+d.Args)), roff(d.About))
		if details := d.details(); details != "" {
			fmt.Fprintf(&b, ".PP\n%s\n", roff(details))
		}
		for _, v := range d.Verbs {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(v.Name+" "+v.Args)), roff(v.About))
		}
		for _, f := range d.flags {
			b.WriteString(roffFlag(f))
		}
	}
	b.WriteString(".SH EXIT STATUS\n0 on success, 1 if the command failed or was interrupted, 2 if it was called incorrectly.\n")
	return b.String()
}
