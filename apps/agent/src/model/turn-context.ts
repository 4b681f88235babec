/**
 * What a model reads in one turn beside the conversation: the context that came with the prompt, and what is open in the editor.
 *
 * It is put into each request of the turn and is never a part of the conversation, so nothing can keep it, sum it up or say it again (RCTX-03).
 */
import { RpcError, systemClock, type Clock } from '@acp-stack/rpc';
import { trimContext, type RuntimeContext, type Turn } from '@acp-stack/sdk';
import { WorkspaceError } from '@acp-stack/workspace';

import { joinSignals } from '../machine/join-signals.ts';
import { editorState, stateInWords } from '../tools/editor-state.ts';
import { shownName, shownPath } from '../tools/shown-path.ts';
import type { Workbench } from '../tools/workbench.ts';
import { textPart, type ModelMessage, type TextPart } from './message.ts';

/** Context, and the message of the user that it belongs to. */
export interface TurnContext {
  readonly asked: ModelMessage;
  readonly parts: readonly TextPart[];
}

type Bench = Pick<Workbench, 'session' | 'workspace' | 'files'>;

export interface TurnContextOptions {
  /** Tokens that the model reads; undefined when unknown. */
  readonly contextWindow?: number | undefined;
  readonly clock?: Clock;
}

/** Characters of context that a model is given at most. */
const mostCharacters = 65_536;
/** Of what the model reads, a quarter; a token is about four characters, so the numbers are the same. */
const shareOf = (contextWindow: number | undefined): number =>
  Math.min(mostCharacters, contextWindow ?? mostCharacters);
/** Of the file in focus. */
const mostLines = 200;
const mostOfFile = 8000;
/** Milliseconds that an editor has to say what is open; a model waits for nobody. */
const editorTime = 1500;

/** The parts for a turn; what does not fit is left out from the end, with a note. */
export async function contextParts(
  bench: Bench,
  turn: Turn,
  { contextWindow, clock = systemClock }: TurnContextOptions = {},
): Promise<readonly TextPart[]> {
  const { runtimeContext } = turn;
  const items = [...runtimeContext, ...(await editorItems(bench, turn, clock))];
  return trimContext(items, shareOf(contextWindow)).map(({ title, text }) =>
    textPart(`<context${title ? ` title="${shownName(title).replaceAll('"', '”')}"` : ''}>\n${text}\n</context>`),
  );
}

/** The messages of a request: those of the conversation, with the context before what it belongs to. */
export function withContext(
  messages: readonly ModelMessage[],
  context: TurnContext | undefined,
): readonly ModelMessage[] {
  if (context === undefined || context.parts.length === 0) return messages;
  const { asked, parts } = context;
  // A conversation that was summed up has only the newest message of the user.
  const place = messages.includes(asked)
    ? messages.indexOf(asked)
    : messages.findLastIndex(({ role }) => role === 'user');
  return messages.toSpliced(Math.max(0, place), 0, { role: 'user', content: parts });
}

/** What is open, and the file in focus; nothing where the client does not tell, or not in time. */
async function editorItems(bench: Bench, turn: Turn, clock: Clock): Promise<readonly RuntimeContext[]> {
  if (!bench.session.editor.isTold) return [];
  const late = new AbortController();
  const stop = clock.schedule(editorTime, () => {
    late.abort(new Error('The editor does not answer.'));
  });
  const { signal, release } = joinSignals(turn.signal, late.signal);
  try {
    const state = await editorState(bench, signal);
    const isEmpty = state.active === undefined && state.open.length === 0 && state.recent.length === 0;
    if (isEmpty) return [];
    const names = { title: 'The editor', text: stateInWords(bench.session.cwd, state) };
    // A client that sends context of its own has chosen what is worth reading.
    const isChosen = turn.runtimeContext.length > 0;
    return [names, ...(isChosen || state.active === undefined ? [] : await fileItem(bench, state.active, signal))];
  } catch (error) {
    if (turn.signal.aborted || !(late.signal.aborted || error instanceof RpcError)) throw error;
    return [];
  } finally {
    stop();
    release();
  }
}

/** The beginning of a file inside the roots; nothing when it cannot be read as text. */
async function fileItem(bench: Bench, path: string, signal: AbortSignal): Promise<readonly RuntimeContext[]> {
  try {
    const { text } = await bench.files.read(path, { line: 1, limit: mostLines, signal });
    const title = `${shownPath(bench.session.cwd, path)}, the file in focus`;
    return text === '' ? [] : trimContext([{ title, text }], mostOfFile);
  } catch (error) {
    if (error instanceof WorkspaceError) return [];
    throw error;
  }
}
