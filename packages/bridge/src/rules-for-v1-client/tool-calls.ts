/**
 * The tool calls of a session as the client knows them.
 *
 * Version 1 announces a tool call once and replaces its content as a whole. Consecutive pieces of content are joined;
 * every other update, also of another tool call, is sent after them: that is what `flush` is for.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type {
  TerminalOutputChunk,
  TerminalUpdate,
  ToolCallContentChunk,
  ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';

import { TerminalsToV1Meta } from '../extensions/terminals-to-v1-meta.ts';
import { orRefused, type LossReporter } from '../loss/loss-reporter.ts';
import { fieldByField, toolFieldsToV1, type ToolFields } from '../convert/tool-call.ts';
import type { BridgeLimits } from '../options/limits.ts';
import { AccumulatedContent, type ConvertedItem } from './accumulated-content.ts';
import { ShownTerminals } from './shown-terminals.ts';
import { Terminals } from './agent-terminals.ts';
import { announcement, changed, firstUpdate, hasEnded, withoutCleared, type SentUpdate } from './tool-call-updates.ts';
import { ToolContentConverter } from './tool-content-converter.ts';

interface ToolCall {
  readonly toolCallId: string;
  /** What the first update will contain; undefined once it was sent. */
  unannounced: ToolFields | undefined;
  title: string | undefined;
  readonly content: AccumulatedContent;
  /** Whether it was reported that earlier content is only referred to. */
  isCutReported: boolean;
  /** Whether it has ended once. */
  hasEnded: boolean;
}

/** A tool call after an update. */
interface Applied {
  readonly call: ToolCall;
  readonly fields: ToolFields;
  /** Whether the update has replaced the content. */
  readonly hasContent: boolean;
}

export interface ToolCallsOptions {
  readonly losses: LossReporter;
  /** Whether a field that cannot be kept in full is left out. */
  readonly isStrict?: boolean;
  /** Whether the client shows the terminals of the agent. */
  readonly showsTerminals?: boolean;
  readonly limits: Pick<BridgeLimits, 'toolContentBytes' | 'terminalBytes' | 'remembered'>;
  /** Sends an update to the client. */
  readonly sendUpdate: (update: v1.SessionUpdate) => void;
}

/** The share of the limit that is kept when content is dropped. */
const roomAfterCut = 0.75;

export class ToolCalls {
  readonly items: ToolContentConverter;
  /** The terminals that the client shows; undefined if their output is text for it. */
  readonly shownByClient: TerminalsToV1Meta | undefined;
  readonly #options: ToolCallsOptions;
  readonly #terminals: Terminals;
  readonly #shown: ShownTerminals<ToolCall>;
  readonly #calls = new Map<string, ToolCall>();
  /** Tool calls whose newest content is held back, because more of it may follow at once. */
  readonly #pending = new Set<ToolCall>();
  /** Tool calls of whose content the client was sent only the end. */
  readonly #abridged = new Set<ToolCall>();
  #size = 0;
  #isForgettingReported = false;
  /** Terminals that the client has just been shown; their output so far follows. */
  #opened: readonly string[] = [];

  constructor(options: ToolCallsOptions) {
    const { losses, limits, showsTerminals, sendUpdate } = options;
    this.#options = options;
    this.items = new ToolContentConverter(options);
    if (showsTerminals === true)
      this.shownByClient = new TerminalsToV1Meta({ losses, remembered: limits.remembered, sendUpdate });
    this.#terminals = new Terminals(options);
    this.#shown = new ShownTerminals(losses, limits.remembered);
  }

  /** Whether something was held back to be joined. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether the client has everything. */
  get isComplete(): boolean {
    return this.#pending.size === 0 && this.#abridged.size === 0;
  }

  /** Bytes that are kept of tool calls, and of terminals. */
  get size(): { readonly content: number; readonly terminals: number } {
    return { content: this.#size, terminals: this.#terminals.size };
  }

  title(toolCallId: string): string | undefined {
    return this.#calls.get(toolCallId)?.title;
  }

  /** Returns the update for a new or changed tool call; undefined if version 1 has no part of it. */
  update(update: ToolCallUpdate): v1.SessionUpdate | undefined {
    const { call, fields, hasContent } = this.#apply(update, this.#options.isStrict);
    if (hasEnded(update) && !call.hasEnded) {
      call.hasEnded = true;
      if (this.#abridged.has(call)) this.#sendContent(call, call.content.whole());
    }
    const content = hasContent ? { content: call.content.whole() } : undefined;
    const outgoing = call.unannounced === undefined ? changed(fields, content) : this.#announce(call, fields, content);
    const opening = outgoing === undefined ? undefined : this.#opening(call, outgoing);
    if (update.status === 'completed') this.items.learn(call.content.items);
    this.#makeRoom(call);
    return opening;
  }

  /** Sends the output so far of the terminals that the last update has shown. */
  sendOpened(): void {
    const opened = this.#opened;
    this.#opened = [];
    for (const terminalId of opened) {
      this.shownByClient?.print(terminalId, this.#terminals.take(terminalId));
      this.shownByClient?.sendExit(terminalId);
    }
  }

  /** Returns a tool call for a permission request; it may be new to the client. */
  forPermission(update: ToolCallUpdate): v1.ToolCallUpdate {
    const { call, fields } = this.#apply(update);
    if (call.unannounced !== undefined) call.unannounced = { ...call.unannounced, ...fields };
    // A question cannot open a terminal.
    if (this.#unopened(call).length > 0) this.#sendContent(call, call.content.whole());
    const showsContent = update.content !== undefined || (call.unannounced !== undefined && !call.content.isEmpty);
    const content = showsContent ? { content: call.content.whole() } : undefined;
    this.#makeRoom(call);
    return { ...(call.unannounced ?? fields), ...content };
  }

  /** Takes one more piece of content; the client gets it with the next flush. */
  append({ toolCallId, content }: Pick<ToolCallContentChunk, 'toolCallId' | 'content'>): void {
    const call = this.#find(toolCallId);
    const item = this.items.convert(content, call.content);
    if (item.terminalId === undefined && item.items.length === 0 && call.unannounced === undefined) return;
    this.#wait([call]);
    call.content.append(item);
    this.#count(call, [item]);
    if (this.#size <= this.#options.limits.toolContentBytes) return;
    // Dropped content is referred to, so the client must have it.
    this.flush();
    this.#makeRoom(call);
  }

  /** Takes new output of a terminal, or a snapshot of it. */
  terminalUpdate(update: TerminalUpdate): void {
    const { terminalId, output } = update;
    const isShown = this.#toClient(terminalId, (terminals) => {
      if (output !== undefined) terminals.replace(terminalId, output?.data ?? '');
      terminals.sendExit(terminalId);
    });
    if (isShown) return;
    // Its directory and exit wait, as its output does; a terminal that no tool call shows is noted.
    if (this.shownByClient !== undefined) this.#shown.by(terminalId);
    if (output === undefined) return;
    const bytes = Terminals.bytesOf(update);
    this.#change(terminalId, bytes, () => {
      this.#terminals.replace(terminalId, output);
    });
  }

  terminalOutput({ terminalId, data }: TerminalOutputChunk): void {
    const isShown = this.#toClient(terminalId, (terminals) => {
      terminals.print(terminalId, data);
    });
    if (isShown) return;
    this.#change(terminalId, data.length, () => {
      this.#terminals.append(terminalId, data);
    });
  }

  /** Reports the terminals that the client does not see, because no tool call shows them. */
  reportUnshown(): void {
    this.#shown.reportUnshown();
  }

  /** Sends what was held back, so that later updates come after it. */
  flush(): void {
    for (const call of this.#pending) {
      this.#pending.delete(call);
      this.#sendContent(call, call.content.latest());
    }
  }

  /** Sends all that the client lacks. */
  complete(): void {
    for (const call of new Set([...this.#abridged, ...this.#pending])) this.#sendContent(call, call.content.whole());
  }

  /** Forgets everything, because it is about to be sent again. */
  clear(): void {
    this.#shown.reportUnshown();
    this.#calls.clear();
    this.#pending.clear();
    this.#abridged.clear();
    this.#shown.clear();
    this.#terminals.clear();
    this.shownByClient?.clear();
    this.#size = 0;
  }

  /** Runs `work` if the client shows the terminal. Returns whether it does. */
  #toClient(terminalId: string, work: (terminals: TerminalsToV1Meta) => void): boolean {
    if (this.shownByClient?.isOpen(terminalId) !== true) return false;
    this.flush();
    work(this.shownByClient);
    return true;
  }

  /** The terminals of a tool call that the client shows, but does not know yet. */
  #unopened({ content }: ToolCall): readonly string[] {
    const terminals = this.shownByClient;
    if (terminals === undefined) return [];
    const all = new Set(content.items.flatMap(({ terminalId }) => (terminalId === undefined ? [] : [terminalId])));
    return [...all].filter((terminalId) => !terminals.isOpen(terminalId));
  }

  /** Returns the update with what the client needs to show its terminals; `sendOpened` follows it. */
  #opening(call: ToolCall, update: SentUpdate): v1.SessionUpdate {
    if (this.shownByClient === undefined) return update;
    const fresh = (update.content ?? undefined) === undefined ? [] : this.#unopened(call);
    this.#opened = [...this.#opened, ...fresh];
    return this.shownByClient.opening(update, fresh);
  }

  /**
   * Applies an update. If it cannot be converted, nothing changes, or only the fields that can if `isDivisible`.
   */
  #apply(update: ToolCallUpdate, isDivisible = false): Applied {
    const { losses } = this.#options;
    const known = this.#calls.get(update.toolCallId);
    const isAnnounced = known !== undefined && known.unannounced === undefined;
    const given = isAnnounced ? update : firstUpdate(update);
    const fields = isDivisible ? fieldByField(given, losses, toolFieldsToV1) : toolFieldsToV1(given, losses);
    const call = this.#find(update.toolCallId);
    if (call.unannounced !== undefined) call.unannounced = withoutCleared(call.unannounced, update);
    const { content } = update;
    const replace = (): boolean => content !== undefined && this.#replace(call, content ?? []);
    const hasContent = isDivisible ? (orRefused(losses, replace) ?? false) : replace();
    call.title = fields.title ?? call.title;
    return { call, fields, hasContent };
  }

  /** Returns true: the content is replaced. */
  #replace(call: ToolCall, content: NonNullable<ToolCallUpdate['content']>): boolean {
    const items = content.map((item) => this.items.convert(item, call.content));
    for (const { terminalId } of call.content.items) if (terminalId !== undefined) this.#shown.remove(terminalId, call);
    this.#size -= call.content.size;
    call.content.replace(items);
    this.#count(call, items);
    forgetTexts(call.content);
    this.#pending.delete(call);
    this.#abridged.delete(call);
    return true;
  }

  #count(call: ToolCall, items: readonly ConvertedItem[]): void {
    for (const { size, terminalId } of items) {
      this.#size += size;
      if (terminalId !== undefined) this.#shown.add(terminalId, call);
    }
  }

  #sendContent(call: ToolCall, content: readonly v1.ToolCallContent[]): void {
    const { toolCallId } = call;
    this.#pending.delete(call);
    if (call.content.isAbridged) this.#abridged.add(call);
    else this.#abridged.delete(call);
    this.#reportCut(call);
    const update: SentUpdate =
      call.unannounced === undefined
        ? { sessionUpdate: 'tool_call_update', toolCallId, content }
        : this.#announce(call, { toolCallId }, { content });
    this.#options.sendUpdate(this.#opening(call, update));
    this.sendOpened();
  }

  /** Reported once for a tool call; content that is only postponed is not lost. */
  #reportCut(call: ToolCall): void {
    const { items, bytes } = call.content.dropped;
    if (items === 0 || call.isCutReported) return;
    call.isCutReported = true;
    const words = `The tool call ${call.toolCallId} has more content than is kept; ${items} earlier items (${bytes} bytes) are only referred to.`;
    this.#options.losses.omit('tool_call_content_chunk', words);
  }

  #announce(
    call: ToolCall,
    more: ToolFields,
    contentField: Pick<v1.ToolCallUpdate, 'content'> | undefined,
  ): SentUpdate {
    const fields = { ...call.unannounced, ...more };
    call.unannounced = undefined;
    const content = contentField?.content ?? (call.content.isEmpty ? [] : call.content.whole());
    return announcement(fields, content);
  }

  /** Runs `work`, which changes the output of a terminal, and so the tool calls that show it. */
  #change(terminalId: string, bytes: number, work: () => void): void {
    const showing = this.#shown.by(terminalId);
    if (showing.length > 0) this.#wait(showing);
    if (this.#terminals.isFullWith(terminalId, bytes)) {
      this.flush();
      work();
      for (const call of showing) this.#pending.add(call);
    } else work();
    for (const { content } of showing) content.allow(bytes);
  }

  /** Makes the content of `calls` wait for more of it; what other tool calls hold back is sent first. */
  #wait(calls: readonly ToolCall[]): void {
    for (const call of this.#pending) {
      if (calls.includes(call)) continue;
      this.flush();
      break;
    }
    for (const call of calls) this.#pending.add(call);
  }

  #find(toolCallId: string): ToolCall {
    const known = this.#calls.get(toolCallId);
    if (known !== undefined) return known;
    const call: ToolCall = {
      toolCallId,
      unannounced: { toolCallId },
      title: undefined,
      content: new AccumulatedContent(this.#terminals, this.shownByClient !== undefined),
      isCutReported: false,
      hasEnded: false,
    };
    this.#calls.set(toolCallId, call);
    if (this.#calls.size > this.#options.limits.remembered) this.#forgetOldest();
    return call;
  }

  #forgetOldest(): void {
    const [oldest] = this.#calls.values();
    if (oldest === undefined) return;
    this.flush();
    if (this.#abridged.has(oldest)) this.#sendContent(oldest, oldest.content.whole());
    this.#cut(oldest, oldest.content.items.length);
    this.#calls.delete(oldest.toolCallId);
    if (this.#isForgettingReported) return;
    this.#isForgettingReported = true;
    const words = `Only ${this.#options.limits.remembered} tool calls of a session are remembered; updates of older ones announce them again.`;
    this.#options.losses.omit('tool calls', words);
  }

  /** Drops the oldest content: of other tool calls first, then of this one. The client has all of it. */
  #makeRoom(current: ToolCall): void {
    const { toolContentBytes } = this.#options.limits;
    if (this.#size <= toolContentBytes) return;
    for (const call of this.#calls.values()) {
      if (call === current || call.content.size === 0 || this.#pending.has(call)) continue;
      this.#cut(call, call.content.items.length);
      if (this.#size <= toolContentBytes) return;
    }
    // Drops more than necessary, so that not every piece has to make room.
    let surplus = this.#size - toolContentBytes * roomAfterCut;
    const { items } = current.content;
    const kept = items.findIndex(({ size }) => {
      surplus -= size;
      return surplus <= 0;
    });
    this.#cut(current, kept === -1 ? items.length : kept + 1);
  }

  #cut(call: ToolCall, count: number): void {
    const gone = new Set(call.content.items.slice(0, count).map(({ terminalId }) => terminalId));
    this.#size -= call.content.drop(count);
    for (const terminalId of gone) {
      if (terminalId !== undefined && !call.content.shows(terminalId)) this.#shown.remove(terminalId, call);
    }
  }
}

/** The old text of a file that is no longer shown as changed is not needed. */
function forgetTexts({ items, oldTexts }: AccumulatedContent): void {
  if (oldTexts.size === 0) return;
  const shown = new Set<string>();
  for (const item of items) {
    for (const each of item.terminalId === undefined ? item.items : []) if (each.type === 'diff') shown.add(each.path);
  }
  for (const path of oldTexts.keys()) if (!shown.has(path)) oldTexts.delete(path);
}
