/**
 * The tool calls of a session as the client knows them.
 *
 * Version 1 announces a tool call once and replaces its content as a whole. Content that comes in pieces is kept, and sent again together
 * with what came since, in `flush`.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import {
  isToolCallContent,
  type ToolCallContent,
  type ToolCallContentChunk,
  type ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';

import type { Conversion } from '../conversion.ts';
import { toolFieldsToV1, type ToolFields } from '../convert/tool-call.ts';
import { toolContentToV1 } from '../convert/tool-content.ts';
import type { BridgeLimits } from '../limits.ts';
import { KnownFiles } from './known-files.ts';
import { leftOut } from './left-out.ts';
import { Terminals } from './terminals.ts';

/** One item of version 2 and what became of it; what a terminal shows is put in when it is sent. */
type Item =
  | { readonly terminalId: string; readonly size: number }
  | { readonly terminalId: undefined; readonly items: readonly v1.ToolCallContent[]; readonly size: number };

interface ToolCall {
  readonly toolCallId: string;
  /** What the client is to learn with the announcement; undefined afterwards. */
  unannounced: ToolFields | undefined;
  title: string | undefined;
  content: Item[];
  size: number;
  /** Whether pieces that the client had were dropped. */
  isCut: boolean;
  isCutTold: boolean;
  /** The texts of files before this tool call changed them. */
  readonly oldTexts: Map<string, string>;
}

export interface ToolCallsOptions {
  readonly c: Conversion;
  readonly limits: Pick<BridgeLimits, 'toolContentBytes' | 'terminalBytes' | 'remembered'>;
}

export class ToolCalls {
  readonly files: KnownFiles;
  readonly terminals: Terminals;
  readonly #options: ToolCallsOptions;
  readonly #calls = new Map<string, ToolCall>();
  /** Those whose content the client does not have in full. */
  readonly #changed = new Set<ToolCall>();
  /** Terminals of the agent that the client has been shown as text. */
  readonly #toldTerminals = new Set<string>();
  /** The tool calls that show a terminal, or did. */
  readonly #showing = new Map<string, Set<ToolCall>>();
  /** Terminals of the client, which it shows itself. */
  readonly #clientTerminals = new Set<string>();
  #size = 0;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
    this.files = new KnownFiles(options.limits.toolContentBytes);
    this.terminals = new Terminals(options.limits);
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** About how many bytes a flush sends. */
  get size(): number {
    return this.#size + this.terminals.size;
  }

  title(toolCallId: string): string | undefined {
    return this.#calls.get(toolCallId)?.title;
  }

  /** What the client is told of a new or changed tool call; nothing when nothing of it is for version 1. */
  update(update: ToolCallUpdate): v1.SessionUpdate | undefined {
    const { call, fields } = this.#take(update);
    const content = update.content === undefined ? undefined : { content: this.#render(call) };
    const news = call.unannounced === undefined ? changed(fields, content) : this.#announce(call, fields);
    this.#learn(call, update);
    this.#makeRoom(call);
    return news;
  }

  /** A tool call as the client is asked about it; it may hear of it for the first time. */
  asked(update: ToolCallUpdate): v1.ToolCallUpdate {
    const { call, fields } = this.#take(update);
    if (call.unannounced !== undefined) call.unannounced = { ...call.unannounced, ...fields };
    const isTold = update.content !== undefined || (call.unannounced !== undefined && call.content.length > 0);
    const content = isTold ? { content: this.#render(call) } : undefined;
    this.#makeRoom(call);
    return { ...(call.unannounced ?? fields), ...content };
  }

  /** Takes one more piece of content; the client gets it with the next flush. */
  append({ toolCallId, content }: ToolCallContentChunk): void {
    const call = this.#find(toolCallId);
    const item = this.#convert(call, content);
    if (item.terminalId === undefined && item.items.length === 0 && call.unannounced === undefined) return;
    this.#add(call, item);
    this.#changed.add(call);
    this.#makeRoom(call);
    if (!call.isCut || call.isCutTold) return;
    call.isCutTold = true;
    this.#options.c.lose('tool_call_content_chunk', `Earlier output of the tool call ${toolCallId} was left out.`);
  }

  /** A terminal shows something else: so do the tool calls that show it. */
  refresh(terminalId: string): void {
    const showing = this.#showing.get(terminalId);
    for (const call of showing ?? []) {
      const isShown = call.content.some((item) => item.terminalId === terminalId);
      if (isShown && this.#calls.get(call.toolCallId) === call) this.#changed.add(call);
      else showing?.delete(call);
    }
  }

  /** The client runs this terminal itself. */
  noteClientTerminal(terminalId: string): void {
    this.#clientTerminals.add(terminalId);
    forgetOldest(this.#clientTerminals, this.#options.limits.remembered);
  }

  /** Sends the content that has changed. */
  flush(send: (update: v1.SessionUpdate) => void): void {
    for (const call of this.#changed) {
      this.#changed.delete(call);
      const { toolCallId, unannounced } = call;
      if (unannounced !== undefined) send(this.#announce(call, { toolCallId }));
      else send({ sessionUpdate: 'tool_call_update', toolCallId, content: this.#render(call) });
    }
  }

  /** The client is about to be told everything again. */
  clear(): void {
    this.#calls.clear();
    this.#changed.clear();
    this.#showing.clear();
    this.terminals.clear();
    this.#size = 0;
  }

  /** Puts an update into what is known; nothing changes when it cannot be converted. */
  #take(update: ToolCallUpdate): { readonly call: ToolCall; readonly fields: ToolFields } {
    const known = this.#calls.get(update.toolCallId);
    const isAnnounced = known !== undefined && known.unannounced === undefined;
    const fields = toolFieldsToV1(isAnnounced ? update : withoutNull(update), this.#options.c);
    const call = this.#find(update.toolCallId);
    if (call.unannounced !== undefined) call.unannounced = withoutCleared(call.unannounced, update);
    if (update.content !== undefined) {
      const content = (update.content ?? []).map((item) => this.#convert(call, item));
      this.#drop(call, call.content.length);
      for (const item of content) this.#add(call, item);
      this.#forgetTexts(call);
      call.isCut = false;
      this.#changed.delete(call);
    }
    call.title = fields.title ?? call.title;
    return { call, fields };
  }

  /** Of files that the tool call does not show any more nothing is kept. */
  #forgetTexts({ oldTexts, content }: ToolCall): void {
    if (oldTexts.size === 0) return;
    const shown = new Set<string>();
    for (const item of content) {
      for (const each of item.terminalId === undefined ? item.items : [])
        if (each.type === 'diff') shown.add(each.path);
    }
    for (const path of oldTexts.keys()) if (!shown.has(path)) oldTexts.delete(path);
  }

  #announce(call: ToolCall, more: ToolFields): v1.SessionUpdate {
    const fields = { ...call.unannounced, ...more };
    call.unannounced = undefined;
    const content = call.content.length === 0 ? undefined : { content: this.#render(call) };
    const title = fields.title ?? fields.name ?? fields.kind ?? 'Tool call';
    // What is null says nothing in version 1, and may not stand in an announcement.
    const said = Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== null || key === '_meta'));
    return { sessionUpdate: 'tool_call', ...(said as Omit<v1.ToolCall, 'title'>), title, ...content };
  }

  #convert(call: ToolCall, item: ToolCallContent): Item {
    const { c } = this.#options;
    if (isToolCallContent.terminal(item)) {
      const { terminalId } = item;
      if (this.#clientTerminals.has(terminalId)) return { terminalId: undefined, items: [item], size: sizeOf(item) };
      this.#tellTerminal(terminalId);
      return { terminalId, size: itemSize };
    }
    const items = toolContentToV1(item, {
      c,
      terminalText: () => '',
      oldText: (path) => call.oldTexts.get(path) ?? this.files.get(path),
    });
    for (const each of items) {
      if (each.type === 'diff' && typeof each.oldText === 'string') call.oldTexts.set(each.path, each.oldText);
    }
    return { terminalId: undefined, items, size: items.reduce((size, each) => size + sizeOf(each), 0) };
  }

  #tellTerminal(terminalId: string): void {
    if (this.#toldTerminals.has(terminalId)) return;
    this.#options.c.lose('terminal content', `The terminal ${terminalId} of the agent was turned into text.`);
    this.#toldTerminals.add(terminalId);
    forgetOldest(this.#toldTerminals, this.#options.limits.remembered);
  }

  /** What a finished tool call has made of files is what they are. */
  #learn(call: ToolCall, { status }: ToolCallUpdate): void {
    if (status !== 'completed') return;
    for (const item of call.content) {
      if (item.terminalId !== undefined) continue;
      for (const each of item.items) if (each.type === 'diff') this.files.set(each.path, each.newText);
    }
  }

  #render({ content, isCut }: ToolCall): v1.ToolCallContent[] {
    const items = content.flatMap((item) => {
      if (item.terminalId === undefined) return item.items;
      const text = this.terminals.text(item.terminalId);
      return text === '' ? [] : [textItem(text)];
    });
    return isCut ? [textItem(leftOut), ...items] : items;
  }

  #find(toolCallId: string): ToolCall {
    const known = this.#calls.get(toolCallId);
    if (known !== undefined) return known;
    const call: ToolCall = {
      toolCallId,
      unannounced: { toolCallId },
      title: undefined,
      content: [],
      size: 0,
      isCut: false,
      isCutTold: false,
      oldTexts: new Map(),
    };
    this.#calls.set(toolCallId, call);
    if (this.#calls.size > this.#options.limits.remembered) this.#forgetOldest();
    return call;
  }

  #forgetOldest(): void {
    for (const call of this.#calls.values()) {
      if (this.#changed.has(call)) continue;
      this.#drop(call, call.content.length);
      this.#calls.delete(call.toolCallId);
      return;
    }
  }

  #add(call: ToolCall, item: Item): void {
    call.content.push(item);
    call.size += item.size;
    this.#size += item.size;
    if (item.terminalId === undefined) return;
    const showing = this.#showing.get(item.terminalId) ?? new Set();
    this.#showing.set(item.terminalId, showing.add(call));
  }

  /** Drops the first `count` items. */
  #drop(call: ToolCall, count: number): void {
    const dropped = call.content.splice(0, count);
    const size = dropped.reduce((sum, item) => sum + item.size, 0);
    const shown = new Set(call.content.map(({ terminalId }) => terminalId));
    for (const { terminalId } of dropped) {
      if (terminalId === undefined || shown.has(terminalId)) continue;
      const showing = this.#showing.get(terminalId);
      showing?.delete(call);
      if (showing?.size === 0) this.#showing.delete(terminalId);
    }
    call.size -= size;
    this.#size -= size;
  }

  /** Drops what is oldest: of other tool calls first, then of this one. */
  #makeRoom(current: ToolCall): void {
    const { toolContentBytes } = this.#options.limits;
    if (this.#size <= toolContentBytes) return;
    for (const call of this.#calls.values()) {
      // What the client does not have yet is not dropped for others.
      if (call === current || call.size === 0 || this.#changed.has(call)) continue;
      this.#cut(call, call.content.length);
      if (this.#size <= toolContentBytes) return;
    }
    // More than asked for, so that not every piece has to make room.
    let surplus = this.#size - toolContentBytes * roomAfterCut;
    const kept = current.content.findIndex(({ size }) => {
      surplus -= size;
      return surplus <= 0;
    });
    this.#cut(current, kept === -1 ? current.content.length : kept + 1);
  }

  #cut(call: ToolCall, count: number): void {
    this.#drop(call, count);
    call.oldTexts.clear();
    call.isCut = true;
  }
}

/** What an item takes beside its text. */
const itemSize = 64;

/** How full the room is after something was dropped. */
const roomAfterCut = 0.75;

function changed(
  fields: ToolFields,
  content: Pick<v1.ToolCallUpdate, 'content'> | undefined,
): v1.SessionUpdate | undefined {
  const hasNews = content !== undefined || Object.keys(fields).length > 1;
  return hasNews ? { sessionUpdate: 'tool_call_update', ...fields, ...content } : undefined;
}

/** The announcement says all there is, so what it leaves out is cleared. */
const withoutNull = (update: ToolCallUpdate): ToolCallUpdate =>
  Object.fromEntries(
    Object.entries(update).filter(([key, value]) => value !== null || hasDefault.has(key)),
  ) as ToolCallUpdate;

const withoutCleared = (fields: ToolFields, update: ToolCallUpdate): ToolFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([key]) => hasDefault.has(key) || update[key as keyof ToolCallUpdate] !== null),
  ) as ToolFields;

/** What null puts back to something that version 1 can say. */
const hasDefault: ReadonlySet<string> = new Set(['kind', 'status', 'content', 'locations', '_meta']);

const textItem = (text: string): v1.ToolCallContent => ({ type: 'content', content: { type: 'text', text } });

function sizeOf(item: v1.ToolCallContent): number {
  if (item.type === 'content' && item.content.type === 'text' && isBare(item) && isBare(item.content))
    return itemSize + item.content.text.length;
  if (item.type !== 'diff') return itemSize + JSON.stringify(item).length;
  const { oldText, newText, ...others } = item;
  return itemSize + (oldText?.length ?? 0) + newText.length + JSON.stringify(others).length;
}

/** Whether it has nothing besides a type and one field. */
const isBare = (value: object): boolean => Object.keys(value).length === 2;

function forgetOldest(ids: Set<string>, most: number): void {
  const [oldest] = ids;
  if (ids.size > most && oldest !== undefined) ids.delete(oldest);
}
