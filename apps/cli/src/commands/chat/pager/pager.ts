/**
 * The pager: the whole conversation, to scroll, unfold and search.
 *
 * New entries appear while it is open; at the end it follows them.
 */
import { describeError } from '@acp-stack/rpc';

import { TextEditor } from '../../../tui/text-editor.ts';
import type { PanelDrawing, PanelSpace } from '../../../tui/panel.ts';
import { isControl, type Key } from '../../../tui/key.ts';
import { charactersOf, line, span, truncate, widthOf, type Line, type Style } from '../../../tui/styled-line.ts';
import type { EarlierHistory } from '../conversation/earlier-history.ts';
import { FrontEntries } from '../conversation/front-entries.ts';
import { find, withMarks } from './find.ts';
import { Pages, type PagesOptions, type Place } from './pages.ts';

export interface PagerOptions extends PagesOptions {
  /** The part of a long conversation that is read only when it is asked for. */
  readonly earlier: Pick<EarlierHistory, 'isMissing' | 'isReading' | 'read'>;
  /** Something that is shown has changed, besides the transcript. */
  readonly redraw: () => void;
  /** Whether the agent waits for an answer. */
  readonly isAsked: () => boolean;
  readonly leave: () => void;
}

const dim: Style = { isDim: true };
/** Lines above a match. */
const context = 2;

export class Pager {
  readonly #options: PagerOptions;
  readonly #pages: Pages;
  #rows = 24;
  /** The first visible line; undefined at the end, to follow new entries. */
  #top: Place | undefined;
  #selected: number | undefined;
  /** The search text that is being typed. */
  #searchInput: TextEditor | undefined;
  #searchText = '';
  #found: Place | undefined;
  #note = '';
  readonly #front = new FrontEntries();

  constructor(options: PagerOptions) {
    this.#options = options;
    this.#pages = new Pages(options);
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    this.#pages.width = width;
    this.#rows = Math.max(1, rows - 1);
    this.#keepPlaces();
    this.#selected ??= this.#foldable(this.#pages.size, -1);
    const lines = this.#pages
      .take(this.#place, this.#rows)
      .map((each) =>
        truncate(
          this.#pages.withMargin(
            { ...each, line: withMarks(each.line, this.#searchText) },
            each.index === this.#selected,
          ),
          width,
        ),
      );
    const blank = Array.from({ length: this.#rows - lines.length }, (): Line => []);
    const foot = this.#searchInput === undefined ? this.#foot() : [span(`/${this.#searchInput.text}`)];
    return {
      lines: [...lines, ...blank, truncate(foot, width)],
      ...(this.#searchInput === undefined
        ? {}
        : { cursor: { row: this.#rows, column: Math.min(width - 1, 1 + widthOf(this.#searchInput.before)) } }),
    };
  }

  press(key: Key): void {
    this.#note = '';
    if (this.#searchInput !== undefined) return this.#pressSearch(this.#searchInput, key);
    if (key.name === 'escape' || isControl(key, 'c') || isControl(key, 'd') || isControl(key, 'l')) {
      return this.#options.leave();
    }
    // Quickly typed keys arrive in one chunk.
    const [first = '', ...others] = key.name === 'text' ? charactersOf(key.text) : [key.name];
    this.#actions[key.name === 'tab' && key.isShift ? 'shift-tab' : first]?.();
    return others.length === 0 ? undefined : this.press({ ...key, text: others.join('') });
  }

  readonly #actions: Readonly<Record<string, () => void>> = {
    q: () => this.#options.leave(),
    up: () => this.#scroll(-1),
    k: () => this.#scroll(-1),
    down: () => this.#scroll(1),
    j: () => this.#scroll(1),
    'page-up': () => this.#scroll(1 - this.#rows),
    b: () => this.#scroll(1 - this.#rows),
    'page-down': () => this.#scroll(this.#rows - 1),
    ' ': () => this.#scroll(this.#rows - 1),
    home: () => this.#goToStart(),
    g: () => this.#goToStart(),
    end: () => (this.#top = undefined),
    G: () => (this.#top = undefined),
    tab: () => this.#select(1),
    'shift-tab': () => this.#select(-1),
    enter: () => this.#toggle(),
    a: () => this.#toggleAll(),
    '/': () => (this.#searchInput = new TextEditor()),
    n: () => this.#search(1),
    N: () => this.#search(-1),
  };

  // -------------------------------------------------------------------------------------------- places

  get #place(): Place {
    return this.#top ?? this.#pages.bottom(this.#rows);
  }

  #scroll(count: number): void {
    this.#go(this.#pages.move(this.#place, count));
    const { index, offset } = this.#place;
    if (count < 0 && index === 0 && offset === 0) this.#readEarlier();
  }

  #goToStart(): void {
    const start = { index: 0, offset: 0 };
    this.#go(start);
    this.#readEarlier(() => this.#go(start));
  }

  /** Reads what comes before the first entry, if it was left out; the places stay where they are. */
  #readEarlier(onRead: () => void = () => undefined): void {
    const { earlier, redraw } = this.#options;
    if (!earlier.isMissing || earlier.isReading) return;
    earlier
      .read()
      .then(() => {
        this.#keepPlaces();
        onRead();
      })
      .catch((error: unknown) => (this.#note = `The earlier messages were not read: ${describeError(error)}`))
      .finally(redraw);
  }

  /** Moves the places by the entries that have come before all others. */
  #keepPlaces(): void {
    const count = this.#front.added(this.#options.transcript());
    if (count === 0) return;
    const moved = <P extends Place>(place: P | undefined): P | undefined =>
      place && { ...place, index: place.index + count };
    this.#top = moved(this.#top);
    this.#found = moved(this.#found);
    if (this.#selected !== undefined) this.#selected += count;
  }

  /** Scrolls not further than the last page. */
  #go(place: Place): void {
    const bottom = this.#pages.bottom(this.#rows);
    const isEnd = place.index > bottom.index || (place.index === bottom.index && place.offset >= bottom.offset);
    this.#top = isEnd ? undefined : place;
  }

  // -------------------------------------------------------------------------------------------- unfolding

  /** The next thought or tool call in a direction. */
  #foldable(from: number, step: -1 | 1): number | undefined {
    for (let index = from + step; index >= 0 && index < this.#pages.size; index += step) {
      if (this.#pages.isFoldable(index)) return index;
    }
    return undefined;
  }

  #select(step: -1 | 1): void {
    const visible = this.#pages.take(this.#place, this.#rows).map(({ index }) => index);
    const isVisible = this.#selected !== undefined && visible.includes(this.#selected);
    // If the selection is not visible, start from the visible entries.
    const from = isVisible ? (this.#selected ?? 0) : step > 0 ? (visible[0] ?? 0) - 1 : (visible.at(-1) ?? 0) + 1;
    this.#selected = this.#foldable(from, step) ?? this.#selected;
    if (this.#selected !== undefined) this.#show({ index: this.#selected, offset: 0 });
  }

  /** Scrolls only if the line is not visible. */
  #show(place: Place): void {
    const isShown = this.#pages
      .take(this.#place, this.#rows)
      .some(({ index, offset }) => index === place.index && offset === place.offset);
    if (!isShown) this.#go(this.#pages.move(place, -context));
  }

  #toggle(): void {
    if (this.#selected === undefined) return;
    const before = this.#place;
    this.#pages.toggle(this.#selected);
    this.#go(before);
    this.#show({ index: this.#selected, offset: 0 });
  }

  #toggleAll(): void {
    const { index } = this.#place;
    this.#pages.toggleAll();
    this.#go({ index, offset: 0 });
  }

  // -------------------------------------------------------------------------------------------- searching

  #pressSearch(typed: TextEditor, key: Key): void {
    if (key.name === 'escape' || isControl(key, 'c') || (key.name === 'backspace' && typed.isEmpty)) {
      this.#searchInput = undefined;
    } else if (key.name === 'enter') {
      this.#searchInput = undefined;
      if (!typed.isEmpty) this.#searchText = typed.text;
      this.#found = undefined;
      this.#search(1);
    } else typed.press(key);
  }

  #search(step: -1 | 1): void {
    if (this.#searchText === '') return;
    const from = this.#found ?? { index: this.#place.index, offset: -1 };
    this.#found = find(this.#pages, this.#searchText, from, step);
    if (this.#found === undefined) {
      this.#note = `"${this.#searchText}" was not found`;
      return this.#readEarlier(() => {
        this.#note = '';
        this.#search(step);
      });
    }
    const { index } = this.#found;
    if (this.#pages.isFoldable(index)) {
      if (!this.#pages.isUnfolded(index)) this.#pages.toggle(index);
      this.#selected = index;
    }
    this.#show(this.#found);
  }

  #foot(): Line {
    if (this.#options.earlier.isReading) return line('Loading earlier messages…', { colour: 'yellow' });
    if (this.#note !== '') return line(this.#note, { colour: 'yellow' });
    if (this.#options.isAsked()) return line('The agent waits for an answer: q returns to it', { colour: 'yellow' });
    const last = this.#pages.take(this.#place, this.#rows).at(-1)?.index ?? -1;
    const size = `${this.#pages.size}${this.#options.earlier.isMissing ? ' and earlier ones' : ''}`;
    const place = `${last + 1} of ${size}`;
    const keys = 'Enter unfolds, Tab next, a all, / searches, n next, q quits';
    return [span(place, { isBold: true }), span(`  ${keys}`, dim)];
  }
}
