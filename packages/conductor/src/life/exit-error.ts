/** The error of requests that a component cannot answer any more: it names the component and has its last words. */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';

/** How many of the last lines are kept. */
const mostLines = 20;

/** The newest lines that a component wrote besides its messages. */
export class LastWords {
  #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > mostLines) this.#lines.shift();
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
}

/** The error for everything that waits for the component `name`. */
export function exitError(name: string, error: Error | undefined, lastWords: readonly string[]): ErrorObject {
  const { exitCode, signal, lines } = (error ?? {}) as ProcessFailure;
  const words = error === undefined ? 'it ended the connection.' : error.message;
  const shown = lines !== undefined || lastWords.length === 0 ? '' : `\n  ${lastWords.join('\n  ')}`;
  return {
    code: rpcCodes.internalError,
    message: `The component ${name} has failed: ${words}${shown}`,
    data: {
      component: name,
      lastWords: lines ?? lastWords,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(signal === undefined ? {} : { signal }),
    },
  };
}
