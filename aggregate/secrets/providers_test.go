package secrets

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tokens are made up, one for each rule of providers.toml. Braces contain a class of characters
// and their number: hexadecimal, digits, lower case, upper case (each including digits),
// alphanumeric. They are expanded at run time, so that secret scanners do not report this file.
var tokens = []struct{ rule, form string }{
	{"docker-access-token", "dckr_pat_{a27}"},
	{"figma-token", "figor_{a40}"},
	{"tailscale-key", "tskey-pe-{a8}-{a16}"},
	{"groq-api-key", "gsk_{a52}"},
	{"vercel-token", "vca_{a20}"},
	{"cloudflare-token", "cfk_{a40}{h8}"},
	{"supabase-token", "sbp_{h40}"},
	{"supabase-secret-key", "sb_secret_{a20}"},
	{"neon-api-key", "napi_{a64}"},
	{"neon-password", "npg_{a12}"},
	{"replicate-api-token", "r8_{a37}"},
	{"xai-api-key", "xai-{a70}"},
	{"google-oauth-client-secret", "GOCSPX-{a28}"},
	{"google-oauth-token", "ya29.{a20}"},
	{"google-refresh-token", "1//0{a40}"},
	{"firebase-server-key", "AAAA{a7}:APA91b{a134}"},
	{"google-chat-webhook", "chat.googleapis.com/v1/spaces/{a6}/messages?key={a39}&token={a20}"},
	{"posthog-key", "phs_{a47}"},
	{"posthog-key", "phx_{a41}"},
	{"posthog-key", "pha_{a43}"},
	{"discord-bot-token", "discord = NjA3OjQ2MjM0OjQ3MjQ5.{a6}.{a27}"},
	{"discord-bot-header", "bot MjYyMTMxNDg4Mjk4OTYw.{a6}.{a27}"},
	{"discord-webhook", "discord.com/api/webhooks/{d17}/{a60}"},
	{"telegram-bot-token", "{d8}:AA{a33}"},
	{"airtable-token", "pat{a14}.{h64}"},
	{"airtable-oauth-token", "oaa{a14}.v1.{a10}.{h40}"},
	{"circleci-token", "CCIPRJ_{a22}_{h40}"},
	{"buildkite-token", "bkua_{h40}"},
	{"buildkite-token", "bkct_{u3}.{a77}"},
	{"buildkite-token", "bkaj_{a20}.{a250}.{a60}"},
	{"buildkite-token", "bkps_{u2}_{h60}"},
	{"netlify-token", "nfp_{a36}"},
	{"render-api-key", "rnd_{a28}"},
	{"render-api-key", "rnd_{a32}"},
	{"fly-token", "FlyV1 fm2_{a100}"},
	{"linear-token", "lin_api_{a32}"},
	{"mapbox-secret-token", "tk.eyJ{a20}.{a22}"},
	{"databricks-oauth-secret", "dose{h32}"},
	{"databricks-token", "dapi{h32}"},
	{"openrouter-api-key", "sk-or-v1-{h64}"},
	{"anthropic-token", "sk-ant-izb10-{a60}"},
	{"openai-project-key", "sk-{a20}T3BlbkFJ{a20}"},
	{"nvidia-api-key", "nvapi-{a64}"},
	{"elevenlabs-api-key", "sk_{h48}"},
	{"langsmith-key", "lsv2_sk_{h32}_{h10}"},
	{"langfuse-secret-key", "sk-lf-{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"pinecone-api-key", "pcsk_{a5}_{a63}"},
	{"bare-secret-key", "sk-{a32}"},
	{"github-token", "ghr_{a36}"},
	{"gitlab-token", "glagent-{a20}"},
	{"sourcegraph-cody-token", "slk_{h64}"},
	{"sonarqube-token", "squ_{h40}"},
	{"sonarcloud-token", "sqco_{a59}"},
	{"contentful-token", "CFPAT-{a43}"},
	{"doppler-token", "dp.scim.{a40}"},
	{"deno-token", "ddp_{a36}"},
	{"adafruit-io-key", "aio_{a28}"},
	{"apify-api-token", "apify_api_{a36}"},
	{"atlassian-token", "ATCTT3{a60}"},
	{"bitbucket-app-password", "ATBB{a20}"},
	{"bitbucket-datacenter-token", "BBDC-{a40}"},
	{"aws-appsync-key", "da2-{l26}"},
	{"azure-devops-token", "{a76}AZDO{a4}"},
	{"azure-storage-key", "{a76}+ASt{a5}Q=="},
	{"azure-registry-key", "{a42}+ACR{a6}"},
	{"azure-function-key", "{a44}AzFu{a5}Q=="},
	{"azure-search-key", "{a42}AzSeA{a5}"},
	{"azure-cosmos-key", "{a76}ACDb{a5}w=="},
	{"azure-account-key", "AccountKey%3d{a38}"},
	{"azure-sas-signature", "&sig={a40}="},
	{"azure-appconfig-secret", "azconfig.io;Id={a4};Secret={a40}"},
	{"bannerbear-key", "bb_ma_{h30}"},
	{"endor-labs-key", "endr+{a16}"},
	{"flutterwave-live-key", "FLWSECK-{l32}-X"},
	{"fullstory-key", "eu1.{a100}"},
	{"hubspot-token", "pat-ap8-{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"klaviyo-key", "pk_{h34}"},
	{"launchdarkly-key", "api-{h8}-{h4}-4{h3}-{h4}-{h12}"},
	{"mailchimp-key", "{h32}-us5"},
	{"mailersend-token", "mlsn.{h64}"},
	{"new-relic-key", "NRAK-{u27}"},
	{"new-relic-license-key", "{h32}FFFFNRAL"},
	{"notion-secret", "secret_{a43}"},
	{"paypal-braintree-token", "access_token$production${l16}${h32}"},
	{"plaid-access-token", "access-development-{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"razorpay-key", "rzp_live_{a14}"},
	{"ramp-secret", "ramp_sec_{a48}"},
	{"rootly-token", "rootly_{h64}"},
	{"saladcloud-key", "salad_cloud_7_{a7}"},
	{"salesforce-token", "00{a13}!{a96}"},
	{"salesforce-refresh-token", "5AEP861{a80}"},
	{"sendgrid-key", "SG.{a16}.{a32}"},
	{"brevo-key", "xsmtpsib-{a81}"},
	{"sentry-token", "sntrys_{a60}"},
	{"shopify-token", "shppa_{a32}"},
	{"slack-token", "xoxo-1-{a10}"},
	{"slack-cookie", "xoxd-{a40}"},
	{"slack-webhook", "hooks.slack.com/workflows/{u6}/{u6}/{a20}"},
	{"square-secret", "sq0csc-{a22}"},
	{"stripe-webhook-secret", "whsec_{a32}"},
	{"stripe-intent-secret", "seti_{a24}_secret_{a25}"},
	{"teams-webhook", ".environment.api.powerplatform.com/{a20}/invoke?{l20}"},
	{"zapier-webhook", "hooks.zapier.com/hooks/catch/{a5}/{a5}"},
	{"tines-webhook", ".tines.com/webhook/{l32}/{l32}"},
	{"typeform-token", "tfp_{a40}"},
	{"voiceflow-key", "VF.{h24}.{a16}"},
	{"webex-token", "webex = {a64}_{a4}_{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"zoho-token", "1000.{h32}.{h32}"},
	{"pganalyze-token", "pgar_{a27}"},
	{"robinhood-key", "rh-api-{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"fleetbase-key", "flb_test_{a20}"},
	{"flexport-key", "shltm_{a40}"},
	{"close-api-key", "api_{a22}.{a22}"},
	{"nightfall-key", "NF-{a32}"},
	{"pagarme-key", "ak_live_{a30}"},
	{"pubnub-secret-key", "sec-c-{a40}"},
	{"pubnub-key", "sub-c-{l8}-{l4}-{l4}-{l4}-{l12}"},
	{"recharge-key", "sk_4x2_{h64}"},
	{"checkout-key", "sk_{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"stripe-like-key", "sk_live_{a40}"},
	{"clickup-token", "pk_{d6}_{u32}"},
	{"ticket-tailor-key", "sk_{d4}_{d5}_{h32}"},
	{"portainer-token", "ptr_{a40}"},
	{"scrapfly-key", "scp-test-{l32}"},
	{"asana-token", "9/1{d14}:{h32}"},
	{"dropbox-token", "sl.{a130}"},
	{"dynatrace-token", "dt0v14.{u8}.{u64}"},
	{"vault-token", "hvs.{a50}"},
	{"terraform-cloud-token", "{a14}.atlasv1.{a60}"},
	{"octopus-api-key", "API-{u25}"},
	{"snyk-token", "snyk_uat.{l8}.{a40}"},
	{"resend-api-key", "re_{a8}_{a24}"},
	{"crates-io-token", "cio{a32}"},
	{"nuget-api-key", "oy2o{l42}"},
	{"npm-legacy-token", "_auth={a20}"},
	{"pypi-token", "pypi-AgENdGVzdC5weXBpLm9yZw{a50}"},
	{"huggingface-token", "hf_{a34}"},
	{"alibaba-key-id", "LTAI{a17}"},
	{"tencent-secret-id", "AKID{a32}"},
	{"onepassword-token", "ops_ey{a100}"},
	{"axiom-token", "xaat-{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"honeycomb-key", "hclik_{l58}"},
	{"auth0-client-secret", "auth0secret:{a64}"},
	{"docker-config-auth", "\"auth\":\"{a12}\""},
	{"docker-swarm-token", "SWMTKN-1-{l50}-{l25}"},
	{"amazon-mws-token", "amzn.mws.{h8}-{h4}-{h4}-{h4}-{h12}"},
	{"mailgun-key", "key-{h32}"},
	{"wandb-key", "wandb_api_key:{h40}"},
}

var kinds = map[string]string{
	"h": "0123456789abcdef", "d": "0123456789",
	"l": "abcdefghijklmnopqrstuvwxyz0123456789", "u": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	"a": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
}

var filledIn = regexp.MustCompile(`\{([hdlua])(\d+)\}`)

// filled returns a made-up token of one of the forms.
func filled(rng *rand.Rand, form string) string {
	return filledIn.ReplaceAllStringFunc(form, func(part string) string {
		kind := kinds[part[1:2]]
		n, _ := strconv.Atoi(part[2 : len(part)-1])
		b := make([]byte, n)
		for i := range b {
			b[i] = kind[rng.IntN(len(kind))]
		}
		return string(b)
	})
}

// TestProviders checks that each rule has a sample, which is found as certain, and that one value
// is one finding.
func TestProviders(t *testing.T) {
	s := &Scanner{}
	if _, err := s.read(providerRules); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(11, 13))
	for _, r := range s.rules {
		if !slices.ContainsFunc(tokens, func(row struct{ rule, form string }) bool { return row.rule == r.id }) {
			t.Errorf("%s has no sample", r.id)
		}
	}
	for _, row := range tokens {
		text := "x: \"" + filled(rng, row.form) + "\"\n"
		found, err := Default().Scan(t.Context(), "", text)
		if err != nil || len(found) == 0 || found[0].Class != Certain {
			t.Errorf("%s: of %s is found %v, %v", row.rule, text, said(found, text), err)
			continue
		}
		for _, other := range found[1:] {
			if other.Start < found[0].End && found[0].Class == Certain && !strings.Contains(row.form, "://") {
				t.Errorf("%s: one value is several findings: %v", row.rule, said(found, text))
			}
		}
	}
}

// TestPlaceholders checks that placeholders in documentation are not certain, whatever rule they
// match.
func TestPlaceholders(t *testing.T) {
	texts := []string{
		"//registry.npmjs.org/:_authToken=00000000-0000-0000-0000-000000000000",
		"//registry.npmjs.org/:_authToken=aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa",
		"_authToken=your-token-here-0123456789", "_authToken=YOUR_NPM_TOKEN_HERE_1234", "_auth=EXAMPLE1234567890abcdef",
		"ghp_EXAMPLE0123456789abcdefghijABCDEFGH1", "ghp_" + strings.Repeat("x", 36), "ghp_" + strings.Repeat("0", 36),
		"xoxb-your-token-here-1234567890", "xoxb-not-a-real-token-xxxxxxxxxxxx", "sk-proj-your_api_key_1234567890abcdef",
		"sk_live_changeme1234567890abcdefgh", "sk-ant-api03-REPLACE_WITH_YOUR_KEY_0123456789",
	}
	repeated := func(word string) func(string) string {
		return func(part string) string {
			n, _ := strconv.Atoi(part[2 : len(part)-1])
			return strings.Repeat(word, n/len(word)+1)[:n]
		}
	}
	for _, row := range tokens {
		for _, word := range []string{"0", "1", "a", "x", "X", "EXAMPLE", "example", "yourtokenhere", "YOUR_TOKEN_", "your-api-key-"} {
			n, _ := strconv.Atoi(filledIn.FindStringSubmatch(row.form)[2])
			if text := filledIn.ReplaceAllStringFunc(row.form, repeated(word)); n >= len(word) && len(text) <= 120 {
				texts = append(texts, text)
			}
		}
	}
	for _, text := range texts {
		found, err := Default().Scan(t.Context(), "", "x: \""+text+"\"\n"+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(found, func(f Finding) bool { return f.Class == Certain }) {
			t.Errorf("of %s is found %v", text, said(found, "x: \""+text+"\"\n"+text+"\n"))
		}
	}
}
