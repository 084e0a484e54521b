package main

import "testing"

func TestLicence(t *testing.T) {
	for text, want := range map[string]string{
		"MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software and associated documentation files": "MIT",
		"Redistribution and use in source and binary forms, with or without\nmodification, are permitted":                                                  "BSD",
		"GNU GENERAL PUBLIC LICENSE\nVersion 3": "",
		"You may look at it on Sundays.":        "",
		"":                                      "",
	} {
		got, err := licence(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.20q is %q, %v", text, got, err)
		}
	}
}
