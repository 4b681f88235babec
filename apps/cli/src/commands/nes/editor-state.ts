/**
 * The state of an edited text: the text, the cursor, and the undo history.
 *
 * Every function is pure. Texts share their common parts, so a long history uses little memory.
 */
import {
  endOf,
  ordered,
  replacementBetween,
  type ChangeCause,
  type TextPosition,
  type Replacement,
  type Span,
  type Text,
} from '@acp-stack/nes';

/** A text and its cursor. */
interface Snapshot {
  readonly text: Text;
  readonly cursor: TextPosition;
}

export interface EditorState extends Snapshot {
  /** The screen column that the cursor keeps while it moves up and down. */
  readonly wantedColumn?: number;
  readonly past: readonly Snapshot[];
  readonly future: readonly Snapshot[];
  /** Whether the next typed character belongs to the same undo step. */
  readonly isTyping: boolean;
}

/** The replacements, each applied to the result of the one before. */
interface TextChange {
  readonly replacements: readonly Replacement[];
  readonly cause: ChangeCause;
}

export interface Outcome {
  readonly state: EditorState;
  /** Absent if the text did not change. */
  readonly change?: TextChange;
}

const maxSteps = 2000;

export const stateOf = (text: Text): EditorState => ({
  text,
  cursor: { line: 0, column: 0 },
  past: [],
  future: [],
  isTyping: false,
});

/** Whether two texts are equal. */
export const isSameText = (one: Text, other: Text): boolean => one.difference(other) === undefined;

/** Moves the cursor, which ends an undo step. */
export function moved(state: EditorState, cursor: TextPosition, wantedColumn?: number): Outcome {
  const { wantedColumn: _, ...others } = state;
  return { state: { ...others, cursor, isTyping: false, ...(wantedColumn === undefined ? {} : { wantedColumn }) } };
}

/** How an insertion joins the undo history. */
interface Typing {
  readonly cause?: ChangeCause;
  /** Whether it joins the previous step: the letters of a word are one step. */
  readonly joins?: boolean;
}

/** Replaces `span` with `inserted`, and puts the cursor after it. */
export function replaced(state: EditorState, span: Span, inserted: string, typing: Typing = {}): Outcome {
  const { cause = 'typing', joins = false } = typing;
  const text = state.text.replace(span, inserted);
  const cursor = endOf(span.start, inserted);
  const change = { replacements: [{ span, text: inserted }], cause };
  return { state: stepped(state, { text, cursor }, joins), change };
}

/** Applies several replacements of the current text; undefined if they do not fit it. */
export function replacedAll(
  state: EditorState,
  replacements: readonly Replacement[],
  cursor?: TextPosition,
): Outcome | undefined {
  const sorted = ordered(state.text, replacements);
  if (sorted === undefined || sorted.length === 0) return undefined;
  // From the end, so that the other places stay valid.
  const backwards = sorted.toReversed();
  const text = backwards.reduce((before, { span, text: inserted }) => before.replace(span, inserted), state.text);
  const place = cursor ?? endOfFirst(sorted);
  const change = { replacements: backwards, cause: 'typing' } as const;
  return { state: stepped(state, { text, cursor: text.has(place) ? place : text.end }, false), change };
}

function endOfFirst([first]: readonly Replacement[]): TextPosition {
  return first === undefined ? { line: 0, column: 0 } : endOf(first.span.start, first.text);
}

export function undo(state: EditorState): Outcome {
  const before = state.past.at(-1);
  if (before === undefined) return { state };
  const { text, cursor } = state;
  const next = {
    ...before,
    past: state.past.slice(0, -1),
    future: [...state.future, { text, cursor }],
    isTyping: false,
  };
  return { state: next, ...changeTo(state, before, 'undo') };
}

export function redo(state: EditorState): Outcome {
  const after = state.future.at(-1);
  if (after === undefined) return { state };
  const { text, cursor } = state;
  const next = {
    ...after,
    past: [...state.past, { text, cursor }],
    future: state.future.slice(0, -1),
    isTyping: false,
  };
  return { state: next, ...changeTo(state, after, 'redo') };
}

function changeTo({ text }: EditorState, to: Snapshot, cause: ChangeCause): Pick<Outcome, 'change'> {
  const replacement = replacementBetween(text, to.text);
  return replacement === undefined ? {} : { change: { replacements: [replacement], cause } };
}

function stepped({ text, cursor, past, isTyping }: EditorState, now: Snapshot, joins: boolean): EditorState {
  const steps = joins && isTyping ? past : [...past.slice(1 - maxSteps), { text, cursor }];
  return { ...now, past: steps, future: [], isTyping: joins };
}
