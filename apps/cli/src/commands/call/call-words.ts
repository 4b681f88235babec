/**
 * Reads the words of `acp call`: an agent, a method, and params.
 *
 * Params are the last word, if it looks like JSON, is `@file` or `-`. The word before is the method. What is left is
 * the agent: after `--` its command, else its name.
 */
import { UsageError } from '../../errors/usage-error.ts';

export interface CallWords {
  readonly name: string | undefined;
  readonly command: readonly string[] | undefined;
  readonly method: string;
  /** JSON, `@file` or `-`; undefined if there are none. */
  readonly params: string | undefined;
}

const usage = 'write it as: acp call [agent] method [params], or acp call -- command … method [params]';

export function callWords(words: readonly string[], command: readonly string[] | undefined): CallWords {
  const hasOwn = words.length > 0;
  const { method, params, rest } = split(hasOwn ? words : (command ?? []));
  if (method === undefined) throw new UsageError(`missing method; ${usage}`);
  if (!hasOwn) {
    if (rest.length === 0) throw new UsageError(`missing command of the agent before ${method}; ${usage}`);
    return { name: undefined, command: rest, method, params };
  }
  const [name, extra] = rest;
  if (extra !== undefined) throw new UsageError(`one word too many: ${extra}; ${usage}`);
  return { name, command, method, params };
}

interface Split {
  readonly method: string | undefined;
  readonly params: string | undefined;
  readonly rest: readonly string[];
}

function split(words: readonly string[]): Split {
  const last = words.at(-1);
  const hasParams = last !== undefined && /^(?:\s*[[{]|@.|-$)/su.test(last);
  const before = hasParams ? words.slice(0, -1) : words;
  return { method: before.at(-1), params: hasParams ? last : undefined, rest: before.slice(0, -1) };
}
