/** A permission request: what the agent wants to do, and its options as given. */
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import { permissionLetters, optionByLetter } from '../ui/permission-letters.ts';
import { isControl, type Key } from '../../../tui/key.ts';
import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { line, span, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';
import { diffView } from '../view/diff-view.ts';
import { rawInputLines } from '../view/raw-input-lines.ts';
import { shortPath } from '../../../text/short-path.ts';
import { fitted, type Panel, type PanelDrawing, type PanelSpace } from '../../../tui/panel.ts';

export interface PermissionPanelOptions {
  readonly question: PermissionQuestion;
  readonly cwd: string;
  /** Called once, with the id of the option, or undefined if it was closed. */
  readonly done: (optionId: string | undefined) => void;
  readonly redraw: () => void;
}

const dim: Style = { isDim: true };

export class PermissionPanel implements Panel {
  readonly isUnexpected = true;
  readonly #options: PermissionPanelOptions;
  #selected = 0;

  constructor(options: PermissionPanelOptions) {
    this.#options = options;
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    const { question } = this.#options;
    const options = question.options.map((option, index): Line => {
      const isSelected = index === this.#selected;
      const letter = permissionLetters.find((each) => optionByLetter(question.options, each) === index);
      return [
        span(isSelected ? '❯ ' : '  ', { colour: 'cyan' }),
        span(`${index + 1}. ${escapeLine(option.name)}`, isSelected ? { colour: 'cyan', isBold: true } : {}),
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
    const { options } = question;
    const chosen = options[Number(text) - 1] ?? options[optionByLetter(options, text.toLowerCase()) ?? -1];
    if (chosen !== undefined) done(chosen.optionId);
  }

  #head(width: number): readonly Line[] {
    const { question, cwd } = this.#options;
    const { title, description, command, paths, diffs, rawInput } = question;
    const shownTitle = escapeLine(title);
    const otherPaths = paths
      .map((path) => escapeLine(shortPath(path, cwd)))
      .filter((path) => !shownTitle.includes(path));
    return [
      ...wrap([span('? ', { colour: 'yellow', isBold: true }), span(shownTitle, { isBold: true })], width),
      ...(description === undefined ? [] : renderMarkdown(escapeControls(description), width)),
      ...(command === undefined ? [] : wrap([span('$ ', dim), span(escapeLine(command), { colour: 'cyan' })], width)),
      ...(question.cwd === undefined ? [] : [line(`in ${escapeLine(question.cwd)}`, dim)]),
      ...(diffs.length > 0 || otherPaths.length === 0 ? [] : wrap(line(otherPaths.join(', '), dim), width)),
      ...(diffs.length > 0 || command !== undefined
        ? []
        : rawInputLines(rawInput).flatMap((each) => wrap(line(each, dim), width))),
      ...diffs.flatMap((diff) => diffView(diff, { cwd, width, maxLines: 40 })),
    ];
  }
}
