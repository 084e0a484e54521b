package secrets

import (
	"path"
	"strings"
)

// names are files that hold secrets, by their names in lower case, as [path.Match] reads
// them. They are those that the programs which use them write or ask for.
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

// harmless are endings of names that say that a file is only an example.
var harmless = []string{".example", ".sample", ".template", ".dist", ".tmpl", "-example", "-sample"}

// Name reports whether a file is secret by its name, whatever stands in it. Public halves of
// keys and examples are not.
func Name(file string) bool {
	name := strings.ToLower(path.Base(file))
	for _, end := range harmless {
		if strings.HasSuffix(name, end) {
			return false
		}
	}
	for _, pattern := range names {
		if ok, _ := path.Match(pattern, name); ok {
			return !strings.HasSuffix(name, ".pub") && !strings.HasPrefix(name, "public")
		}
	}
	return false
}
