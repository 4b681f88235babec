/** A request for permission: what the agent wants to do, and its options word for word. */
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import { isControl, type Key } from '../screen/key.ts';
import { harmless, harmlessLine } from '../text/harmless.ts';
import { line, span, wrap, type Line, type Style } from '../text/line.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { diffView } from '../view/diff-view.ts';
import { shortPath } from '../view/short-path.ts';
import { fitted, type Panel, type PanelPicture, type PanelSpace } from './panel.ts';

export interface PermissionPanelOptions {
  readonly question: PermissionQuestion;
  readonly cwd: string;
  /** Called once, with the id of the option, or with nothing when it was closed. */
  readonly done: (optionId: string | undefined) => void;
  readonly redraw: () => void;
}

const dim: Style = { isDim: true };
/** The letters that choose the first option of a kind. */
const letters: Readonly<Record<string, string>> = {
  y: 'allow_once',
  a: 'allow_always',
  n: 'reject_once',
  d: 'reject_always',
};

export class PermissionPanel implements Panel {
  readonly isUnexpected = true;
  readonly #options: PermissionPanelOptions;
  #selected = 0;

  constructor(options: PermissionPanelOptions) {
    this.#options = options;
  }

  draw({ width, rows }: PanelSpace): PanelPicture {
    const { question } = this.#options;
    const options = question.options.map((option, index): Line => {
      const isSelected = index === this.#selected;
      const letter = Object.keys(letters).find((each) => this.#byLetter(each) === option.optionId);
      return [
        span(isSelected ? '❯ ' : '  ', { colour: 'cyan' }),
        span(`${index + 1}. ${harmlessLine(option.name)}`, isSelected ? { colour: 'cyan', isBold: true } : {}),
        span(letter === undefined ? '' : ` (${letter})`, dim),
      ];
    });
    const foot: readonly Line[] = [
      ...options,
      line('  Enter or the number chooses, Esc closes without an answer', dim),
    ];
    return { lines: fitted([...this.#head(width), ...foot], rows, foot.length + 2) };
  }

  press(key: Key): void {
    const { question, done } = this.#options;
    const { options } = question;
    if (key.name === 'up') this.#selected = (this.#selected + options.length - 1) % options.length;
    else if (key.name === 'down' || key.name === 'tab') this.#selected = (this.#selected + 1) % options.length;
    else if (key.name === 'escape' || isControl(key, 'c')) this.dismiss();
    else if (key.name === 'enter') done(options[this.#selected]?.optionId);
    else if (key.name === 'text') this.#pressText(key.text);
    this.#options.redraw();
  }

  dismiss(): void {
    this.#options.done(undefined);
  }

  #pressText(text: string): void {
    const { question, done } = this.#options;
    const chosen = question.options[Number(text) - 1]?.optionId ?? this.#byLetter(text.toLowerCase());
    if (chosen !== undefined) done(chosen);
  }

  /** Only where there is no doubt which option a letter means. */
  #byLetter(letter: string): string | undefined {
    const fitting = this.#options.question.options.filter(({ kind }) => kind === letters[letter]);
    return fitting.length === 1 ? fitting[0]?.optionId : undefined;
  }

  #head(width: number): readonly Line[] {
    const { question, cwd } = this.#options;
    const { title, description, command, paths, diffs } = question;
    return [
      ...wrap([span('? ', { colour: 'yellow', isBold: true }), span(harmlessLine(title), { isBold: true })], width),
      ...(description === undefined ? [] : renderMarkdown(harmless(description), width)),
      ...(command === undefined ? [] : wrap([span('$ ', dim), span(harmlessLine(command), { colour: 'cyan' })], width)),
      ...(question.cwd === undefined ? [] : [line(`in ${harmlessLine(question.cwd)}`, dim)]),
      ...(diffs.length > 0 || paths.length === 0
        ? []
        : wrap(line(paths.map((path) => harmlessLine(shortPath(path, cwd))).join(', '), dim), width)),
      ...diffs.flatMap((diff) => diffView(diff, { cwd, width, most: 40 })),
    ];
  }
}
