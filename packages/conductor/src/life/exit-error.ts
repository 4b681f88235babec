/** The error of requests that a component cannot answer any more: it names the component and has its last words. */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';

import { errorLineOf } from './error-line.ts';

/** How many of the last lines are kept. */
const maxLines = 20;

/** The newest lines that a component wrote besides its messages. */
export class LastWords {
  #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  get lines(): readonly string[] {
    return [...this.#lines];
  }
}

/** What a failed process says about itself. */
interface ProcessFailure {
  readonly exitCode?: unknown;
  readonly signal?: unknown;
  readonly lines?: readonly string[];
  /** What happened, without the name of the process. */
  readonly reason?: string;
}

/** The error for everything that waits for the component `name`; its message is one sentence. */
export function exitError(name: string, error: Error | undefined, printed: readonly string[]): ErrorObject {
  const { exitCode, signal, lines = printed, reason } = (error ?? {}) as ProcessFailure;
  const line = errorLineOf(lines);
  const what = withoutPeriod(reason === undefined ? (error?.message ?? 'it ended the connection') : `it ${reason}`);
  return {
    code: rpcCodes.internalError,
    message: `The component ${name} has failed: ${line === undefined ? `${what}.` : `${what}: ${line}`}`,
    data: {
      component: name,
      details: line ?? what,
      lastWords: lines,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(signal === undefined ? {} : { signal }),
    },
  };
}

const withoutPeriod = (text: string): string => text.replace(/\.$/u, '');
