/** The shapes of keys that services issue; docs/guides/use-acp-traces.md lists the services. */

/** Each matches one key, whatever stands around it. */
export const keyShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/gu,
  /\bAGE-SECRET-KEY-1[\dA-Z]{20,}/gu,
  // JSON Web Tokens.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/gu,
  // OpenAI, Anthropic, OpenRouter, Stripe, and others with their prefixes.
  /\b(?:sk|pk|rk)[-_][\w-]{16,}/gu,
  /\bwhsec_[\w+/=]{16,}/gu,
  // GitHub, GitLab, npm, PyPI, Docker, Hugging Face.
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,})/gu,
  /\bgl(?:pat|dt|rt|rtr|soat|cbt|ptt|ft|imt|agent|oas|ffct)-[\w.-]{16,}/gu,
  /\b(?:npm_\w{30,}|pypi-[\w-]{16,}|dckr_(?:pat|oat)_[\w-]{16,}|hf_\w{20,})/gu,
  // Amazon, Google, Azure.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[\dA-Z]{16}\b/gu,
  /\b(?:AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|1\/\/0[\w-]{20,})/gu,
  /\b[\w~.-]{3}\dQ~[\w~.-]{30,}/gu,
  // Slack, Discord, Telegram.
  /\b(?:xox[abeoprs]|xapp)-[\w-]{10,}/gu,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]{20,}/gu,
  /\b[MNO][\w-]{23,26}\.[\w-]{6}\.[\w-]{27,}/gu,
  /\b\d{8,10}:AA[\w-]{33}/gu,
  // Model services: Groq, xAI, Perplexity, Replicate, Fireworks, Tavily, Databricks.
  /\b(?:gsk_\w{20,}|xai-\w{20,}|pplx-\w{20,}|r8_\w{20,}|fw_\w{20,}|tvly-[\w-]{16,}|dapi[\da-f]{32})/gu,
  // Mail and telephony: SendGrid, Mailgun, Mailchimp, Twilio, Brevo.
  /\b(?:SG\.[\w-]{16,}\.[\w-]{16,}|key-[\da-f]{32}|[\da-f]{32}-us\d{1,2}|SK[\da-f]{32}|xkeysib-[\w-]{32,})/gu,
  // Infrastructure: DigitalOcean, Heroku, HashiCorp, Supabase, PlanetScale, Fly, Grafana, Sentry, New Relic, Datadog.
  /\b(?:do[opr]_v1_\w{32,}|HRKU-[\w-]{20,}|hv[sb]\.[\w-]{20,}|sbp_\w{20,}|pscale_(?:tkn|pw|oauth)_[\w-]{16,}|fm2_[\w+/=]{20,})/gu,
  /\b(?:glsa_\w{20,}|glc_[\w+/=]{20,}|sntry[su]_[\w+/=]{20,}|NRAK-[\dA-Z]{20,}|ddp_\w{20,})/gu,
  // Work: Atlassian, Linear, Notion, Figma, Airtable, Shopify, Square, Postman.
  /\b(?:ATATT3[\w=-]{20,}|lin_(?:api|oauth)_\w{20,}|ntn_\w{20,}|figd_[\w-]{20,}|pat\w{14}\.[\da-f]{32,})/gu,
  /\b(?:shp(?:at|ca|pa|ss)_[\da-f]{16,}|sq0(?:atp|csp)-[\w-]{16,}|EAAA[\w-]{40,}|PMAK-[\w-]{20,})/gu,
];
