/**
 * Static tokens: who may use the hub, and the hash of each one's token.
 *
 * A file has one token on each line, `name sha256-of-the-token [operator]`; a principal may have several. Tokens are
 * random texts of 256 bits, so that their hash needs no salt.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';

import { hashOf } from './invitation-link.ts';
import { isAccountName } from './principal.ts';

/** A token, by its hash. */
export interface StaticToken {
  /** The name of the principal. */
  readonly name: string;
  /** The SHA-256 of the token, as 64 hexadecimal digits. */
  readonly hash: string;
  /** Whether the principal is an operator. */
  readonly isOperator: boolean;
}

/** A new token of 256 bits. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const staticToken = (name: string, token: string, isOperator = false): StaticToken => ({
  name,
  hash: hashOf(token),
  isOperator,
});

/** The line of a token in a file. */
export const tokenLine = ({ name, hash, isOperator }: StaticToken): string =>
  `${name} ${hash}${isOperator ? ' operator' : ''}`;

/** The tokens of a text, and one sentence for each line that is not a token and not a comment. */
export interface ParsedTokens {
  /** The tokens. */
  readonly tokens: readonly StaticToken[];
  /** What is wrong with the other lines. */
  readonly problems: readonly string[];
}

/** Reads the lines of a file of tokens; empty lines and lines with `#` in front are left out. */
export function parseTokens(text: string): ParsedTokens {
  const tokens: StaticToken[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.trim();
    if (words === '' || words.startsWith('#')) continue;
    const [name = '', hash = '', operator, ...more] = words.split(/\s+/u);
    const token = { name, hash: hash.toLowerCase(), isOperator: operator === 'operator' };
    const isToken = isAccountName(name) && /^[0-9a-f]{64}$/u.test(token.hash);
    const problem =
      isToken && more.length === 0 && (operator === undefined || token.isOperator)
        ? conflictOf(token, tokens)
        : 'must have a name, the SHA-256 of the token as 64 hexadecimal digits and, for an operator, "operator"';
    if (problem === undefined) tokens.push(token);
    // The line itself is not repeated: it may hold a token in place of its hash.
    else problems.push(`Line ${index + 1} of the tokens ${problem}.`);
  }
  return { tokens, problems };
}

function conflictOf({ name, hash, isOperator }: StaticToken, others: readonly StaticToken[]): string | undefined {
  if (others.some((other) => other.hash === hash)) return 'repeats a token';
  const differs = others.some((other) => other.name === name && other.isOperator !== isOperator);
  return differs ? 'names a principal that is an operator on some lines only' : undefined;
}

/** Finds the principal of a token. */
export class TokenTable {
  readonly #tokens: readonly { readonly token: StaticToken; readonly digest: Buffer }[];

  constructor(tokens: readonly StaticToken[]) {
    this.#tokens = tokens.map((token) => ({ token, digest: Buffer.from(token.hash, 'hex') }));
  }

  /** All tokens. */
  get tokens(): readonly StaticToken[] {
    return this.#tokens.map(({ token }) => token);
  }

  /** Returns the entry of a token; always compares with all of them, each in constant time. */
  find(token: string): StaticToken | undefined {
    const digest = Buffer.from(hashOf(token), 'hex');
    let found: StaticToken | undefined;
    for (const each of this.#tokens) if (timingSafeEqual(each.digest, digest)) found = each.token;
    return found;
  }

  /** Returns an entry of a principal. */
  ofName(name: string): StaticToken | undefined {
    return this.#tokens.find(({ token }) => token.name === name)?.token;
  }
}

/** The principals that lose a token, or a right, from one table to the next. */
export function revokedNames(before: TokenTable, after: TokenTable): ReadonlySet<string> {
  const kept = new Set(after.tokens.map(tokenLine));
  return new Set(before.tokens.filter((token) => !kept.has(tokenLine(token))).map(({ name }) => name));
}
