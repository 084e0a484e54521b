package secrets
