/** Shows the pager on the alternate screen, and restores the normal one afterwards. */
import { FullScreen } from '../../../tui/full-screen.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Key } from '../../../tui/key.ts';
import type { Screen, ScreenOutput } from '../../../tui/screen.ts';
import { paint } from '../../../tui/paint.ts';
import type { Theme } from '../../../tui/theme.ts';
import { Pager } from './pager.ts';

export interface PagerScreenOptions {
  readonly output: ScreenOutput;
  /** The screen that is hidden meanwhile. */
  readonly screen: Screen;
  readonly theme: () => Theme;
  readonly isAsked: () => boolean;
  readonly redraw: () => void;
}

export class PagerScreen {
  readonly #options: PagerScreenOptions;
  readonly #screen: FullScreen;
  #pager: Pager | undefined;
  /** Pending while the normal screen is restored. */
  #closing: Promise<void> | undefined;

  constructor(options: PagerScreenOptions) {
    this.#options = options;
    this.#screen = new FullScreen(options.output);
  }

  get isOpen(): boolean {
    return this.#pager !== undefined;
  }

  open(conversation: Conversation): void {
    if (this.isOpen) return;
    if (this.#closing !== undefined) {
      void this.#closing.then(() => this.open(conversation));
      return;
    }
    this.#pager = new Pager({
      transcript: () => conversation.store.snapshot(),
      cwd: () => conversation.cwd,
      answers: conversation.answers,
      subagents: conversation.subagents,
      earlier: conversation.earlier,
      redraw: () => this.draw(),
      isAsked: this.#options.isAsked,
      leave: () => void this.close(),
    });
    this.#options.screen.hold();
    this.#screen.open();
    this.draw();
  }

  press(key: Key): void {
    this.#pager?.press(key);
    this.draw();
  }

  draw(): void {
    if (this.#pager === undefined) return;
    const { columns, rows } = this.#screen;
    const theme = this.#options.theme();
    // The last column stays free, because a character may be wider than expected.
    const { lines, cursor } = this.#pager.draw({ width: Math.max(1, columns - 1), rows });
    this.#screen.draw({ rows: lines.map((each) => paint(each, theme)), cursor });
  }

  /** Resolves when the terminal is as it was before. */
  async close(): Promise<void> {
    if (this.isOpen) this.#closing = this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    this.#pager = undefined;
    await this.#screen.close();
    this.#closing = undefined;
    this.#options.screen.release();
    this.#options.redraw();
  }
}
