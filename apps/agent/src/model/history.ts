/** Restores a conversation with a model from the stored updates of a session. */
import type { ContentBlock, SessionUpdate, ToolCallContent } from '@acp-stack/sdk';

import { compacted } from './compact.ts';
import { textOf, textPart, type FilePart, type ModelMessage, type TextPart, type ToolResultPart } from './message.ts';
import { asText, partsOf } from './run-tool.ts';

interface MessageItem {
  readonly kind: 'user' | 'agent';
  content: ContentBlock[];
}

type Item =
  | MessageItem
  | { readonly kind: 'call'; readonly id: string; call: StoredCall }
  | { readonly kind: 'compaction'; summary: ContentBlock[]; isCompleted: boolean }
  | { readonly kind: 'refusal' };

interface StoredCall {
  readonly name?: string | null;
  readonly title?: string | null;
  readonly status?: string | null;
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  readonly content?: readonly ToolCallContent[] | null;
}

/**
 * The messages that a model needs to continue a session.
 *
 * Thoughts are left out, because services accept only their own, unchanged. A call that never ended is reported as
 * interrupted.
 */
export async function messagesFromHistory(
  updates: AsyncIterable<SessionUpdate> | Iterable<SessionUpdate>,
): Promise<readonly ModelMessage[]> {
  const items = new Map<string, Item>();
  let refusals = 0;
  for await (const update of updates) {
    if (update.sessionUpdate === 'state_update' && 'stopReason' in update && update.stopReason === 'refusal')
      items.set(`refusal ${(refusals += 1)}`, { kind: 'refusal' });
    else fold(items, update);
  }
  return [...items.values()].reduce(addItem, []);
}

/** Adds one update; an item with an id keeps the position of its first update. */
function fold(items: Map<string, Item>, update: SessionUpdate): void {
  foldsByKind.get(update.sessionUpdate)?.(items, update);
}

type Update<K extends SessionUpdate['sessionUpdate']> = Extract<SessionUpdate, { readonly sessionUpdate: K }>;
type Folds = { readonly [K in SessionUpdate['sessionUpdate']]?: (items: Map<string, Item>, update: Update<K>) => void };

const replaceContent =
  (kind: MessageItem['kind']) =>
  (items: Map<string, Item>, update: Update<'user_message' | 'agent_message'>): void => {
    const item = messageItem(items, kind, update.messageId);
    if (update.content !== undefined) item.content = [...(update.content ?? [])];
  };

const appendChunk =
  (kind: MessageItem['kind']) =>
  (items: Map<string, Item>, update: Update<'user_message_chunk' | 'agent_message_chunk'>): void => {
    append(messageItem(items, kind, update.messageId).content, update.content);
  };

/** Updates of other kinds are not for the model. */
const folds: Folds = {
  user_message: replaceContent('user'),
  agent_message: replaceContent('agent'),
  user_message_chunk: appendChunk('user'),
  agent_message_chunk: appendChunk('agent'),
  tool_call_update: (items, update) => {
    const item = callItem(items, update.toolCallId);
    item.call = { ...item.call, ...update };
  },
  tool_call_content_chunk: (items, { toolCallId, content }) => {
    const item = callItem(items, toolCallId);
    item.call = { ...item.call, content: [...(item.call.content ?? []), content] };
  },
  compaction_update: (items, { compactionId, summary, status }) => {
    const item = compactionItem(items, compactionId);
    if (summary !== undefined) item.summary = [...(summary ?? [])];
    item.isCompleted = status === 'completed';
  },
  compaction_summary_chunk: (items, { compactionId, content }) => {
    append(compactionItem(items, compactionId).summary, content);
  },
};

/** Any string may be the kind of an update; only those that are listed are found. */
const foldsByKind = new Map(
  Object.entries(folds) as [string, (items: Map<string, Item>, update: SessionUpdate) => void][],
);

/** Adjacent texts are joined: a message may have arrived in a thousand chunks. */
function append(content: ContentBlock[], block: ContentBlock): void {
  const last = content.at(-1);
  if (last?.type === 'text' && block.type === 'text')
    content[content.length - 1] = { ...last, text: `${last.text}${block.text}` };
  else content.push(block);
}

type ItemOf<K extends Item['kind']> = Extract<Item, { readonly kind: K }>;

const messageItem = (items: Map<string, Item>, kind: MessageItem['kind'], messageId: string): MessageItem =>
  getOrCreate<MessageItem>(items, `message ${messageId}`, { kind, content: [] });

const callItem = (items: Map<string, Item>, id: string): ItemOf<'call'> =>
  getOrCreate(items, `call ${id}`, { kind: 'call', id, call: {} });

const compactionItem = (items: Map<string, Item>, id: string): ItemOf<'compaction'> =>
  getOrCreate(items, `compaction ${id}`, { kind: 'compaction', summary: [], isCompleted: false });

function getOrCreate<T extends Item>(items: Map<string, Item>, key: string, initial: T): T {
  const item = items.get(key) as T | undefined;
  if (item !== undefined) return item;
  items.set(key, initial);
  return initial;
}

/** Adds an item in the form that the model needs; a refusal removes the prompt that was refused. */
function addItem(messages: readonly ModelMessage[], item: Item): readonly ModelMessage[] {
  if (item.kind === 'call') return addCall(messages, item);
  if (item.kind === 'refusal') {
    return messages.slice(
      0,
      Math.max(
        0,
        messages.findLastIndex((message) => message.role === 'user'),
      ),
    );
  }
  if (item.kind === 'compaction') {
    const summary = textOf(promptParts(item.summary));
    return item.isCompleted && summary !== '' ? compacted(messages, summary) : messages;
  }
  const content = promptParts(item.content);
  if (content.length === 0) return messages;
  if (item.kind === 'user') return [...messages, { role: 'user', content }];
  return [...messages, { role: 'assistant', content: content.filter((part) => part.type === 'text') }];
}

/** Calls that follow text of the agent, or each other, belong to one answer. */
function addCall(messages: readonly ModelMessage[], { id, call }: ItemOf<'call'>): readonly ModelMessage[] {
  const name = call.name ?? 'tool';
  const part = { type: 'tool-call' as const, id, name, input: call.rawInput ?? {} };
  const result: ToolResultPart = { type: 'tool-result', id, name, ...outcomeOf(call) };
  const [last, previous] = [messages.at(-1), messages.at(-2)];
  if (last?.role === 'tool' && previous?.role === 'assistant') {
    return [
      ...messages.slice(0, -2),
      { role: 'assistant', content: [...previous.content, part] },
      { role: 'tool', content: [...last.content, result] },
    ];
  }
  if (last?.role === 'assistant') {
    return [
      ...messages.slice(0, -1),
      { role: 'assistant', content: [...last.content, part] },
      { role: 'tool', content: [result] },
    ];
  }
  return [...messages, { role: 'assistant', content: [part] }, { role: 'tool', content: [result] }];
}

const endStatuses = new Set(['completed', 'failed']);

function outcomeOf({ status, content, rawOutput }: StoredCall): Pick<ToolResultPart, 'content' | 'isError'> {
  if (typeof status !== 'string' || !endStatuses.has(status))
    return { content: [textPart('This call was interrupted.')], isError: true };
  const parts = partsOf(content ?? []);
  const rest = rawOutput === undefined || rawOutput === null ? 'Done.' : asText(rawOutput);
  return { content: parts.length > 0 ? parts : [textPart(rest)], isError: status === 'failed' };
}

/** The fields of all kinds of content blocks. */
interface AnyBlock {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string | null;
  readonly name?: string;
  readonly uri?: string | null;
  readonly resource?: Resource;
}

/** The content of a prompt in the form that the model needs. */
export function promptParts(blocks: readonly ContentBlock[]): readonly (TextPart | FilePart)[] {
  return blocks.flatMap((block): readonly (TextPart | FilePart)[] => {
    const { type, text = '', data = '', mimeType, name, uri, resource = {} } = block as AnyBlock;
    if (type === 'text') return [textPart(text)];
    if (type === 'image' || type === 'audio') return [{ type: 'file', mediaType: mimeType ?? `${type}/*`, data }];
    if (type === 'resource_link') return [textPart(`[${name}](${uri})`)];
    return type === 'resource' ? resourceParts(resource) : [];
  });
}

interface Resource {
  readonly uri?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly mimeType?: string | null;
}

function resourceParts({ uri = '', text, blob, mimeType }: Resource): readonly (TextPart | FilePart)[] {
  if (text !== undefined) return [textPart(`<resource uri="${uri}">\n${text}\n</resource>`)];
  if (blob === undefined) return [];
  const mediaType = mimeType ?? 'application/octet-stream';
  return /^(image|audio)\//u.test(mediaType) || mediaType === 'application/pdf'
    ? [{ type: 'file', mediaType, data: blob }]
    : [textPart(`(The resource ${uri} is ${mediaType} and cannot be read.)`)];
}
