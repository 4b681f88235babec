/**
 * The files and terminals that the suite offers to an agent of version 1.
 *
 * Files are those of the folder of the scenario. Commands are not run: each prints one line and ends, but one that
 * sleeps goes on until it is killed or released.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';

import type { Conversation, Outcome } from '../conversation/conversation.ts';
import type { Fields } from '../conversation/message.ts';

/** A terminal that the agent has created. */
export interface CreatedTerminal {
  readonly id: string;
  /** The params of `terminal/create`. */
  readonly params: Fields;
  isReleased: boolean;
  /** Ends the command. */
  readonly end: () => void;
  readonly ended: Promise<void>;
  isRunning: boolean;
}

export class ClientMachine {
  readonly terminals: CreatedTerminal[] = [];
  /** The result of a successful write. */
  written: unknown = {};
  readonly #folder: string;

  constructor(conversation: Conversation, folder: string) {
    this.#folder = folder;
    conversation.answer('fs/read_text_file', (params) => this.#read(params));
    conversation.answer('fs/write_text_file', (params) => this.#write(params));
    conversation.answer('terminal/create', (params) => this.#create(params));
    conversation.answer('terminal/output', (params) =>
      this.#with(params, ({ isRunning }) => ({
        output: 'conformance\n',
        truncated: false,
        ...(isRunning ? {} : { exitStatus: { exitCode: 0, signal: null } }),
      })),
    );
    conversation.answer('terminal/wait_for_exit', (params) =>
      this.#with(params, async ({ ended }) => {
        await ended;
        return { exitCode: 0, signal: null };
      }),
    );
    conversation.answer('terminal/kill', (params) =>
      this.#with(params, ({ end }) => {
        end();
        return {};
      }),
    );
    conversation.answer('terminal/release', (params) =>
      this.#with(params, (terminal) => {
        terminal.end();
        terminal.isReleased = true;
        return {};
      }),
    );
  }

  #read({ path, line, limit }: Fields): Outcome {
    if (!this.#isInside(path)) return notFound(path);
    try {
      const start = typeof line === 'number' ? line - 1 : 0;
      const lines = readFileSync(path, 'utf8').split('\n').slice(start);
      return { result: { content: lines.slice(0, typeof limit === 'number' ? limit : lines.length).join('\n') } };
    } catch {
      return notFound(path);
    }
  }

  #write({ path, content }: Fields): Outcome {
    if (!this.#isInside(path)) return notFound(path);
    writeFileSync(path, String(content));
    return { result: this.written };
  }

  #isInside(path: unknown): path is string {
    return typeof path === 'string' && resolve(path).startsWith(`${this.#folder}${sep}`);
  }

  #create(params: Fields): Outcome {
    const id = `terminal-${this.terminals.length + 1}`;
    const isLong = /\bsleep\b/u.test(JSON.stringify([params['command'], params['args']]));
    let finish = nothing;
    const ended = new Promise<void>((resolved) => (finish = resolved));
    const terminal: CreatedTerminal = {
      id,
      params,
      isReleased: false,
      isRunning: true,
      ended,
      end: () => {
        terminal.isRunning = false;
        finish();
      },
    };
    if (!isLong) terminal.end();
    this.terminals.push(terminal);
    return { result: { terminalId: id } };
  }

  async #with({ terminalId }: Fields, work: (terminal: CreatedTerminal) => unknown): Promise<Outcome> {
    const terminal = this.terminals.find(({ id, isReleased }) => id === terminalId && !isReleased);
    return terminal === undefined ? notFound(terminalId) : { result: await work(terminal) };
  }
}

const nothing = (): void => undefined;

const notFound = (what: unknown): Outcome => ({
  error: { code: -32_002, message: 'Resource not found', data: { uri: what } },
});
