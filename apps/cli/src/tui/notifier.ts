/**
 * Tells somebody who looks elsewhere: the title of the terminal says what goes on, and a bell with a notification comes when
 * something waits for them, is done or has failed.
 *
 * Nothing rings while the terminal has the focus, and none rings that does not say whether it has. `ACP_NOTIFY` is `always` or `never` for
 * those who want it otherwise.
 */
import { basename } from 'node:path';

import { escapeLine } from '../text/escape-control-characters.ts';

export type Situation = 'idle' | 'working' | 'asking';

/** Asks the terminal to tell of its focus and to keep its title, and to do neither any more. */
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

  /** What is under way has failed; that is told when it is over. */
  failed(): void {
    this.#hasFailed = true;
  }

  /** Says what goes on in a folder; only what is new is told. */
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

  /** Two ways are in use; terminals that know both would show it twice. */
  #notification(words: string): string {
    const { TERM = '', VTE_VERSION } = this.#options.env;
    const isOther = VTE_VERSION !== undefined || /^(?:rxvt|foot)/u.test(TERM);
    return isOther ? `\u001b]777;notify;acp;${words}\u001b\\` : `\u001b]9;${words}\u001b\\`;
  }

  /** The console of Linux shows such codes instead of following them. */
  get #canNotify(): boolean {
    return this.#options.env['TERM'] !== 'linux';
  }
}
