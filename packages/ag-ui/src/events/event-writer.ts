/**
 * The updates of one turn as events of AG-UI.
 *
 * Text and thoughts are passed on as they come; nothing stays open at the end of a run. A tool call begins when the
 * agent shows it, has its arguments when its input is known, and always has a result in the end: a client would take a
 * call without one for its own. What AG-UI has no event for is a CUSTOM event with the name `acp/…`.
 */
import { EventType, type Event } from '@ag-ui/core';
import type { SessionUpdate } from '@acp-stack/sdk';
import {
  AddedContent,
  findEntry,
  isFinished,
  blockText,
  toolCallText,
  TranscriptStore,
  type Addition,
  type Change,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';

type Kind = 'text' | 'reasoning';

/** Updates whose content is in other events. */
const written: ReadonlySet<string> = new Set([
  'agent_message',
  'agent_message_chunk',
  'agent_thought',
  'agent_thought_chunk',
  'user_message',
  'user_message_chunk',
  'tool_call_update',
  'tool_call_content_chunk',
  'terminal_update',
  'terminal_output_chunk',
  'plan_update',
  'state_update',
]);

export class EventWriter {
  readonly #turnId: string = crypto.randomUUID();
  readonly #store = new TranscriptStore();
  readonly #added = new AddedContent();
  readonly #calls = new Map<string, 'started' | 'called' | 'ended'>();
  readonly #events: Event[] = [];
  /** The message that is being written; `ofAgent` is the id that the agent gave it. */
  #open: { readonly kind: Kind; readonly id: string; readonly ofAgent: string } | undefined;
  #ids = 0;

  constructor() {
    this.#store.subscribe((changes, transcript) => {
      for (const change of changes) this.#write(change, transcript);
    });
  }

  /** The events for an update. */
  eventsOf(update: SessionUpdate): readonly Event[] {
    const addition = this.#added.of(update);
    if (addition !== undefined) this.#writeMessage(addition);
    this.#store.apply(update);
    if (!written.has(update.sessionUpdate))
      this.#events.push({ type: EventType.CUSTOM, name: `acp/${update.sessionUpdate}`, value: update });
    return this.#events.splice(0);
  }

  /** The events that end a run: nothing stays open, and the calls that are asked about have their arguments. */
  endRun(): readonly Event[] {
    this.#close();
    for (const [id, state] of this.#calls) if (state === 'started') this.#call(id);
    return this.#events.splice(0);
  }

  /** The events that end the turn: every call has a result. */
  endTurn(): readonly Event[] {
    this.#close();
    for (const [id, state] of this.#calls) if (state !== 'ended') this.#endCall(id);
    return this.#events.splice(0);
  }

  // -------------------------------------------------------------------------------------------- messages

  #write(change: Change, transcript: Transcript): void {
    if (change.kind === 'plan-added' || change.kind === 'plan-changed') this.#writePlan(change.id, transcript);
    if (change.kind !== 'entry-added' && change.kind !== 'entry-changed') return;
    const entry = transcript.entries.get(change.id);
    if (entry?.type === 'tool_call') this.#writeCall(entry);
  }

  /** Messages of AG-UI are text: pictures and links are events of their own. */
  #writeMessage({ type, messageId, blocks }: Addition): void {
    for (const block of blocks) {
      const text = blockText(block);
      if (text === undefined) this.#events.push({ type: EventType.CUSTOM, name: 'acp/content', value: block });
      else this.#writeText(type === 'agent_thought' ? 'reasoning' : 'text', messageId, text);
    }
  }

  #writeText(kind: Kind, ofAgent: string, delta: string): void {
    const open = this.#open;
    const messageId = open?.kind === kind && open.ofAgent === ofAgent ? open.id : this.#begin(kind, ofAgent);
    this.#events.push(
      kind === 'text'
        ? { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }
        : { type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta },
    );
  }

  /**
   * Begins a message for one of the agent; a tool call divides a message into several. Returns the id of the new one.
   */
  #begin(kind: Kind, ofAgent: string): string {
    this.#close();
    const messageId = this.#nextId();
    this.#open = { kind, id: messageId, ofAgent };
    if (kind === 'text') this.#events.push({ type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' });
    else
      this.#events.push(
        { type: EventType.REASONING_START, messageId },
        { type: EventType.REASONING_MESSAGE_START, messageId, role: 'reasoning' },
      );
    return messageId;
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const messageId = open.id;
    if (open.kind === 'text') this.#events.push({ type: EventType.TEXT_MESSAGE_END, messageId });
    else
      this.#events.push(
        { type: EventType.REASONING_MESSAGE_END, messageId },
        { type: EventType.REASONING_END, messageId },
      );
  }

  #writePlan(id: string, transcript: Transcript): void {
    const plan = transcript.plans.get(id)?.plan;
    if (plan === undefined) return;
    this.#events.push({
      type: EventType.ACTIVITY_SNAPSHOT,
      messageId: `plan-${this.#turnId}-${id}`,
      activityType: 'PLAN',
      content: { ...plan },
    });
  }

  // -------------------------------------------------------------------------------------------- tool calls

  #writeCall(entry: ToolCallEntry): void {
    const id = entry.toolCallId;
    if (this.#calls.get(id) === 'ended') return;
    if (isFinished(entry)) {
      this.#endCall(id);
      return;
    }
    this.#start(entry);
    if (entry.status === 'in_progress' && entry.rawInput !== undefined) this.#call(id);
  }

  #start(entry: ToolCallEntry): void {
    const toolCallId = entry.toolCallId;
    if (this.#calls.has(toolCallId)) return;
    this.#close();
    this.#calls.set(toolCallId, 'started');
    const { title } = entry;
    this.#events.push({
      type: EventType.TOOL_CALL_START,
      toolCallId,
      toolCallName: entry.name ?? entry.kind,
      ...(typeof title === 'string' ? { metadata: { acp: { title, kind: entry.kind } } } : {}),
    });
  }

  #call(toolCallId: string): void {
    if (this.#calls.get(toolCallId) !== 'started') return;
    this.#calls.set(toolCallId, 'called');
    const { rawInput } = this.#entry(toolCallId) ?? {};
    this.#events.push(
      { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(rawInput ?? {}) },
      { type: EventType.TOOL_CALL_END, toolCallId },
    );
  }

  #endCall(toolCallId: string): void {
    const entry = this.#entry(toolCallId);
    if (entry === undefined) return;
    this.#start(entry);
    this.#call(toolCallId);
    this.#calls.set(toolCallId, 'ended');
    const { kind, status, locations, rawOutput } = entry;
    const content = entry.content.toArray();
    const text = toolCallText(this.#store.snapshot(), entry);
    this.#events.push({
      type: EventType.TOOL_CALL_RESULT,
      messageId: this.#nextId(),
      toolCallId,
      // A result without words has at least its status.
      content: text === '' ? status : text,
      role: 'tool',
      metadata: { acp: { title: entry.title, kind, status, content, locations, rawOutput } },
    });
  }

  #entry(toolCallId: string): ToolCallEntry | undefined {
    return findEntry(this.#store.snapshot(), 'tool_call', toolCallId);
  }

  #nextId(): string {
    this.#ids += 1;
    return `${this.#turnId}-${this.#ids}`;
  }
}
