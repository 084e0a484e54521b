package git

// IgnoredChanges returns which changes of its submodules a repository ignores, by their paths: untracked,
// dirty or all, as in git's setting submodule.NAME.ignore; empty if none. modules is the text of .gitmodules,
// which the configuration overrides. The function applies to paths that modules does not have, too.
func IgnoredChanges(modules []byte, config Config) func(path string) string {
	other := config.Last("diff", "", "ignoresubmodules")
	list := Config(parseConfig(modules))
	ignored := map[string]string{}
	for _, v := range list {
		if v.Section != "submodule" || v.Key != "path" {
			continue
		}
		value := list.Last("submodule", v.Sub, "ignore")
		if own := config.Last("submodule", v.Sub, "ignore"); own != "" {
			value = own
		}
		if value != "" {
			ignored[v.Value] = value
		}
	}
	return func(path string) string {
		if value, ok := ignored[path]; ok {
			return value
		}
		return other
	}
}
