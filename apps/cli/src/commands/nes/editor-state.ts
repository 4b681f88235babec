/**
 * A text under the hands of somebody: the text, the cursor, and the way back.
 *
 * Everything here is a function of the state before; nothing reaches the screen, the disk or an agent. Texts share what they have in common, so that
 * states of long ago cost little.
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

/** The text and the cursor as they were. */
interface Snapshot {
  readonly text: Text;
  readonly cursor: TextPosition;
}

export interface EditorState extends Snapshot {
  /** The column of the screen that the cursor wants to be in while it moves up and down. */
  readonly wanted?: number;
  readonly past: readonly Snapshot[];
  readonly future: readonly Snapshot[];
  /** What is typed next belongs to the same step of undo. */
  readonly isTyping: boolean;
}

/** What was done to the text, each step on the result of the one before. */
interface TextChange {
  readonly replacements: readonly Replacement[];
  readonly cause: ChangeCause;
}

export interface Outcome {
  readonly state: EditorState;
  /** Absent when the text is as it was. */
  readonly change?: TextChange;
}

const mostSteps = 2000;

export const stateOf = (text: Text): EditorState => ({
  text,
  cursor: { line: 0, column: 0 },
  past: [],
  future: [],
  isTyping: false,
});

/** Whether both are the same text; what a text was made of does not matter. */
export const isSameText = (one: Text, other: Text): boolean => one.difference(other) === undefined;

/** Moves the cursor, which ends a step of undo. */
export function moved(state: EditorState, cursor: TextPosition, wanted?: number): Outcome {
  const { wanted: _, ...others } = state;
  return { state: { ...others, cursor, isTyping: false, ...(wanted === undefined ? {} : { wanted }) } };
}

/** What typing needs to know: whether it goes on where it was. */
interface Typing {
  readonly cause?: ChangeCause;
  /** Letters of one word are one step. */
  readonly joins?: boolean;
}

/** Puts `inserted` in the place of `span`, and the cursor behind it. */
export function replaced(state: EditorState, span: Span, inserted: string, typing: Typing = {}): Outcome {
  const { cause = 'typing', joins = false } = typing;
  const text = state.text.replace(span, inserted);
  const cursor = endOf(span.start, inserted);
  const change = { replacements: [{ span, text: inserted }], cause };
  return { state: stepped(state, { text, cursor }, joins), change };
}

/** Makes several replacements that all refer to the text as it is; undefined when they do not fit it. */
export function replacedAll(
  state: EditorState,
  replacements: readonly Replacement[],
  cursor?: TextPosition,
): Outcome | undefined {
  const sorted = ordered(state.text, replacements);
  if (sorted === undefined || sorted.length === 0) return undefined;
  // From the end, so that the places of the others stay as they are.
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
  const steps = joins && isTyping ? past : [...past.slice(1 - mostSteps), { text, cursor }];
  return { ...now, past: steps, future: [], isTyping: joins };
}
