/**
 * The text of the filter box: words and `name:value` pairs, which all have to match.
 *
 * `method:session/update from:Agent session:abc kind:error run:2 is:problem some words`
 */
import type { RowFilter, WireRow } from '@acp-stack/trace/inspect';

/** What a text means, and the words of it that mean nothing. */
export interface Query {
  readonly filter: RowFilter;
  /** One sentence for each word that is not understood. */
  readonly problems: readonly string[];
}

/** The names that can stand before a colon, with what they choose. */
export const queryNames: Readonly<Record<string, string>> = {
  method: 'a part of the name of the method',
  from: 'the side that sent it',
  to: 'the side that received it',
  session: 'the id of the session',
  kind: 'request, answer, error, notification, stdout, stderr, component, end or problem',
  run: 'the number of the run',
  is: 'problem: errors, noise, and what is against the protocol',
};

const kinds: ReadonlySet<string> = new Set<WireRow['kind']>([
  'request',
  'answer',
  'error',
  'notification',
  'stdout',
  'stderr',
  'component',
  'end',
  'problem',
]);

const part = /(?<name>[a-z]+):(?:"(?<quoted>[^"]*)"|(?<value>\S+))|"(?<phrase>[^"]*)"|(?<word>\S+)/gu;

type Found = { -readonly [Field in keyof RowFilter]: RowFilter[Field] };

/** Reads the text of the filter box. */
export function parseQuery(text: string): Query {
  const found: Found = {};
  const words: string[] = [];
  const problems: string[] = [];
  for (const { groups = {} } of text.matchAll(part)) {
    const { name, word, phrase } = groups;
    const value = groups['quoted'] ?? groups['value'] ?? '';
    if (name === undefined || !Object.hasOwn(queryNames, name)) words.push(phrase ?? word ?? `${name}:${value}`);
    else add(found, name, value, problems);
  }
  if (words.length > 0) found.text = words.join(' ');
  return { filter: found, problems };
}

function add(found: Found, name: string, value: string, problems: string[]): void {
  if (name === 'kind') {
    if (kinds.has(value)) found.kinds = [...(found.kinds ?? []), value as WireRow['kind']];
    else problems.push(`kind:${value} is not known; use ${queryNames['kind']}.`);
  } else if (name === 'run') {
    if (/^\d{1,6}$/u.test(value)) found.runs = [...(found.runs ?? []), Number(value)];
    else problems.push(`run: needs a number, not ${value}.`);
  } else if (name === 'is') {
    if (value === 'problem') found.onlyErrors = true;
    else problems.push(`is:${value} is not known; use is:problem.`);
  } else found[name as 'method' | 'from' | 'to' | 'session'] = value;
}

/** The text with a pair added, or without it if it is there. */
export function togglePair(text: string, name: string, value: string): string {
  const written = `${name}:${/[\s"]/u.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
  const words = Array.from(text.matchAll(part), ([word]) => word);
  const without = words.filter((word) => word !== written);
  return (without.length === words.length ? [...words, written] : without).join(' ');
}
