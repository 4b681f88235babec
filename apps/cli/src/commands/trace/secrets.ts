/**
 * Finds credentials by their names and formats.
 *
 * A secret is found by the name before it, as in an assignment, an option or a header, or by a format that only keys
 * have. Others are not found.
 */

/** The replacement of a secret. */
export const hidden = '(hidden)';

const names = [
  String.raw`token`,
  String.raw`secret`,
  String.raw`passw(?:or)?d`,
  String.raw`passphrase`,
  String.raw`credentials?`,
  String.raw`(?:api|access|account|auth|client|encryption|private|secret|signing)[-_. ]?key`,
].join('|');

/** Fields whose values are or contain credentials. */
const secretFields = new RegExp(String.raw`^(?:env|headers|(?:set-)?cookies?|.*(?:${names}|authorization))$`, 'iu');
/** Counts of tokens are not tokens. */
const tokenCountFields = /tokens$/iu;

export const isSecretName = (name: string): boolean => secretFields.test(name) && !tokenCountFields.test(name);

const secretOption = new RegExp(String.raw`^--?[\w-]*(?:${names}|authorization)$`, 'iu');

/** Whether the next argument of a command is a secret. */
export const isSecretOption = (argument: unknown): boolean =>
  typeof argument === 'string' && secretOption.test(argument);

/** A value in quotes, possibly escaped in a JSON string, or up to the next space. */
const value = String.raw`(?:\\?"[^"\n]*"|'[^'\n]*'|[^\s"'&]+)`;

const patterns: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu,
  // Headers, also in quotes of a shell or of JSON.
  /(?<=\b(?:(?:proxy-)?authorization|(?:set-)?cookie)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)[^\s"'\\][^\n"'\\]*/giu,
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/giu,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/gu,
  /\b(?:sk|pk|rk)[-_][\w-]{16,}/gu,
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{30,}|hf_\w{20,}|gsk_\w{20,}|xai-\w{20,})/gu,
  /\bxox[abposr]-[\w-]{10,}/gu,
  /\b(?:AKIA|ASIA)[\dA-Z]{16}\b/gu,
  /\bAIza[\w-]{30,}/gu,
  /\bya29\.[\w-]{20,}/gu,
  /(?<=\/\/)[^\s/:@]+:[^\s/@]+(?=@)/gu,
  /(?<=[?&](?:key|code|sig|signature)=)[^&\s"']+/giu,
  // Assignments in any notation, and options of commands.
  new RegExp(String.raw`(?<=(?:${names})\\?["']?(?:\s{0,4}[:=]\s{0,4}))${value}`, 'giu'),
  new RegExp(String.raw`(?<=(?<!\S)--?[\w-]{0,40}(?:${names})\s{1,4})(?!-)${value}`, 'giu'),
  new RegExp(String.raw`(?<=\b[A-Z][A-Z\d_]{0,60}(?:KEY|_PASS|_PWD|_AUTH)=)${value}`, 'gu'),
  /(?<=(?<!\S)(?:-u|--user)[ =])[^\s:"']+:[^\s"']+/gu,
];

/** Replaces every secret that is found. */
export const withoutSecrets = (text: string): string =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, hidden), text);
