package mentions

import (
	"strings"

	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/text"
)

// words returns a set of words.
func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// Word lists and expressions that distinguish file names from other words.
var (
	// bareNames are file names without an extension.
	bareNames = words(`Makefile makefile GNUmakefile Dockerfile Containerfile Jenkinsfile Vagrantfile Gemfile Rakefile Procfile
		Brewfile Podfile Fastfile Pipfile Justfile justfile Caddyfile Tiltfile Earthfile Snakefile LICENSE LICENCE COPYING
		NOTICE AUTHORS CONTRIBUTORS CODEOWNERS OWNERS README CHANGELOG BUILD WORKSPACE`)
	// unambiguousNames are those that refer to the file even in a sentence.
	unambiguousNames = words(`Makefile GNUmakefile Dockerfile Jenkinsfile Vagrantfile Gemfile Rakefile Procfile Brewfile Podfile Justfile Caddyfile CODEOWNERS`)
	// otherExtensions are file extensions that belong to no language.
	otherExtensions = words(`txt log pdf png jpg jpeg gif svg webp ico bmp avif mp3 mp4 wav ogg webm mov woff woff2 ttf otf eot zip tar gz tgz
		xz bz2 7z jar war whl dll dylib exe wasm lock sum mod snap map db sqlite sqlite3 pem crt key cer csr pub plist xcconfig
		storyboard pbxproj csproj vbproj fsproj sln props targets resx xaml cshtml razor vb config ejs liquid mustache njk twig
		parquet onnx safetensors gguf bak orig rej xsd xsl xslt wsdl dtd po pot golden txtar editorconfig in ac am m4 example
		sample template http rtf docx xlsx pptx tsbuildinfo nuspec vsix icns`)
	// weakExtensions are extensions that are at least as often members of something: a word with one is a path only
	// after a folder, or as a file of the project.
	weakExtensions = words(`log lock sum mod map db key pub in out err data text service socket target timer mount feature make for rest
		config sample example template props targets env st t d m s f r cl ss sc pp fx fs gd hx cr comp geom vert frag po http
		desktop sol inl ru nomad bat cmd conf v vb ll org el wasm exe rego cls def rc snap tar key`)
	// weakExtensionNames are file names with a weak extension.
	weakExtensionNames = words(`go.mod go.sum go.work web.config app.config nuget.config NuGet.config packages.config yarn.lock Cargo.lock
		poetry.lock Gemfile.lock composer.lock Pipfile.lock flake.lock bun.lock pdm.lock uv.lock mix.lock configure.ac Makefile.am Makefile.in
		MANIFEST.in requirements.in nginx.conf httpd.conf postgresql.conf redis.conf supervisord.conf pytest.ini setup.cfg
		.env.example .env.sample .env.template config.ru`)
	// receivers are common receivers of members, which are not file names.
	receivers = words(`this self cls super console window document process module exports res resp response req request r rsp
		ctx context event evt err error Math Object Array String Number Promise JSON os sys io np pd plt tf torch app.state
		obj object item items arr array list data body $ _ java javax kotlin scala system System std django flask node
		element elem el props state params args opts options result results row cursor conn session user logger log
		math string strings fmt json yaml http net path asyncio aiohttp axios fetch`)
	// products have names that look like files.
	products = words(`node.js next.js nuxt.js vue.js react.js express.js angular.js ember.js backbone.js three.js d3.js p5.js
		chart.js socket.io moment.js day.js alpine.js solid.js preact.js nest.js electron.js gatsby.js passport.js
		handlebars.js mustache.js require.js knockout.js underscore.js highlight.js bn.js web3.js ethers.js discord.js
		web3.py discord.py llama.cpp whisper.cpp ggml.c asp.net ado.net vb.net ml.net bun.sh brew.sh docs.rs lib.rs
		crates.io deno.land fastify.js koa.js pdf.js tensorflow.js brain.js anime.js video.js plotly.js leaflet.js
		babylon.js phaser.js pixi.js ramda.js rx.js zod.js htmx.js jquery.js polymer.js meteor.js sails.js hapi.js
		adonis.js strapi.js keystone.js deck.gl socket.js sql.js wasm.rs get.rs kit.svelte`)
	// innerExtensions are parts before a file's extension that are not names themselves: .test.ts.
	innerExtensions = words(`test spec d min module stories story e2e mock tar blade html js css txt snap config`)
	// placeholders are names that represent any file.
	placeholders = words(`foo bar baz qux foobar filename file_name yourfile your_file your-file myfile my_file my-file somefile
		some_file xxx xyz`)
	dotfile = lazyregexp.New(`^\.(env(rc|\.[a-z.]+)?|git[a-z]+|docker[a-z]+|npm[a-z]+|nvmrc|eslint[a-z]*|prettier[a-z]*|stylelint[a-z]*|babelrc|swcrc|editorconfig|bash[a-z_]+|zsh[a-z]+|profile|tool-versions|[a-z]+-version|flake8|pylintrc|coveragerc|htaccess|browserslistrc|yarnrc|mailmap|rspec|curlrc|wgetrc|vimrc|inputrc|hgignore|helmignore|gcloudignore|ignore)$`)
	domain  = lazyregexp.New(`(?i)^([a-z0-9-]+\.)+(com|org|net|io|dev|in|ai|app|co|edu|gov|info|me|xyz|land|sh|rs|uk|de|fr|cn|jp|eu|us|tv|ly|cloud|tech|page|site|so)(:\d+)?$`)
	// libraryPath matches folders of installed code.
	libraryPath = lazyregexp.New(`(^|/)(node_modules|site-packages|dist-packages|\.cargo|\.rustup|\.npm|\.m2|\.gradle|\.venv|venv|go/pkg/mod|(?i:lib/python[0-9.]+|python[0-9.]*/lib)|usr/local/go|usr/lib|usr/share|internal/modules/cjs|rustc)/|^(node:|internal/(process|modules|timers|streams)/)`)
	systemPath  = lazyregexp.New(`^/(etc|home|Users|var|opt|tmp|root|mnt|srv|usr|private|Volumes|proc|sys)/|^[A-Za-z]:/`)
	template    = lazyregexp.New("[{}<>*|\"`\x00-\x1f]|%[sdvq]|\\$\\(|\\(\\?|\\[\\^|\\]\\+|\\)\\$|\\?:")
	version     = lazyregexp.New(`^[vV]?\d+(\.\d+)+`)
)

// extension returns the part of a name after the last dot, in lower case. It is empty for a dot file and for mixed
// case, which begins a sentence or is a member.
func extension(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 1 || dot == len(name)-1 || strings.Trim(name[:dot], ".") == "" {
		return ""
	}
	ext, lower := name[dot+1:], strings.ToLower(name[dot+1:])
	if ext != lower && ext != strings.ToUpper(ext) && ext != "Rmd" {
		return ""
	}
	return lower
}

// hasKnownExtension reports whether a name has a known file extension.
func hasKnownExtension(name string) bool {
	ext := extension(name)
	return ext != "" && (otherExtensions[ext] || weakExtensionNames[name] || text.Language("x."+ext, "") != text.PlainText || text.Language(name, "") != text.PlainText)
}

// nameLike reports whether the last element of a path can be a file name: it has a known extension, or is a known
// name.
func nameLike(name string) bool {
	return hasKnownExtension(name) || bareNames[name] || dotfile().MatchString(name)
}

// isFalseFileName reports whether a word without folders that looks like a file is something else: a product, a member
// of an object, an abbreviation, a placeholder.
func isFalseFileName(word string) bool {
	ext := extension(word)
	stem := strings.TrimSuffix(word[:max(0, len(word)-len(ext))], ".")
	switch {
	case weakExtensionNames[word]:
		return false
	case products[strings.ToLower(word)], domain().MatchString(word) && !isSourceExtension(ext), version().MatchString(word):
		return true
	case placeholder(stem):
		return true
	case ext != "" && receivers[stem], ext != "" && weakExtensions[ext]:
		return true
	case len(ext) == 1 && (len(stem) == 1 || strings.Contains(stem, ".")), stem == strings.ToUpper(stem) && ext == "net":
		return true
	}
	return false
}

// isSourceExtension reports whether an extension that is also a top-level domain belongs to source files.
func isSourceExtension(ext string) bool { return ext == "rs" || ext == "sh" }

// placeholder reports whether a name is a placeholder: foo, your_file.
func placeholder(stem string) bool { return placeholders[strings.ToLower(stem)] }

// isPlaceholderPath reports whether a path is a placeholder: path/to/file.go.
func isPlaceholderPath(path string) bool {
	return strings.HasPrefix(path, "path/to/") || strings.Contains(path, "/path/to/") || strings.HasPrefix(path, "your/") || strings.HasPrefix(path, "some/") ||
		placeholder(strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], "."+extension(path)))
}
