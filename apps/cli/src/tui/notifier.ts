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
  look(situation: Situation, folder: string): void {
    const place = escapeLine(basename(folder));
    const before = this.#situation;
    this.#situation = situation;
    this.#entitle(`${marks[situation]}${place === '' ? 'acp' : `${place} · acp`}`);
    if (situation === before) return;
    if (situation === 'asking') this.#ring('The agent needs your decision', place);
    else if (situation === 'idle') this.#ring(this.#hasFailed ? 'The agent has failed' : 'The agent is done', place);
    if (situation !== 'working' || before === 'idle') this.#hasFailed = false;
  }

  #entitle(title: string): void {
    if (title === this.#title || !this.#canNotify) return;
    this.#title = title;
    this.#options.write(`\u001b]2;${title}\u001b\\`);
  }

  #ring(words: string, place: string): void {
    const wish = this.#options.env['ACP_NOTIFY'];
    if (wish === 'never' || (wish !== 'always' && this.#hasFocus)) return;
    this.#options.write(`\u0007${this.#canNotify ? this.#notification(`${words} (${place})`) : ''}`);
  }

  /** There are two escape sequences; a terminal that supports both would show two notifications. */
  #notification(words: string): string {
    const { TERM = '', VTE_VERSION } = this.#options.env;
    const isOther = VTE_VERSION !== undefined || /^(?:rxvt|foot)/u.test(TERM);
    return isOther ? `\u001b]777;notify;acp;${words}\u001b\\` : `\u001b]9;${words}\u001b\\`;
  }

  /** The Linux console prints these sequences instead of interpreting them. */
  get #canNotify(): boolean {
    return this.#options.env['TERM'] !== 'linux';
  }
}
