/**
 * The tool calls and terminals of a session: whether they have finished, and whether they can be cancelled.
 *
 * This is not a transcript: content is not kept. Beyond a limit the oldest entries are removed.
 */
import type {
  BackgroundWork,
  RequestPermissionSubject,
  SessionUpdate,
  TerminalUpdate,
  ToolCallContent,
  ToolCallStatus,
  ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';

/** One tool call of a session. */
export interface TrackedToolCall {
  /** The id of the tool call. */
  readonly toolCallId: string;
  /** The title for the user; undefined until the agent reports it. */
  readonly title: string | undefined;
  /** As the agent reports it, or `cancelled` once this side has cancelled the work it belongs to. */
  readonly status: ToolCallStatus;
  /** Whether this tool call alone can be cancelled. */
  readonly canCancel: boolean;
  /** The terminals that its content shows. */
  readonly terminalIds: readonly string[];
}

/** What has to be known about a terminal to cancel it. */
interface TrackedTerminal {
  readonly canCancel: boolean;
  readonly hasExited: boolean;
}

const maxEntries = 10_000;
const finished = new Set<string>(['completed', 'failed', 'cancelled']);

export class ToolCallTable {
  readonly #calls = new Map<string, TrackedToolCall>();
  readonly #terminals = new Map<string, TrackedTerminal>();

  get calls(): ReadonlyMap<string, TrackedToolCall> {
    return this.#calls;
  }

  canCancelTerminal(terminalId: string): boolean {
    const terminal = this.#terminals.get(terminalId);
    return terminal?.canCancel === true && !terminal.hasExited;
  }

  /** Applies an update about a tool call or a terminal. */
  fold(update: SessionUpdate): void {
    if (update.sessionUpdate === 'tool_call_update') this.apply(update);
    if (update.sessionUpdate === 'tool_call_content_chunk') this.#append(update.toolCallId, update.content);
    if (update.sessionUpdate === 'terminal_update') this.#applyTerminal(update);
  }

  /** Changes one tool call: absent fields stay, null resets a field (TOOL-05). */
  apply(update: ToolCallUpdate): void {
    const { toolCallId, title, status, capabilities, content } = update;
    const before = this.#calls.get(toolCallId) ?? newCall(toolCallId);
    this.#calls.set(toolCallId, {
      toolCallId,
      title: title === undefined ? before.title : (title ?? undefined),
      status: status === undefined ? before.status : (status ?? 'pending'),
      canCancel: capabilities === undefined ? before.canCancel : hasCancel(capabilities),
      terminalIds: content === undefined ? before.terminalIds : terminalsIn(content ?? []),
    });
    trim(this.#calls);
  }

  /** An exit status, even an empty one, ends a terminal, unless it is reset by null (TOOL-17). */
  #applyTerminal({ terminalId, capabilities, exitStatus }: TerminalUpdate): void {
    const before = this.#terminals.get(terminalId) ?? { canCancel: false, hasExited: false };
    this.#terminals.set(terminalId, {
      canCancel: capabilities === undefined ? before.canCancel : hasCancel(capabilities),
      hasExited: exitStatus === undefined ? before.hasExited : exitStatus !== null,
    });
    trim(this.#terminals);
  }

  #append(toolCallId: string, content: ToolCallContent): void {
    const before = this.#calls.get(toolCallId) ?? newCall(toolCallId);
    const terminalIds = terminalsIn([content]);
    if (terminalIds.length === 0 && this.#calls.has(toolCallId)) return;
    this.#calls.set(toolCallId, { ...before, terminalIds: [...before.terminalIds, ...terminalIds] });
    trim(this.#calls);
  }

  /** Marks unfinished tool calls as cancelled, except those in the background (CANCEL-02, CANCEL-10). */
  cancelUnfinished(background: readonly BackgroundWork[]): void {
    for (const call of this.#calls.values()) {
      if (finished.has(call.status) || this.#isListed(call, background)) continue;
      this.#calls.set(call.toolCallId, { ...call, status: 'cancelled' });
    }
  }

  /**
   * Whether a permission request is known to belong to the foreground work.
   *
   * Without a report of background work all work is foreground work; with one, a request without a subject may belong
   * to either.
   */
  isForeground(
    subject: RequestPermissionSubject | null | undefined,
    background: readonly BackgroundWork[] | undefined,
  ): boolean {
    if (background === undefined || background.length === 0) return true;
    if (subject?.type === 'tool_call') return !this.#isBackground(background, subject.toolCall.toolCallId, undefined);
    if (subject?.type !== 'command') return false;
    const { toolCallId, terminalId } = subject;
    if (toolCallId === undefined && terminalId === undefined) return false;
    return !this.#isBackground(background, toolCallId, terminalId);
  }

  #isBackground(
    background: readonly BackgroundWork[],
    toolCallId: string | null | undefined,
    terminalId: string | null | undefined,
  ): boolean {
    if (typeof terminalId === 'string' && listsTerminal(background, terminalId)) return true;
    return (
      typeof toolCallId === 'string' && this.#isListed(this.#calls.get(toolCallId) ?? newCall(toolCallId), background)
    );
  }

  /** A background command is listed by its terminal (LIFE-20). */
  #isListed({ toolCallId, terminalIds }: TrackedToolCall, background: readonly BackgroundWork[]): boolean {
    if (background.some((work) => work.type === 'tool_call' && work.toolCallId === toolCallId)) return true;
    return terminalIds.some((terminalId) => listsTerminal(background, terminalId));
  }
}

const newCall = (toolCallId: string): TrackedToolCall => ({
  toolCallId,
  title: undefined,
  status: 'pending',
  canCancel: false,
  terminalIds: [],
});

const hasCancel = (capabilities: (ToolCallUpdate | TerminalUpdate)['capabilities']): boolean =>
  capabilities?.cancel !== undefined && capabilities.cancel !== null;

const terminalsIn = (content: readonly ToolCallContent[]): string[] =>
  content.flatMap((each) => (each.type === 'terminal' ? [each.terminalId] : []));

const listsTerminal = (background: readonly BackgroundWork[], terminalId: string): boolean =>
  background.some((work) => work.type === 'terminal' && work.terminalId === terminalId);

function trim(entries: Map<string, unknown>): void {
  if (entries.size <= maxEntries) return;
  for (const key of entries.keys()) {
    entries.delete(key);
    return;
  }
}
