/**
 * The context that a model gets in one turn beside the conversation: what came with the prompt, and what is open in the
 * editor.
 */
import { RpcError, systemClock, type Clock } from '@acp-stack/rpc';
import { trimContext, type RuntimeContext, type Turn } from '@acp-stack/sdk';
import { WorkspaceError } from '@acp-stack/workspace';

import { textPart, type TextPart } from '../model/message.ts';
import { joinTurnSignals } from '../signals/join-turn-signals.ts';
import { shownName, shownPath } from '../text/shown-path.ts';
import { editorState, stateInWords } from '../tools/editor-state.ts';
import type { SessionResources } from '../tools/session-resources.ts';

type Needed = Pick<SessionResources, 'session' | 'workspace' | 'files'>;

export interface TurnContextOptions {
  /** Size of the context window in tokens; undefined if unknown. */
  readonly contextWindow?: number | undefined;
  readonly clock?: Clock;
}

/** The maximum number of characters of context. */
const maxCharacters = 65_536;
/** A quarter of the context window. A token is about four characters, so this is its number of tokens. */
const maxCharactersFor = (contextWindow: number | undefined): number =>
  Math.min(maxCharacters, contextWindow ?? maxCharacters);
/** Limits of the file in focus. */
const maxLines = 200;
const maxFileCharacters = 8000;
/** Timeout of the editor in milliseconds; then the model starts without its state. */
const editorTimeout = 1500;

/** The parts for a turn; what does not fit is cut from the end, with a note. */
export async function contextParts(
  resources: Needed,
  turn: Turn,
  { contextWindow, clock = systemClock }: TurnContextOptions = {},
): Promise<readonly TextPart[]> {
  const { runtimeContext } = turn;
  const items = [...runtimeContext, ...(await editorItems(resources, turn, clock))];
  return trimContext(items, maxCharactersFor(contextWindow)).map(({ title, text }) =>
    textPart(`<context${title ? ` title="${shownName(title).replaceAll('"', '”')}"` : ''}>\n${text}\n</context>`),
  );
}

/** The open files, and the file in focus; nothing if the client does not report them in time. */
async function editorItems(resources: Needed, turn: Turn, clock: Clock): Promise<readonly RuntimeContext[]> {
  if (!resources.session.editor.isOffered) return [];
  const timeoutAbort = new AbortController();
  const cancelTimeout = clock.schedule(editorTimeout, () => {
    timeoutAbort.abort(new Error('The editor does not answer.'));
  });
  const { signal, release } = joinTurnSignals(turn.signal, timeoutAbort.signal);
  try {
    const state = await editorState(resources, signal);
    const isEmpty = state.active === undefined && state.open.length === 0 && state.recent.length === 0;
    if (isEmpty) return [];
    const names = { title: 'The editor', text: stateInWords(resources.session.cwd, state) };
    // A client that sends its own context has chosen what matters.
    const isChosen = turn.runtimeContext.length > 0;
    return [names, ...(isChosen || state.active === undefined ? [] : await fileItem(resources, state.active, signal))];
  } catch (error) {
    if (turn.signal.aborted || !(timeoutAbort.signal.aborted || error instanceof RpcError)) throw error;
    return [];
  } finally {
    cancelTimeout();
    release();
  }
}

/** The beginning of a file inside the roots; nothing if it cannot be read as text. */
async function fileItem(resources: Needed, path: string, signal: AbortSignal): Promise<readonly RuntimeContext[]> {
  try {
    const { text } = await resources.files.read(path, { line: 1, limit: maxLines, signal });
    const title = `${shownPath(resources.session.cwd, path)}, the file in focus`;
    return text === '' ? [] : trimContext([{ title, text }], maxFileCharacters);
  } catch (error) {
    if (error instanceof WorkspaceError) return [];
    throw error;
  }
}
