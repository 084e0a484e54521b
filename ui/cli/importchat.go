package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/chat"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

// importChat imports a chat or an export. A single conversation is added to a discussion as
// entries; conversations selected by flags each become a separate discussion.
func (f *discussionFlags) importChat(c *command.Call, p *project.Project, args []string) error {
	name, err := f.chatName(c, args)
	if err != nil {
		return err
	}
	content, err := readText(c, name, project.MaxChat)
	if err != nil {
		return err
	}
	read := chat.Read(content, p.Discussions().All().Roles()...)
	if len(read.Conversations) == 0 {
		return notUnderstood(name, read)
	}
	c.Warn(notRead(name, read))
	switch {
	case f.list:
		return listConversations(c, read.Conversations)
	case f.all:
		return f.importAll(c, p, read.Conversations)
	case f.conversations != nil:
		chosen, err := chosenConversations(name, read.Conversations, f.conversations)
		if err != nil {
			return err
		}
		if f.name != "" {
			return f.insert(c, p, chosen[0].Entries)
		}
		return f.importAll(c, p, chosen)
	}
	switch one := read.Conversations[0]; {
	case len(read.Conversations) > 1:
		return fmt.Errorf("%s has %d conversations: choose with --conversation TITLE or NUMBER, or --all; --list lists them", textName(name), len(read.Conversations))
	case len(one.Entries) == 0:
		return fmt.Errorf("there is nothing to import: the conversation in %s has no messages", textName(name))
	default:
		return f.insert(c, p, one.Entries)
	}
}

// chatName returns the name of the file to import, after checking that the flags are compatible.
func (f *discussionFlags) chatName(c *command.Call, args []string) (string, error) {
	ways := 0
	for _, way := range []bool{f.list, f.all, f.conversations != nil} {
		if way {
			ways++
		}
	}
	one := len(f.conversations) == 1 && f.name != "" // it is added to a named discussion
	switch {
	case len(args) > 0 && f.file != "":
		return "", command.Usagef("the chat comes from an argument or from --file, but not from both")
	case ways > 1:
		return "", command.Usagef("import takes one of --list, --conversation and --all")
	case (f.all || len(f.conversations) > 1) && f.name != "":
		return "", command.Usagef("each conversation becomes a discussion: --discussion requires a single --conversation")
	case (f.all || f.conversations != nil && !one) && c.Flags.Changed("at"):
		return "", command.Usagef("--at requires an existing discussion: name it with --discussion, and use a single --conversation")
	case len(args) > 0:
		return args[0], nil
	case f.file != "":
		return f.file, nil
	}
	return "-", nil
}

// notUnderstood returns the error for a text without a conversation.
func notUnderstood(name string, read chat.Chat) error {
	if len(read.Unknown) == 0 {
		return fmt.Errorf("there is nothing to import: the text is empty")
	}
	return fmt.Errorf("%s has no conversation that can be parsed: %v; to store the text as one entry, use dossier discussion add --file", textName(name), read.Unknown[0])
}

// maxUnknown is the max number of unsupported parts that are listed individually.
const maxUnknown = 8

// notRead returns warnings for the unsupported parts of a chat.
func notRead(name string, read chat.Chat) []aggregate.Warning {
	var out []aggregate.Warning
	say := func(format string, args ...any) {
		out = append(out, aggregate.Warning{Message: textName(name) + ": " + fmt.Sprintf(format, args...)})
	}
	if read.Unnamed {
		say("no line names a speaker: the whole text is one entry")
	}
	for i, u := range read.Unknown {
		if i == maxUnknown && len(read.Unknown) > maxUnknown+1 {
			say("%d more parts are skipped, the last in line %d", len(read.Unknown)-i, read.Unknown[len(read.Unknown)-1].Line)
			break
		}
		say("%v; it is skipped", u)
	}
	return out
}

func listConversations(c *command.Call, list []chat.Conversation) error {
	reports := project.ReportConversations(list)
	if c.JSON {
		return c.PrintJSON(reports)
	}
	for _, r := range reports {
		title, when := "-", "-"
		if r.Title != "" {
			title = text.Escape(r.Title)
		}
		if r.Time != nil {
			when = r.Time.Format(time.DateOnly)
		}
		if _, err := fmt.Fprintf(c.Stdout, "%d\t%s\t%s\t%s\n", r.Number, title, when, project.EntryCount(r.Entries)); err != nil {
			return err
		}
	}
	return nil
}

// chosenConversations returns the distinct selected conversations, in file order. A title takes
// precedence over a number, and an exact match over one that ignores case.
func chosenConversations(file string, list []chat.Conversation, wanted []string) ([]chat.Conversation, error) {
	chosen := map[int]bool{}
	for _, name := range wanted {
		one, err := conversation(file, list, name)
		if err != nil {
			return nil, err
		}
		chosen[one.Number] = true
	}
	var out []chat.Conversation
	for _, one := range list {
		if chosen[one.Number] {
			out = append(out, one)
		}
	}
	return out, nil
}

func conversation(file string, list []chat.Conversation, name string) (chat.Conversation, error) {
	for _, same := range []func(title, name string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		var found []chat.Conversation
		for _, one := range list {
			if one.Title != "" && same(one.Title, name) {
				found = append(found, one)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			var numbers []string
			for _, one := range found {
				numbers = append(numbers, strconv.Itoa(one.Number))
			}
			return chat.Conversation{}, fmt.Errorf("%d conversations of %s have the title %q: choose one of the numbers %s", len(found), textName(file), name, strings.Join(numbers, ", "))
		}
	}
	if n, err := strconv.Atoi(name); err == nil {
		if n < 1 || n > len(list) {
			return chat.Conversation{}, fmt.Errorf("%s has no conversation %d; it has %d", textName(file), n, len(list))
		}
		return list[n-1], nil
	}
	return chat.Conversation{}, fmt.Errorf("%s has no conversation %q; --list lists them", textName(file), name)
}

// importAll converts each conversation to a discussion and prints their names.
func (f *discussionFlags) importAll(c *command.Call, p *project.Project, list []chat.Conversation) error {
	names, forks, err := p.Discussions().Import(c.Ctx, list, f.out)
	warnForks(c, forks)
	if err != nil {
		return err
	}
	reports := project.ReportImport(names, list)
	if c.JSON {
		return c.PrintJSON(reports)
	}
	for _, r := range reports {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", text.Escape(r.Discussion), project.EntryCount(r.Entries)); err != nil {
			return err
		}
	}
	return nil
}
