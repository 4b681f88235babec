/** One tool call of the agent while it runs: created with a title, changed by patches, ended once. */
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

import { bindMethods } from '../../shared/bound-methods.ts';
import { requireAbsolutePathsInUpdate } from '../../connection/outgoing-paths.ts';

/** What a tool call is about. */
export interface ToolCallInit {
  /** What the user reads. */
  readonly title: string;
  /** Names it in its session; made up when absent. */
  readonly toolCallId?: string;
  /** The name of the tool for programs. */
  readonly name?: string;
  /** The sort of work, so that clients can show it; `other` when absent. */
  readonly kind?: ToolKind;
  /** `pending` when absent: it has not begun, or waits for permission. */
  readonly status?: 'pending' | 'in_progress';
  /** What it shows from the start. */
  readonly content?: readonly ToolCallContent[];
  /** The files that it works on, by absolute paths, so that clients can follow. */
  readonly locations?: readonly ToolCallLocation[];
  /** What the tool is called with, for those who want to look closely. */
  readonly rawInput?: unknown;
  /** Lets the client cancel this call alone; called when it does. */
  readonly onCancel?: () => void;
}

/** What may change later; null clears a field, an absent one stays. */
export type ToolCallPatch = Omit<ToolCallUpdate, 'toolCallId' | 'capabilities'>;

/** What a call ended with. */
export interface ToolCallEnd {
  /** Replaces what was shown so far; that stays when absent. */
  readonly content?: readonly ToolCallContent[];
  /** What the tool answered, for those who want to look closely. */
  readonly rawOutput?: unknown;
}

type Send = (update: SessionUpdate) => Promise<void>;

const finalStatuses = new Set<ToolCallStatus>(['completed', 'failed', 'cancelled']);

/** One tool call, as its agent reports it. */
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
    // Nobody awaits what a constructor sends.
    requireAbsolutePathsInUpdate(update);
    void send(update);
  }

  /** What the user reads about it. */
  get title(): string {
    return this.#title;
  }

  /** How far it is. */
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
    if (typeof patch.title === 'string') this.#title = patch.title;
    if (patch.status !== undefined && patch.status !== null) this.#status = patch.status;
    return this.#patch(patch);
  }

  /** Says that the work itself has begun (TOOL-08). */
  start(): Promise<void> {
    return this.update({ status: 'in_progress' });
  }

  /** Adds one piece of output at the end (TOOL-07). */
  append(content: string | ContentBlock | ToolCallContent): Promise<void> {
    return this.#send({
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: this.toolCallId,
      content: toContent(content),
    });
  }

  /**
   * Shows a change of files; `patch` is what `git diff` prints for it (TOOL-11, TOOL-12).
   *
   * Clients of version 1 show old and new text, which they get when the patch holds the whole file: `writeGitPatch` of
   * `@acp-stack/bridge/git-patch` writes such a patch. Of other patches they get the text.
   */
  diff(changes: readonly DiffChange[], patch?: string): Promise<void> {
    const text = patch === undefined ? {} : { patch: { format: 'git_patch' as const, text: patch } };
    return this.append({ type: 'diff', changes, ...text });
  }

  /** Says which places in files it is working on, so that an editor can follow along. */
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

  /** The client asked to cancel it; whoever runs it decides when that has happened (TOOL-20). */
  requestCancel(): void {
    this.#onCancel?.();
  }

  #patch(patch: Omit<ToolCallUpdate, 'toolCallId'>): Promise<void> {
    return this.#send({ sessionUpdate: 'tool_call_update', toolCallId: this.toolCallId, ...patch });
  }
}

const contentTypes = new Set(['content', 'diff', 'terminal']);

function toContent(content: string | ContentBlock | ToolCallContent): ToolCallContent {
  if (typeof content === 'string') return { type: 'content', content: { type: 'text', text: content } };
  if (contentTypes.has(content.type)) return content as ToolCallContent;
  return { type: 'content', content: content as ContentBlock };
}
