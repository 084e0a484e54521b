package secrets

import (
	"path"
	"slices"
	"strings"
)

// names are the lower-case names of files that contain secrets; a star matches any text. They are
// the names that the corresponding programs use.
var names = []string{
	".env", ".env.*", "*.env", ".envrc",
	".netrc", "_netrc", ".git-credentials", ".pgpass", ".my.cnf", ".npmrc", ".pypirc", ".dockercfg", ".dockerconfigjson",
	".htpasswd", ".s3cfg", ".boto", ".vault-token", ".esmtprc", ".msmtprc", ".mutt_password",
	"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
	"*.pem", "*.key", "*.ppk", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.kdb", "*.asc.key", "*.ovpn",
	"shadow", "logins.json", "key3.db", "key4.db", "filezilla.xml", "recentservers.xml", "sitemanager.xml", "sftp*.json", ".ftpconfig", ".remote-sync.json", "dbeaver-data-sources*.xml",
	"wp-config.php", "localsettings.php", "master.key", "credentials.yml.enc", "secret_token.rb", "carrierwave.rb", "knife.rb",
	"secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml",
	"*.tfstate", "*.tfstate.backup", "*.tfvars", "*.tfvars.json",
	"credentials", "credentials.json", "client_secret*.json", "service-account*.json",
}

// exact are the names without a star, and starred the text before and after it in the others: a
// name is checked for every file of a document.
var exact, starred = func() (map[string]bool, [][2]string) {
	exact, starred := map[string]bool{}, [][2]string{}
	for _, name := range names {
		if prefix, suffix, ok := strings.Cut(name, "*"); ok {
			starred = append(starred, [2]string{prefix, suffix})
		} else {
			exact[name] = true
		}
	}
	return exact, starred
}()

// harmless are the suffixes of names of example files.
var harmless = []string{".example", ".sample", ".template", ".dist", ".tmpl", "-example", "-sample"}

// Name reports whether a file's name is secret, whatever its content. Public keys and examples
// are not.
func Name(file string) bool {
	name := strings.ToLower(path.Base(file))
	for _, end := range harmless {
		if strings.HasSuffix(name, end) {
			return false
		}
	}
	if !exact[name] && !slices.ContainsFunc(starred, func(s [2]string) bool {
		return len(name) >= len(s[0])+len(s[1]) && strings.HasPrefix(name, s[0]) && strings.HasSuffix(name, s[1])
	}) {
		return false
	}
	return !strings.HasSuffix(name, ".pub") && !strings.HasPrefix(name, "public")
}
