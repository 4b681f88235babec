/**
 * A permission request: what the agent wants to do, and its options as given.
 *
 * What does not fit is scrolled: the end is always visible, and how much is between. An answer that allows something is
 * taken only after all lines were visible, or when it is given twice.
 */
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import { permissionLetters, optionByLetter } from '../ui/permission-letters.ts';
import { isControl, type Key } from '../../../tui/key.ts';
import { exactLine } from '../../../text/exact-text.ts';
import { breakExactly, line, span, type Line, type Style } from '../../../tui/styled-line.ts';
import type { Panel, PanelDrawing, PanelSpace } from '../../../tui/panel.ts';
import { questionFacts, type QuestionFacts } from '../view/question-facts.ts';
import { questionView } from '../view/question-view.ts';
import { ScrolledLines } from './scrolled-lines.ts';

export interface PermissionPanelOptions {
  readonly question: PermissionQuestion;
  readonly cwd: string;
  /** Called once, with the id of the option, or undefined if it was closed. */
  readonly done: (optionId: string | undefined) => void;
  readonly redraw: () => void;
}

const dim: Style = { isDim: true };
/** Lines of the question that are visible even in a low terminal. */
const fewestLines = 3;

export class PermissionPanel implements Panel {
  readonly isUnexpected = true;
  readonly #options: PermissionPanelOptions;
  readonly #facts: QuestionFacts;
  readonly #body = new ScrolledLines();
  #drawn: { readonly width: number; readonly lines: readonly Line[] } | undefined;
  #selected = 0;
  /** The option that was chosen before all lines were visible. */
  #unseen: string | undefined;

  constructor(options: PermissionPanelOptions) {
    this.#options = options;
    this.#facts = questionFacts(options.question, options.cwd);
  }

  /** The question that the panel shows. */
  get question(): PermissionQuestion {
    return this.#options.question;
  }

  get canScroll(): boolean {
    return this.#body.canScroll;
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    const foot = this.#foot(width, Math.max(2, rows - fewestLines));
    return { lines: [...this.#body.draw(this.#lines(width), Math.max(1, rows - foot.length)), ...foot] };
  }

  press(key: Key): void {
    const { options } = this.#options.question;
    const isSpace = key.name === 'text' && key.text.trim() === '';
    if (key.name === 'up') this.#selected = (this.#selected + options.length - 1) % options.length;
    else if (key.name === 'down' || key.name === 'tab') this.#selected = (this.#selected + 1) % options.length;
    else if (key.name === 'escape' || isControl(key, 'c')) this.dismiss();
    else if (key.name === 'enter') this.#choose(options[this.#selected]);
    else if (key.name === 'page-up') this.#body.scroll(-1);
    else if (key.name === 'page-down' || isSpace) this.#body.scroll(1);
    else if (key.name === 'home' || key.name === 'end') this.#body.scroll(key.name === 'home' ? -Infinity : Infinity);
    else if (key.name === 'text') this.#pressText(key.text);
    this.#options.redraw();
  }

  dismiss(): void {
    this.#options.done(undefined);
  }

  #pressText(text: string): void {
    const { options } = this.#options.question;
    this.#choose(options[Number(text) - 1] ?? options[optionByLetter(options, text.toLowerCase()) ?? -1]);
  }

  #choose(option: PermissionQuestion['options'][number] | undefined): void {
    if (option === undefined) return;
    const isReject = option.kind.startsWith('reject');
    // A key that was meant for the question before it allows nothing.
    if (!isReject && this.#drawn === undefined) return;
    const mayBeUnseen = isReject || this.#unseen === option.optionId;
    if (mayBeUnseen || this.#body.unseen === 0) this.#options.done(option.optionId);
    else this.#unseen = option.optionId;
  }

  #lines(width: number): readonly Line[] {
    if (this.#drawn?.width !== width) {
      this.#drawn = { width, lines: questionView(this.#facts, { cwd: this.#options.cwd, width }) };
    }
    return this.#drawn.lines;
  }

  /** The options and a hint, in at most `rows` lines; the selected option is one of them. */
  #foot(width: number, rows: number): readonly Line[] {
    const { options } = this.#options.question;
    const shown = options.map((option, index): readonly Line[] => {
      const isSelected = index === this.#selected;
      const letter = permissionLetters.find((each) => optionByLetter(options, each) === index);
      const name = span(`${index + 1}. ${exactLine(option.name)}`, isSelected ? { colour: 'cyan', isBold: true } : {});
      return breakExactly([name, span(letter === undefined ? '' : ` (${letter})`, dim)], width, {
        first: [span(isSelected ? '❯ ' : '  ', { colour: 'cyan' })],
        hanging: [span('    ')],
      });
    });
    const lines = shown.flat();
    const selectedAt = shown.slice(0, this.#selected).flat().length;
    const from = Math.max(0, Math.min(selectedAt - Math.floor((rows - 1) / 2), lines.length - (rows - 1)));
    return [...lines.slice(from, from + rows - 1), this.#hint(width)];
  }

  #hint(width: number): Line {
    const { unseen } = this.#body;
    if (this.#unseen !== undefined && unseen > 0) {
      const lines = unseen === 1 ? '1 line was' : `${unseen} lines were`;
      const words = `${lines} not shown: Space scrolls, the same key again allows it unseen`;
      return line(`  ${words}`.slice(0, width), { colour: 'yellow', isBold: true });
    }
    const scrolls = this.canScroll ? 'Space scrolls, ' : '';
    return line(`  ${scrolls}Enter or the number chooses, Esc closes without an answer`.slice(0, width), dim);
  }
}
