/** A list to choose from: with the arrow keys, by number, or by searching. */
import type { Key } from '../../../tui/key.ts';
import { isControl } from '../../../tui/key.ts';
import { TextEditor } from '../../../tui/text-editor.ts';
import { line, span, truncate, widthOf, type Line, type Style } from '../../../tui/styled-line.ts';
import type { Chosen, ListItem } from '../ui/questions.ts';
import type { Panel, PanelDrawing, PanelSpace } from '../../../tui/panel.ts';

export interface ListPanelOptions<T> {
  readonly title: string;
  readonly items: readonly ListItem<T>[];
  /** Whether typing searches; otherwise digits choose an item. */
  readonly canSearch: boolean;
  readonly selected?: number;
  readonly hint?: string;
  /** Called once, with undefined if the list was closed. */
  readonly done: (chosen: Chosen<T> | undefined) => void;
  /** Letters that also choose, with Ctrl. */
  readonly actions?: readonly string[];
  readonly redraw: () => void;
}

const dim: Style = { isDim: true };

export class ListPanel<T> implements Panel {
  readonly isUnexpected = false;
  readonly #options: ListPanelOptions<T>;
  readonly #search = new TextEditor();
  #selected: number;

  constructor(options: ListPanelOptions<T>) {
    this.#options = options;
    this.#selected = options.selected ?? 0;
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    const { title, canSearch, hint = 'Enter chooses, Esc closes' } = this.#options;
    const matches = this.#matches();
    const room = Math.max(1, rows - (canSearch ? 3 : 2));
    const search: readonly Line[] = canSearch ? [[span('  Search: ', dim), span(this.#search.text)]] : [];
    const all = this.#rows(matches);
    const place = all.findIndex(({ index }) => index === this.#selected);
    const from = Math.max(0, Math.min(place - Math.floor(room / 2), all.length - room));
    const items = all.slice(from, from + room).map((row) => truncate(row.line, width));
    const lines = [
      line(title, { isBold: true }),
      ...search,
      ...(items.length === 0 ? [line('  No matches.', dim)] : items),
      truncate(line(`  ${hint}${this.#count(matches.length, items.length === all.length)}`, dim), width),
    ];
    return canSearch ? { lines, cursor: { row: 1, column: 10 + widthOf(this.#search.before) } } : { lines };
  }

  press(key: Key): void {
    const { actions = [], canSearch } = this.#options;
    const matches = this.#matches();
    if (key.name === 'up') this.#move(-1, matches.length);
    // Ctrl+R opens the history, and goes on in it.
    else if (key.name === 'down' || key.name === 'tab' || isControl(key, 'r')) this.#move(1, matches.length);
    else if (key.name === 'escape' || isControl(key, 'c')) this.dismiss();
    else if (key.name === 'enter' || (key.isControl && actions.includes(key.name)))
      this.#choose(matches[this.#selected], key);
    else if (!canSearch && key.name === 'text' && /^[1-9]$/u.test(key.text))
      this.#choose(matches[Number(key.text) - 1], key);
    else if (canSearch && this.#search.press(key)) this.#selected = 0;
    this.#options.redraw();
  }

  dismiss(): void {
    this.#options.done(undefined);
  }

  /** The items, each group below its name. */
  #rows(items: readonly ListItem<T>[]): readonly { readonly index?: number; readonly line: Line }[] {
    return items.flatMap((item, index) => {
      const isFirst = item.group !== undefined && item.group !== items[index - 1]?.group;
      const row = { index, line: this.#itemLine(item, index) };
      return isFirst ? [{ line: line(`  ${item.group}`, dim) }, row] : [row];
    });
  }

  /** Which of how many is selected, if not all are visible or the user searches. */
  #count(matches: number, areAllVisible: boolean): string {
    if (matches === 0 || (areAllVisible && this.#search.isEmpty)) return '';
    return ` · ${Math.min(this.#selected + 1, matches)} of ${matches}`;
  }

  #choose(item: ListItem<T> | undefined, key: Key): void {
    if (item === undefined || item.obstacle !== undefined) return;
    this.#options.done({ value: item.value, action: key.isControl ? key.name : undefined });
  }

  #move(step: number, count: number): void {
    if (count > 0) this.#selected = (this.#selected + step + count) % count;
  }

  #matches(): readonly ListItem<T>[] {
    const words = this.#search.text.toLowerCase().split(/\s+/u);
    return this.#options.items.filter(({ label, description = '', group = '' }) =>
      words.every((word) => `${group} ${label} ${description}`.toLowerCase().includes(word)),
    );
  }

  #itemLine({ label, description = '', obstacle }: ListItem<T>, index: number): Line {
    const isSelected = index === this.#selected;
    const number = this.#options.canSearch ? '' : `${index + 1}. `;
    const style: Style = obstacle === undefined ? (isSelected ? { colour: 'cyan', isBold: true } : {}) : dim;
    return [
      span(isSelected ? '❯ ' : '  ', { colour: 'cyan' }),
      span(`${number}${label}`, style),
      span(description === '' && obstacle === undefined ? '' : `  ${obstacle ?? description}`, dim),
    ];
  }
}
