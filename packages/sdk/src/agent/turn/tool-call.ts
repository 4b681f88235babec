/** One tool call of an agent: reported when it is created, changed by updates, ended once. */
import type {
  ContentBlock,
  DiffChange,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
} from '@acp-stack/schema/v2/unstable';

import { requireValidUpdate } from '../../connection/outgoing-update.ts';
import { bindMethods } from '../../shared/bound-methods.ts';

/** How a tool call begins. */
export interface ToolCallInit {
  /** The title for the user. */
  readonly title: string;
  /** The id, unique in the session; generated when absent. */
  readonly toolCallId?: string;
  /** The name of the tool for programs. */
  readonly name?: string;
  /** The kind of tool, so that clients can show it; `other` when absent. */
  readonly kind?: ToolKind;
  /** `pending` when absent: it has not begun, or waits for permission. */
  readonly status?: 'pending' | 'in_progress';
  /** The first content. */
  readonly content?: readonly ToolCallContent[];
  /** The files that it works on, by absolute paths, so that clients can follow. */
  readonly locations?: readonly ToolCallLocation[];
  /** The input of the tool. */
  readonly rawInput?: unknown;
  /** Lets the client cancel this call alone; called when it does. */
  readonly onCancel?: () => void;
}

/** Changes of a tool call; null clears a field, an absent field stays. */
export type ToolCallPatch = Omit<ToolCallUpdate, 'toolCallId' | 'capabilities'>;

/** How a tool call ends. */
export interface ToolCallEnd {
  /** Replaces the content so far; it stays when absent. */
  readonly content?: readonly ToolCallContent[];
  /** The output of the tool. */
  readonly rawOutput?: unknown;
}

type Send = (update: SessionUpdate) => Promise<void>;

const finalStatuses = new Set<ToolCallStatus>(['completed', 'failed', 'cancelled']);

/** One tool call of an agent. */
export class ToolCall {
  static {
    bindMethods(this);
  }

  /** The id of the tool call. */
  readonly toolCallId: string;
  readonly #send: Send;
  readonly #onCancel: (() => void) | undefined;
  #title: string;
  #status: ToolCallStatus;

  constructor(toolCallId: string, init: ToolCallInit, send: Send) {
    const { title, name, kind, status = 'pending', content, locations, rawInput, onCancel } = init;
    this.toolCallId = toolCallId;
    this.#send = send;
    this.#title = title;
    this.#status = status;
    this.#onCancel = onCancel;
    const update: SessionUpdate = {
      sessionUpdate: 'tool_call_update',
      toolCallId,
      title,
      status,
      ...(name === undefined ? {} : { name }),
      ...(kind === undefined ? {} : { kind }),
      ...(content === undefined ? {} : { content }),
      ...(locations === undefined ? {} : { locations }),
      ...(rawInput === undefined ? {} : { rawInput }),
      ...(onCancel === undefined ? {} : { capabilities: { cancel: {} } }),
    };
    // Checked here too: the promise of `send` is not awaited in a constructor.
    requireValidUpdate(update);
    void send(update);
  }

  /** The title for the user. */
  get title(): string {
    return this.#title;
  }

  /** The current status. */
  get status(): ToolCallStatus {
    return this.#status;
  }

  /** Whether it has ended. */
  get isFinal(): boolean {
    return finalStatuses.has(this.#status);
  }

  /** Whether the client may cancel it now. */
  get isCancellable(): boolean {
    return this.#onCancel !== undefined && !this.isFinal;
  }

  /** Changes some fields. */
  update(patch: ToolCallPatch): Promise<void> {
    const update: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: this.toolCallId, ...patch };
    // An update that is refused changes nothing, so that the call can still be ended.
    if (isValid(update)) {
      if (typeof patch.title === 'string') this.#title = patch.title;
      if (patch.status !== undefined && patch.status !== null) this.#status = patch.status;
    }
    return this.#send(update);
  }

  /** Reports that the work has begun. */
  start(): Promise<void> {
    return this.update({ status: 'in_progress' });
  }

  /** Appends content. */
  append(content: string | ContentBlock | ToolCallContent): Promise<void> {
    return this.#send({
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: this.toolCallId,
      content: toContent(content),
    });
  }

  /**
   * Appends a diff; `patch` is what `git diff` prints for it.
   *
   * Clients of version 1 need old and new text, which they get if the patch contains the whole file: `writeGitPatch` of
   * `@acp-stack/bridge/git-patch` writes such a patch. Other patches are sent to them as text.
   */
  diff(changes: readonly DiffChange[], patch?: string): Promise<void> {
    const text = patch === undefined ? {} : { patch: { format: 'git_patch' as const, text: patch } };
    return this.append({ type: 'diff', changes, ...text });
  }

  /** Reports the locations in files that it works on, so that an editor can follow. */
  at(...locations: readonly ToolCallLocation[]): Promise<void> {
    return this.update({ locations });
  }

  /** Ends it as completed. */
  complete(end: ToolCallEnd = {}): Promise<void> {
    return this.update({ ...end, status: 'completed' });
  }

  /** Ends it as failed. */
  fail(end: ToolCallEnd = {}): Promise<void> {
    return this.update({ ...end, status: 'failed' });
  }

  /** Ends it as cancelled. */
  cancel(): Promise<void> {
    return this.update({ status: 'cancelled' });
  }

  /** Ends it as cancelled, although its turn may be over; called by the session. */
  stop(send: Send): void {
    this.#status = 'cancelled';
    void send({ sessionUpdate: 'tool_call_update', toolCallId: this.toolCallId, status: 'cancelled' });
  }

  /** The client asked to cancel it; the program reports when it has ended. */
  requestCancel(): void {
    this.#onCancel?.();
  }
}

function isValid(update: SessionUpdate): boolean {
  try {
    requireValidUpdate(update);
    return true;
  } catch {
    return false;
  }
}

const contentTypes = new Set(['content', 'diff', 'terminal']);

function toContent(content: string | ContentBlock | ToolCallContent): ToolCallContent {
  if (typeof content === 'string') return { type: 'content', content: { type: 'text', text: content } };
  if (typeof content !== 'object' || content === null || contentTypes.has(content.type))
    return content as ToolCallContent;
  return { type: 'content', content: content as ContentBlock };
}
