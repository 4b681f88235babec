/**
 * An error in words: its message, and what its `data` adds to it.
 *
 * Many programs answer "Internal error" and put the reason into `data`: as `details`, as `message`, or as a string.
 */
import { RpcError } from './errors.ts';

/** The maximum length of a text in `data`, and of other data as JSON. */
const maxText = 2000;
const maxJson = 300;

/**
 * The message of any error, or what was thrown as a string. To the message of an `RpcError`, or of an error object as
 * it crosses the wire, what its `data` says is added, unless the message says it already.
 */
export function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, data } = error as { readonly message?: unknown; readonly data?: unknown };
  if (typeof message !== 'string')
    return error instanceof Error ? String(error) : shortened(jsonOf(error), maxJson) || 'unknown error';
  const details = error instanceof Error && !(error instanceof RpcError) ? '' : detailsOf(data, message);
  if (details === '') return message;
  return message === '' ? details : `${message.replace(/[.:]$/u, '')}: ${details}`;
}

/** What `data` says that `message` does not; empty if nothing. */
function detailsOf(data: unknown, message: string): string {
  const text = textOf(data);
  if (text !== undefined) return message.includes(text.replace(/\.$/u, '')) ? '' : shortened(text, maxText);
  const json = jsonOf(data);
  return valuesIn(json).every((value) => message.includes(value)) ? '' : shortened(json, maxJson);
}

function textOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data.trim();
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const { details, message } = data as { readonly details?: unknown; readonly message?: unknown };
  const found = [details, message].find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof found === 'string' ? found.trim() : undefined;
}

/** Empty for a value that JSON cannot express, such as a circular object that was never sent. */
function jsonOf(data: unknown): string {
  try {
    return JSON.stringify(data) ?? '';
  } catch {
    return '';
  }
}

/** The strings, numbers and booleans of `json`, without the names of its fields. */
function valuesIn(json: string): readonly string[] {
  const tokens = json.match(/"(?:[^"\\]|\\.)*":?|-?\d[\d.eE+-]*|true|false/gu) ?? [];
  return tokens.filter((token) => !token.endsWith(':')).map((token) => token.replaceAll(/^"|"$/gu, ''));
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/\p{Surrogate}$/u, '')}…`;
}
