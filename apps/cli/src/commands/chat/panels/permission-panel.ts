/**
 * A permission request: what the agent wants to do, and its options as given.
 *
 * What does not fit is scrolled; the first change, or the command, is visible from the beginning. An answer that allows
 * something is taken only after all lines were visible, or when it is given twice: then the beginning of what is asked
 * must have been visible, and the whole sentence about the rest. It is taken only while its option is visible, and only
 * after the quiet time, before which the options that allow something are dim.
 */
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import { optionWords } from '../ui/option-words.ts';
import { permissionLetters, optionByLetter } from '../ui/permission-letters.ts';
import { isControl, type Key } from '../../../tui/key.ts';
import { exactLine } from '../../../text/exact-text.ts';
import { breakExactly, line, span, widthOfLine, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import type { Panel, PanelDrawing, PanelSpace } from '../../../tui/panel.ts';
import { questionFacts, type QuestionFacts } from '../view/question-facts.ts';
import { agentMark, lineToShow, linesToSubject, questionView } from '../view/question-view.ts';
import { ScrolledLines } from './scrolled-lines.ts';

export interface PermissionPanelOptions {
  readonly question: PermissionQuestion;
  readonly cwd: string;
  /** Called once, with the id of the option, or undefined if it was closed. */
  readonly done: (optionId: string | undefined) => void;
  readonly redraw: () => void;
  /** Whether an answer that allows something counts now. */
  readonly counts: (panel: PermissionPanel) => boolean;
}

type Option = PermissionQuestion['options'][number];

interface Measured {
  readonly width: number;
  readonly lines: readonly Line[];
  /** The number of lines that end with the first one of what is asked about. */
  readonly toSubject: number;
  /** The index of the line to begin with, if not all fit. */
  readonly toShow: number;
}

const dim: Style = { isDim: true };
/** Lines of the question that are visible even in a low terminal. */
const fewestLines = 3;
/** With fewer lines for the question, the options share a row. */
const roomyLines = 12;

export class PermissionPanel implements Panel {
  readonly isUnexpected = true;
  readonly #options: PermissionPanelOptions;
  readonly #facts: QuestionFacts;
  readonly #body = new ScrolledLines();
  #drawn: Measured | undefined;
  #selected = 0;
  /** The option that was chosen before all lines were visible. */
  #unseen: Option | undefined;
  /** Whether the sentence about the lines that were not visible is on the screen, in full. */
  #isWarned = false;
  /** The options whose whole name is visible. */
  #visible: ReadonlySet<Option> = new Set();
  /** Why the last key did not count. */
  #obstacle: string | undefined;

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
    const { lines, toSubject, toShow } = this.#measured(width);
    let hint = this.#hint(width, Math.max(1, rows - 2));
    const isLow = rows - hint.length - this.#options.question.options.length < Math.min(lines.length, roomyLines);
    const shown =
      (isLow ? this.#optionsInOneRow(width) : undefined) ??
      this.#optionRows(width, Math.max(1, rows - fewestLines - hint.length));
    if (rows - shown.length - hint.length < Math.min(fewestLines, lines.length)) hint = this.#shortHint(hint, width);
    else if (this.#visible.size < this.#options.question.options.length) hint = this.#countHint(hint, width);
    const body = this.#body.draw(lines, Math.max(1, rows - shown.length - hint.length), {
      head: toSubject,
      focus: toShow,
    });
    return { lines: [...body, ...shown, ...hint].slice(0, rows) };
  }

  press(key: Key): void {
    const { options } = this.#options.question;
    this.#obstacle = undefined;
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

  #choose(option: Option | undefined): void {
    if (option === undefined) return undefined;
    if (isReject(option)) return this.#options.done(option.optionId);
    this.#obstacle = this.#obstacleOf(option);
    if (this.#obstacle !== undefined) {
      this.#selected = this.#options.question.options.indexOf(option);
      return undefined;
    }
    const isKnowing = this.#unseen === option && this.#isWarned;
    if (isKnowing || this.#body.unseen === 0) return this.#options.done(option.optionId);
    this.#unseen = option;
    return undefined;
  }

  /** Why the option cannot be chosen now. */
  #obstacleOf(option: Option): string | undefined {
    if (!this.#visible.has(option)) return 'That option was not visible: choose it again, or enlarge the terminal';
    if (!this.#options.counts(this)) return 'That key came too soon: release it, then choose again';
    return this.#body.hasShown(this.#drawn?.toSubject ?? Infinity)
      ? undefined
      : 'What is asked was not visible: Space shows it, then choose again';
  }

  #measured(width: number): Measured {
    if (this.#drawn?.width !== width) {
      const options = { cwd: this.#options.cwd, width };
      this.#drawn = {
        width,
        lines: questionView(this.#facts, options),
        toSubject: linesToSubject(this.#facts, options),
        toShow: lineToShow(this.#facts, options),
      };
    }
    return this.#drawn;
  }

  /** All options in one row; undefined if they do not fit, or if a name could look like two options. */
  #optionsInOneRow(width: number): readonly Line[] | undefined {
    const { options } = this.#options.question;
    if (options.some(({ name }) => looksLikeSeveral.test(name))) return undefined;
    const shown = options.map((_, index) => this.#optionLines(index, Infinity).flat());
    const row = shown.flatMap((each, index) => (index === 0 ? each : [span(' '), ...each]));
    if (widthOfLine(row) > width) return undefined;
    this.#visible = new Set(options);
    return [row];
  }

  /** The options, in at most `rows` lines; the selected one is among them. */
  #optionRows(width: number, rows: number): readonly Line[] {
    const { options } = this.#options.question;
    const shown = options.map((_, index) => this.#optionLines(index, width));
    const lines = shown.flat();
    const startOf = (index: number): number => shown.slice(0, index).flat().length;
    const selectedAt = startOf(this.#selected);
    const from = Math.max(0, Math.min(selectedAt - Math.floor(rows / 2), lines.length - rows));
    this.#visible = new Set(options.filter((_, index) => startOf(index) >= from && startOf(index + 1) <= from + rows));
    return lines.slice(from, from + rows);
  }

  /** An option; one that allows something shows its key when that counts. */
  #optionLines(index: number, width: number): readonly Line[] {
    const { options } = this.#options.question;
    const option = options[index] as Option;
    const isSelected = index === this.#selected;
    const counts = isReject(option) || this.#options.counts(this);
    const letter = permissionLetters.find((each) => optionByLetter(options, each) === index);
    const style: Style = counts ? (isSelected ? { colour: 'cyan', isBold: true } : {}) : dim;
    const key = letter === undefined ? '' : counts ? ` (${letter})` : '    ';
    return breakExactly([span(`${index + 1}. ${exactLine(optionWords(option))}`, style), span(key, dim)], width, {
      first: [span(isSelected ? (counts ? '❯ ' : '› ') : '  ', { colour: 'cyan' })],
      hanging: [span('  '), ...agentMark],
    });
  }

  /** What the keys do, in at most `rows` lines. */
  #hint(width: number, rows: number): readonly Line[] {
    const { unseen } = this.#body;
    this.#isWarned = false;
    if (this.#obstacle !== undefined) return inFull(this.#obstacle, width, rows) ?? tooSmall(width, rows);
    const counts = this.#options.counts(this);
    if (this.#unseen !== undefined && unseen > 0) {
      const lines = unseen === 1 ? '1 line was' : `${unseen} lines were`;
      const words = `${lines} not shown: Space scrolls${counts ? ', the same key again allows it unseen' : ''}`;
      const shown = inFull(words, width, rows);
      this.#isWarned = counts && shown !== undefined;
      return shown ?? tooSmall(width, rows);
    }
    const scrolls = this.canScroll ? 'Space scrolls, ' : '';
    const chooses = counts ? 'Enter or the number chooses, ' : '';
    const words = [`  ${scrolls}${chooses}Esc closes without an answer`, `  ${scrolls}Esc closes`];
    return [line(words.find((each) => each.length <= width) ?? '', dim)];
  }

  /** Says that there are more options, in place of the keys. */
  #countHint(hint: readonly Line[], width: number): readonly Line[] {
    const words = `  ${this.#visible.size} of ${this.#options.question.options.length} options, the arrows show the others`;
    return this.#obstacle !== undefined || this.#unseen !== undefined ? hint : [line(words.slice(0, width), dim)];
  }

  /** What is left of the hint where it would leave no room for the question. */
  #shortHint(hint: readonly Line[], width: number): readonly Line[] {
    if (this.#obstacle !== undefined) return hint;
    if (!this.#isWarned) return this.#unseen === undefined || this.#body.unseen === 0 ? [] : hint;
    this.#isWarned = false;
    return tooSmall(width, 1);
  }
}

/** A sentence that must be readable; undefined if it has no room. */
function inFull(words: string, width: number, rows: number): readonly Line[] | undefined {
  const lines = wrap(line(words, { colour: 'yellow', isBold: true }), width, {
    hanging: width < 40 ? [] : [span('  ')],
  });
  return lines.length <= rows ? lines : undefined;
}

const tooSmall = (width: number, rows: number): readonly Line[] =>
  wrap(line('Enlarge the terminal to answer', { colour: 'yellow', isBold: true }), width).slice(0, rows);

/** A name with a number or a gap, which could be read as the end of one option and the beginning of another. */
const looksLikeSeveral = /\d|\s{2}|[❯›]/u;

const isReject = ({ kind }: Option): boolean => kind.startsWith('reject');
