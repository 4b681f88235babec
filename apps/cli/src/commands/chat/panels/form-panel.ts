/**
 * A form of the agent: one field after the other.
 *
 * Nothing is sent before the user has confirmed the last field; declining and closing are always one key away.
 */
import type { Form, FormField, FormProblem, FormValue, FormValues } from '@acp-stack/workspace/client';

import { TextEditor } from '../../../tui/text-editor.ts';
import { isControl, type Key } from '../../../tui/key.ts';
import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { line, span, truncate, widthOf, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { fitted, type Panel, type PanelDrawing, type PanelSpace } from '../../../tui/panel.ts';

export interface FormPanelOptions {
  readonly form: Pick<Form, 'message' | 'title' | 'fields' | 'check'>;
  readonly values: FormValues;
  readonly problems: readonly FormProblem[];
  /** The fields that are not echoed. */
  readonly secrets?: ReadonlySet<string>;
  readonly done: (answer: FormValues | 'decline' | 'cancel') => void;
  readonly redraw: () => void;
  /** Whether keys count now; always if the user has opened the form. */
  readonly counts?: (panel: FormPanel) => boolean;
}

const dim: Style = { isDim: true };

/** The value of a field while the form is filled in. */
interface Slot {
  readonly field: FormField;
  readonly editor: TextEditor;
  /** The selected choices. */
  readonly ticked: Set<string>;
  /** The index of the choice at the cursor. */
  cursor: number;
  isOn: boolean | undefined;
}

export class FormPanel implements Panel {
  readonly isUnexpected = true;
  readonly #options: FormPanelOptions;
  readonly #slots: readonly Slot[];
  #current = 0;
  /** Whether keys fill it in: not those that were meant for something else when the form appeared. */
  #isReady = false;
  #problems: readonly FormProblem[];

  constructor(options: FormPanelOptions) {
    this.#options = options;
    this.#isReady = options.counts === undefined;
    this.#problems = options.problems;
    this.#slots = options.form.fields
      .filter(({ kind }) => kind !== 'unknown')
      .map((field) =>
        slotOf(field, Object.hasOwn(options.values, field.name) ? options.values[field.name] : undefined),
      );
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    const { form } = this.#options;
    this.#isReady ||= this.#options.counts?.(this) === true;
    const head: readonly Line[] = [
      ...(form.title === undefined ? [] : [line(escapeLine(form.title), { isBold: true })]),
      ...escapeControls(form.message)
        .split('\n')
        .flatMap((each) => wrap([span('? ', { colour: 'yellow' }), span(each, { isBold: true })], width)),
    ];
    const drawn = this.#slots.map((slot, index) => this.#drawSlot(slot, index === this.#current, width));
    const before = drawn.slice(0, this.#current).flatMap(({ lines }) => lines);
    const fields = drawn.flatMap(({ lines }) => lines);
    const problems = this.#problems.map(({ message }) => line(`! ${escapeLine(message)}`, { colour: 'red' }));
    const foot: readonly Line[] = [
      ...problems,
      line(`  ${this.#isReady ? 'Enter continues, arrows choose, ' : ''}Ctrl+N declines, Esc closes`, dim),
    ];
    const all = [...head, ...fields, ...foot];
    const row = head.length + before.length + (drawn[this.#current]?.row ?? 0);
    const lines = fitted(all, rows, fields.length - before.length + foot.length);
    const column = drawn[this.#current]?.column;
    return { lines, ...(column === undefined ? {} : { cursor: { row: row - (all.length - lines.length), column } }) };
  }

  press(key: Key): void {
    const slot = this.#slots[this.#current];
    if (key.name === 'escape' || isControl(key, 'c')) this.dismiss();
    else if (isControl(key, 'n')) this.#options.done('decline');
    else if (!this.#isReady) return;
    else if (key.name === 'enter') this.#next();
    else if (key.name === 'tab') this.#move(key.isShift ? -1 : 1);
    else if (slot !== undefined) this.#pressField(slot, key);
    this.#options.redraw();
  }

  dismiss(): void {
    this.#options.done('cancel');
  }

  #pressField(slot: Slot, key: Key): void {
    const { field } = slot;
    if (field.kind === 'boolean') {
      if (key.name === 'text' && /^[yn]$/iu.test(key.text)) slot.isOn = key.text.toLowerCase() === 'y';
      else if (['left', 'right', 'up', 'down'].includes(key.name) || key.text === ' ') slot.isOn = slot.isOn !== true;
    } else if (field.kind === 'choice' || field.kind === 'choices') pressChoice(slot, field.choices, key);
    else slot.editor.press(key.name === 'paste' ? { ...key, text: key.text.replaceAll('\n', ' ') } : key);
  }

  #move(step: -1 | 1): void {
    this.#current = Math.max(0, Math.min(this.#slots.length - 1, this.#current + step));
  }

  #next(): void {
    if (this.#current < this.#slots.length - 1) return this.#move(1);
    const values = Object.fromEntries(this.#slots.map((slot) => [slot.field.name, valueOf(slot)]));
    this.#problems = this.#options.form.check(values);
    const wrong = this.#slots.findIndex(({ field }) => this.#problems.some((problem) => problem.field === field.name));
    if (wrong < 0) return this.#options.done(values);
    this.#current = wrong;
    return undefined;
  }

  #drawSlot(
    slot: Slot,
    isCurrent: boolean,
    width: number,
  ): { readonly lines: readonly Line[]; readonly row: number; readonly column: number | undefined } {
    const { field, editor } = slot;
    const { description } = field;
    const label = `${isCurrent ? '❯' : ' '} ${escapeLine(field.label)}${field.isRequired ? ' *' : ''}: `;
    const shown = this.#options.secrets?.has(field.name) === true ? '•'.repeat(editor.text.length) : editor.text;
    const value = field.kind === 'text' || field.kind === 'number' ? shown : choiceWords(slot);
    const first: Line = truncate(
      [span(label, isCurrent ? { isBold: true } : {}), span(value, { colour: 'cyan' })],
      width,
    );
    const help =
      description === undefined || !isCurrent ? [] : [truncate(line(`  ${escapeLine(description)}`, dim), width)];
    const choices = isCurrent ? choiceLines(slot, width) : [];
    const isText = field.kind === 'text' || field.kind === 'number';
    const column = isCurrent && isText ? widthOf(label) + widthOf(shown.slice(0, editor.before.length)) : undefined;
    return { lines: [first, ...help, ...choices], row: 0, column };
  }
}

function slotOf(field: FormField, value: FormValue | undefined): Slot {
  const editor = new TextEditor();
  if (typeof value === 'string' || typeof value === 'number') editor.set(String(value));
  const choices = 'choices' in field ? field.choices : [];
  const ticked = new Set(
    Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [],
  );
  const cursor = Math.max(
    0,
    choices.findIndex((choice) => ticked.has(choice.value)),
  );
  return { field, editor, ticked, cursor, isOn: typeof value === 'boolean' ? value : undefined };
}

function pressChoice(slot: Slot, choices: readonly { readonly value: string }[], key: Key): void {
  const count = choices.length;
  if (key.name === 'up' || key.name === 'left') slot.cursor = (slot.cursor + count - 1) % count;
  else if (key.name === 'down' || key.name === 'right') slot.cursor = (slot.cursor + 1) % count;
  else if (key.name !== 'text') return;
  const number = key.name === 'text' ? Number(key.text) : Number.NaN;
  if (number >= 1 && number <= count) slot.cursor = number - 1;
  const { value = '' } = choices[slot.cursor] ?? {};
  if (slot.field.kind === 'choice') {
    slot.ticked.clear();
    slot.ticked.add(value);
  } else if (key.name === 'text') {
    if (slot.ticked.has(value)) slot.ticked.delete(value);
    else slot.ticked.add(value);
  }
}

function valueOf({ field, editor, ticked, isOn }: Slot): FormValue | undefined {
  const { kind } = field;
  if (kind === 'boolean') return isOn;
  if (kind === 'choice') return [...ticked][0];
  if (kind === 'choices') return [...ticked];
  if (editor.text === '') return undefined;
  return kind === 'number' ? Number(editor.text) : editor.text;
}

function choiceWords({ field, ticked, isOn }: Slot): string {
  if (field.kind === 'boolean') return isOn === undefined ? 'yes or no? (y, n)' : isOn ? 'yes' : 'no';
  if (!('choices' in field)) return '';
  return field.choices
    .filter(({ value }) => ticked.has(value))
    .map(({ label }) => escapeLine(label))
    .join(', ');
}

function choiceLines({ field, ticked, cursor }: Slot, width: number): readonly Line[] {
  if (!('choices' in field)) return [];
  const isMany = field.kind === 'choices';
  return field.choices.map(({ value, label, description = '' }, index) => {
    const sign = ticked.has(value) ? (isMany ? '☑' : '●') : isMany ? '☐' : '○';
    const style: Style = index === cursor ? { colour: 'cyan', isBold: true } : {};
    return truncate(
      [
        span(`   ${sign} ${index + 1}. ${escapeLine(label)}`, style),
        span(description === '' ? '' : `  ${escapeLine(description)}`, dim),
      ],
      width,
    );
  });
}
