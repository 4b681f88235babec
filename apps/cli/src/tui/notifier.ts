/**
 * Notifies a user who looks elsewhere: the title of the terminal shows the state, and the bell rings with a
 * notification when the agent waits for the user, is done or has failed.
 *
 * It does not ring while the terminal has the focus, or if the terminal does not report the focus. `ACP_NOTIFY`
 * (`always` or `never`) overrides that.
 */
import { basename } from 'node:path';

import { escapeLine } from '../text/escape-control-characters.ts';

export type Situation = 'idle' | 'working' | 'asking';

/** Enables and disables focus reports, and saves and restores the title. */
export const focusCodes = { on: '\u001b[?1004h\u001b[22;2t', off: '\u001b[?1004l\u001b[23;2t' };

export interface NotifierOptions {
  readonly write: (codes: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When it rings, unless `ACP_NOTIFY` says so. */
  readonly setting?: 'always' | 'never' | undefined;
}

/** Whether the bell may ring; a terminal that does not report its focus has it. */
export function mayRing(
  { env, setting: configured }: Pick<NotifierOptions, 'env' | 'setting'>,
  { hasFocus }: { readonly hasFocus: boolean },
): boolean {
  const setting = env['ACP_NOTIFY'] ?? configured;
  return setting === 'always' || (setting !== 'never' && !hasFocus);
}

const marks: Readonly<Record<Situation, string>> = { idle: '', working: '● ', asking: '? ' };

export class Notifier {
  readonly #options: NotifierOptions;
  #hasFocus = true;
  #situation: Situation = 'idle';
  #title = '';
  #hasFailed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  focus(hasFocus: boolean): void {
    this.#hasFocus = hasFocus;
  }

  /** The work has failed, which the next notification reports. */
  failed(): void {
    this.#hasFailed = true;
  }

  /** Updates the title, and notifies the user if the situation has changed. */
  update(situation: Situation, folder: string): void {
    const name = escapeLine(basename(folder));
    const previous = this.#situation;
    this.#situation = situation;
    this.#setTitle(`${marks[situation]}${name === '' ? 'acp' : `${name} · acp`}`);
    if (situation === previous) return;
    if (situation === 'asking') this.#ring('The agent needs your decision', name);
    else if (situation === 'idle') this.#ring(this.#hasFailed ? 'The agent has failed' : 'The agent is done', name);
    if (situation !== 'working' || previous === 'idle') this.#hasFailed = false;
  }

  #setTitle(title: string): void {
    if (title === this.#title || !this.#canNotify) return;
    this.#title = title;
    this.#options.write(`\u001b]2;${title}\u001b\\`);
  }

  #ring(message: string, folder: string): void {
    if (!mayRing(this.#options, { hasFocus: this.#hasFocus })) return;
    this.#options.write(`\u0007${this.#canNotify ? this.#notification(`${message} (${folder})`) : ''}`);
  }

  /** There are two escape sequences; a terminal that supports both would show two notifications. */
  #notification(text: string): string {
    const { TERM = '', VTE_VERSION } = this.#options.env;
    const usesOsc777 = VTE_VERSION !== undefined || /^(?:rxvt|foot)/u.test(TERM);
    return usesOsc777 ? `\u001b]777;notify;acp;${text}\u001b\\` : `\u001b]9;${text}\u001b\\`;
  }

  /** The Linux console prints these sequences instead of interpreting them. */
  get #canNotify(): boolean {
    return this.#options.env['TERM'] !== 'linux';
  }
}
