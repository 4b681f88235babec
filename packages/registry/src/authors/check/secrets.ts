/** Finds values that look like credentials, which must not be published in a manifest. */

/** Beginnings of keys and tokens that services give out. */
const token =
  /^(?:sk-|pk-|rk-|gh[opsur]_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|npm_|pypi-|hf_|eyJ[\w-]+\.)[\w.-]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY/u;
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/iu;
/** What authors write instead of a value: a placeholder, a reference to a variable, a switch. */
const placeholder = /^$|[<>${}\s]|^(?:true|false|\d{1,6}|your[-_].*|x+|\*+|\.+|changeme|none|null|default|auto)$/iu;

/** Whether the value of the variable `name` looks like a credential. */
export function looksSecret(name: string, value: string): boolean {
  return isToken(value) || (secretName.test(name) && value.length >= 12 && !placeholder.test(value));
}

/** Whether a text contains a key or token of a known form. */
export function isToken(value: string): boolean {
  return token.test(value.replace(/^[^=]*=|^Bearer /u, '')) || token.test(value);
}
