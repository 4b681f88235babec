/**
 * A file of tokens that is read again when it changes, so that an operator revokes a token by removing its line.
 *
 * A line that cannot be read is left out and reported. If the file cannot be read at all, the last tokens stay.
 */
import { readFile } from 'node:fs/promises';

import { systemClock, type Clock } from '@acp-stack/rpc';

import { parseTokens, revokedNames, TokenTable } from './tokens.ts';

/** What is told about a file of tokens. */
export interface TokenFileOptions {
  /** Called with the principals that have lost a token. */
  readonly onRevoked: (name: string) => void;
  /** Called with what is wrong with the file; one sentence. */
  readonly log: (line: string) => void;
  /** Measures when to look again; the system clock by default. */
  readonly clock?: Clock;
}

/** A file of tokens that is being watched. */
export interface TokenFile extends Disposable {
  /** The tokens at present. */
  readonly table: TokenTable;
  /** Reads the file as it is after this call; resolves when its changes have taken effect. */
  reload(): Promise<void>;
}

/** Milliseconds between two looks at the file. */
const interval = 2000;

/** Opens a file of tokens; rejects with one sentence if it cannot be read or a line is not a token. */
export async function openTokenFile(path: string, options: TokenFileOptions): Promise<TokenFile> {
  const { onRevoked, log, clock = systemClock } = options;
  let text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`The file of tokens ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  });
  const first = parseTokens(text);
  const [problem] = first.problems;
  if (problem !== undefined) throw new Error(`${problem} The file is ${path}.`);
  let table = new TokenTable(first.tokens);
  let isReadable = true;
  let isClosed = false;

  const read = async (): Promise<void> => {
    let next: string;
    try {
      next = await readFile(path, 'utf8');
    } catch (error) {
      if (isReadable)
        log(`The file of tokens ${path} cannot be read, so it changes nothing: ${(error as Error).message}`);
      isReadable = false;
      return;
    }
    isReadable = true;
    if (next === text || isClosed) return;
    text = next;
    const { tokens, problems } = parseTokens(next);
    const before = table;
    table = new TokenTable(tokens);
    for (const each of problems) log(`${each} It is left out.`);
    for (const name of revokedNames(before, table)) onRevoked(name);
  };

  // One after the other, or an older text could take effect after a newer one; calls that wait share the next.
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  const reload = (): Promise<void> => {
    next ??= running.then(() => {
      next = undefined;
      running = read();
      return running;
    });
    return next;
  };

  let cancel: (() => void) | undefined;
  const watch = (): void => {
    cancel = clock.schedule(interval, () => {
      void reload().then(() => {
        if (!isClosed) watch();
      });
    });
  };
  watch();
  return {
    get table() {
      return table;
    },
    reload,
    [Symbol.dispose]: () => {
      isClosed = true;
      cancel?.();
    },
  };
}
