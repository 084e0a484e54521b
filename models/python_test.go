package models_test

import (
	"testing"

	"dossier/models"
	"dossier/presets/tomledit"
)

// Python's str of TOML values, as printed by CPython 3.11 with tomllib.
func TestEntriesThatAreNoText(t *testing.T) {
	tests := []struct{ toml, want string }{
		{`7`, "7"},
		{`-0`, "0"},
		{`0x10`, "16"},
		{`9223372036854775807`, "9223372036854775807"},
		{`1.5`, "1.5"},
		{`100.0`, "100.0"},
		{`-0.0`, "-0.0"},
		{`1e15`, "1000000000000000.0"},
		{`9999999999999998.0`, "9999999999999998.0"},
		{`1e16`, "1e+16"},
		{`123456789012345680.0`, "1.2345678901234568e+17"},
		{`1.7976931348623157e308`, "1.7976931348623157e+308"},
		{`1e-4`, "0.0001"},
		{`-1e-5`, "-1e-05"},
		{`5e-324`, "5e-324"},
		{`inf`, "inf"},
		{`-inf`, "-inf"},
		{`nan`, "nan"},
		{`-nan`, "nan"},
		{`true`, "True"},
		{`false`, "False"},
		{`"True"`, "True"},
		{`1979-05-27T07:32:00Z`, "1979-05-27 07:32:00+00:00"},
		{`1979-05-27T07:32:00.5Z`, "1979-05-27 07:32:00.500000+00:00"},
		{`1979-05-27T07:32:00.123456789-07:30`, "1979-05-27 07:32:00.123456-07:30"},
		{`1979-05-27T07:32:00`, "1979-05-27 07:32:00"},
		{`1979-05-27 00:00:00.000001`, "1979-05-27 00:00:00.000001"},
		{`1979-05-27`, "1979-05-27"},
		{`07:32:00`, "07:32:00"},
		{`00:32:00.25`, "00:32:00.250000"},
		{`[]`, "[]"},
		{`[[1.0, true], [nan, 'a']]`, "[[1.0, True], [nan, 'a']]"},
		{`[{ b = "x", a = 1 }, {}]`, "[{'a': 1, 'b': 'x'}, {}]"},
		{`["it's", 'say "x"', "both ' and \""]`, `["it's", 'say "x"', 'both \' and "']`},
		{`["\t\n\r\\\u0000\u007f\u00a0\u00ad\u200b\u2028é漢🙂\U000e0041\ue000"]`, `['\t\n\r\\\x00\x7f\xa0\xad\u200b\u2028é漢🙂\U000e0041\ue000']`},
		{`[1979-05-27T07:32:00Z]`, "[datetime.datetime(1979, 5, 27, 7, 32, tzinfo=datetime.timezone.utc)]"},
		{`[1979-05-27T07:32:05.5+01:00]`, "[datetime.datetime(1979, 5, 27, 7, 32, 5, 500000, tzinfo=datetime.timezone(datetime.timedelta(seconds=3600)))]"},
		{`[1979-05-27T07:32:00-07:30]`, "[datetime.datetime(1979, 5, 27, 7, 32, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=59400)))]"},
		{`[1979-05-27T07:32:05, 1979-05-27]`, "[datetime.datetime(1979, 5, 27, 7, 32, 5), datetime.date(1979, 5, 27)]"},
		{`[07:32:00, 07:00:01.25]`, "[datetime.time(7, 32), datetime.time(7, 0, 1, 250000)]"},
	}
	for _, tt := range tests {
		values, err := tomledit.Decode([]byte("bare = [" + tt.toml + "]\ntable = { role = \"AI\", content = " + tt.toml + " }\n"))
		if err != nil {
			t.Fatalf("%s: %v", tt.toml, err)
		}
		for _, e := range []struct {
			value any
			want  string
		}{{values["bare"].([]any)[0], tt.want}, {values["table"], "AI: " + tt.want}} {
			got, err := models.ParseEntry("e", e.value)
			if err != nil || got.Excerpt() != e.want {
				t.Errorf("%s prints %s (%v), want %s", tt.toml, got.Excerpt(), err, e.want)
			}
		}
	}
}
