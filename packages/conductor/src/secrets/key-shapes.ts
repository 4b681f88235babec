/** The shapes of keys that services issue; docs/guides/use-acp-traces.md lists the services. */
import { spansOfPatterns, type Span } from './spans.ts';

/**
 * Each matches one key, whatever stands around it; the group `kept` is before the key, and stays. The time that they
 * take must grow with the text only, so a part without a limit is the last one of its pattern.
 */
const keyShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/gu,
  /\bAGE-SECRET-KEY-1[\dA-Z]{20,}/gu,
  // OpenAI, Anthropic, OpenRouter, Stripe, and others with their prefixes.
  /\b(?:sk|pk|rk)[-_][\w-]{16,}/gu,
  /\bwhsec_[\w+/=]{16,}/gu,
  // GitHub, GitLab, npm, PyPI, Docker, Hugging Face.
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,})/gu,
  /\bgl(?:pat|dt|rt|rtr|soat|cbt|ptt|ft|imt|agent|oas|ffct)-[\w.-]{16,}/gu,
  /\b(?:npm_\w{30,}|pypi-[\w-]{16,}|dckr_(?:pat|oat)_[\w-]{16,}|hf_\w{20,})/gu,
  // Amazon (keys, and the tokens of sessions), Google, Azure.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[\dA-Z]{16}\b/gu,
  /\b(?:IQoJb3JpZ2lu|F[QwI]oGZXIvYXdz|AQoDYXdz)[\w+/=%-]{50,}/gu,
  /\b(?:AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|1\/\/0[\w-]{20,})/gu,
  /\b[\w~.-]{3}\dQ~[\w~.-]{30,}/gu,
  // Slack, Discord, Telegram.
  /\b(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w%+/=.-]{10,}/gu,
  /(?<kept>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]{20,}/gu,
  /(?<kept>discord(?:app)?\.com\/api\/(?:v\d{1,3}\/)?webhooks\/\d{15,22}\/)[\w-]{20,}/gu,
  /\b[MNO][\w-]{23,26}\.[\w-]{6}\.[\w-]{27,}/gu,
  /\b\d{8,10}:AA[\w-]{33}/gu,
  // Model services: Groq, xAI, Perplexity, Replicate, Fireworks, Tavily, Databricks.
  /\b(?:gsk_\w{20,}|xai-\w{20,}|pplx-\w{20,}|r8_\w{20,}|fw_\w{20,}|tvly-[\w-]{16,}|dapi[\da-f]{32})/gu,
  // Mail and telephony: SendGrid, Mailgun (two forms), Mailchimp, Twilio, Brevo.
  /\b(?:SG\.[\w-]{16,100}\.[\w-]{16,}|key-[\da-f]{32}|[\da-f]{32}-us\d{1,2}|SK[\da-f]{32}|xkeysib-[\w-]{32,})/gu,
  /\b[\da-f]{32}-[\da-f]{8}-[\da-f]{8}\b/gu,
  // Infrastructure: DigitalOcean, Heroku, HashiCorp, Supabase, PlanetScale, Fly, Grafana, Sentry, New Relic, Datadog.
  /\b(?:do[opr]_v1_\w{32,}|HRKU-[\w-]{20,}|hv[sb]\.[\w-]{20,}|sbp_\w{20,}|pscale_(?:tkn|pw|oauth)_[\w-]{16,}|fm2_[\w+/=]{20,})/gu,
  /\b(?:glsa_\w{20,}|glc_[\w+/=]{20,}|sntry[su]_[\w+/=]{20,}|NR(?:AK|II|IQ|RA|JS|BR|SP|AA)-[\w-]{16,}|ddp_\w{20,})/gu,
  /\b[\dA-Za-z]{32,36}NRAL\b/gu,
  /(?<kept>\/\/)[\da-f]{32}(?::[\da-f]{32})?(?=@)/gu,
  // Work: Atlassian, Linear, Notion, Figma, Airtable, Shopify, Square, Postman.
  /\b(?:ATATT3[\w=-]{20,}|lin_(?:api|oauth)_\w{20,}|ntn_\w{20,}|figd_[\w-]{20,}|pat\w{14}\.[\da-f]{32,})/gu,
  /\b(?:shp(?:at|ca|pa|ss)_[\da-f]{16,}|sq0(?:atp|csp)-[\w-]{16,}|EAAA[\w-]{40,}|PMAK-[\w-]{20,})/gu,
];

/** The keys in a text, in any order. */
export const keySpans = (text: string): readonly Span[] => [...spansOfPatterns(text, keyShapes), ...webTokens(text)];

const webTokenStart = 'eyJ';
const minTokenPart = 8;
const tokenPart = /[\w-]*/uy;
const wordCharacter = /\w/u;

/** JSON Web Tokens: three parts with dots. A word that is none is left as a whole, however many beginnings it has. */
function webTokens(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = text.indexOf(webTokenStart);
  while (start !== -1) {
    let next = start + webTokenStart.length;
    if (!wordCharacter.test(text.charAt(start - 1))) {
      const head = partEnd(text, next);
      const payload = isPart(text, next, head) ? partEnd(text, head + 1) : head;
      const isToken = payload > head && isPart(text, head + 1, payload);
      next = isToken ? partEnd(text, payload + 1) : head;
      if (isToken) spans.push({ start, end: next });
    }
    start = text.indexOf(webTokenStart, next);
  }
  return spans;
}

const isPart = (text: string, start: number, end: number): boolean =>
  end - start >= minTokenPart && text.charAt(end) === '.';

function partEnd(text: string, at: number): number {
  tokenPart.lastIndex = at;
  tokenPart.test(text);
  return Math.max(at, tokenPart.lastIndex);
}
