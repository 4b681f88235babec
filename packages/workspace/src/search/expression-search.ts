/**
 * Finds lines by a regular expression, in a thread of its own.
 *
 * A regular expression can take exponential time. In a thread it does not block the event loop and can be terminated:
 * it has a time limit for each file, after which the search fails.
 */
import { Worker } from 'node:worker_threads';

import type { LineMatch } from './line-match.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

/**
 * Runs in the thread. It is a string because the package is bundled; it is short, and does the same as `findLiteral`.
 */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const { source, flags, shown } = workerData;
const expression = new RegExp(source, flags);
parentPort.on('message', ({ bytes, maxMatches }) => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const matches = [];
  for (let start = 0, number = 1; start < text.length && matches.length < maxMatches; number += 1) {
    const next = text.indexOf('\\n', start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, text[end - 1] === '\\r' && end > start ? end - 1 : end);
    start = end + 1;
    const found = expression.exec(line);
    if (found === null) continue;
    const from = Math.max(0, Math.min(found.index - Math.floor(shown / 4), line.length - shown));
    matches.push({ line: number, column: found.index + 1, text: line.length <= shown ? line : line.slice(from, from + shown) });
  }
  parentPort.postMessage(matches);
});
`;

interface Waiter {
  readonly path: string;
  readonly resolve: (matches: LineMatch[]) => void;
  readonly reject: (error: Error) => void;
}

export class ExpressionSearch implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #waiters: Waiter[] = [];
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  constructor(expression: RegExp, { shown, ms }: { shown: number; ms: number }) {
    this.#ms = ms;
    this.#worker = new Worker(script, {
      eval: true,
      // Each line is matched from its start: without state between lines, and never several lines at once.
      workerData: { source: expression.source, flags: expression.flags.replaceAll(/[gmy]/gu, ''), shown },
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker.on('message', (matches: LineMatch[]) => {
      this.#restart();
      this.#waiters.shift()?.resolve(matches);
      if (this.#waiters.length === 0) clearTimeout(this.#timer);
    });
    this.#worker.on('error', (error) => {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
    this.#worker.unref();
  }

  /** The lines of `bytes` that match, up to `maxMatches`. */
  find(bytes: Buffer, path: string, maxMatches: number): Promise<LineMatch[]> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ path, resolve, reject });
      if (this.#waiters.length === 1) this.#restart();
      // The caller reuses the buffer for the next file.
      const copy = Uint8Array.from(bytes);
      this.#worker.postMessage({ bytes: copy, maxMatches }, [copy.buffer]);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fail(new WorkspaceError('closed', 'The search has ended.'));
    await this.#worker.terminate();
  }

  /** Restarts the time limit for the next file. */
  #restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const path = this.#waiters[0]?.path ?? '';
      const words = `The regular expression took more than ${this.#ms} ms for ${path}; write a simpler one.`;
      this.#fail(new WorkspaceError('too-slow', words, { path }));
      void this.#worker.terminate();
    }, this.#ms);
  }

  #fail(error: Error): void {
    clearTimeout(this.#timer);
    this.#failure ??= error;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#failure);
  }
}
