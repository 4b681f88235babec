/**
 * Merges updates that follow one another into fewer ones that lead to the same conversation.
 *
 * Chunks of a message become one chunk, all updates of a tool call or a terminal one or two, and of what an update
 * replaces only the last remains. Each stands where its first update stood: later ones changed something that was
 * there, so their place does not matter. Notices are not part of the history. What came before is not known here, so a
 * message stays chunks: a whole one would replace its beginning.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { joinedText } from './content-blocks.ts';
import { isUnreadable, mergedPatch, ItemUpdates, type Fields, type ItemKind } from './item-updates.ts';

const itemKinds: readonly ItemKind[] = [
  {
    patch: 'tool_call_update',
    chunk: 'tool_call_content_chunk',
    id: 'toolCallId',
    content: { field: 'content', of: 'items' },
    isEntry: true,
  },
  {
    patch: 'terminal_update',
    chunk: 'terminal_output_chunk',
    id: 'terminalId',
    content: { field: 'output', of: 'bytes' },
    isEntry: false,
  },
  {
    patch: 'compaction_update',
    chunk: 'compaction_summary_chunk',
    id: 'compactionId',
    content: { field: 'summary', of: 'blocks' },
    isEntry: true,
  },
  {
    patch: 'session_message',
    chunk: 'session_message_chunk',
    id: 'messageId',
    content: { field: 'content', of: 'blocks' },
    isEntry: true,
  },
  { patch: 'subagent_update', id: 'sessionId', isEntry: true },
] satisfies readonly (ItemKind & { readonly patch: SessionUpdate['sessionUpdate'] })[];

const kindsByTag: ReadonlyMap<string, ItemKind> = new Map(
  itemKinds.flatMap((kind) => [
    [kind.patch, kind],
    ...(kind.chunk === undefined ? [] : ([[kind.chunk, kind]] as const)),
  ]),
);

const messageChunks = new Set<string>([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
] satisfies SessionUpdate['sessionUpdate'][]);

/** How two updates that replace each other become one; undefined if one cannot say both. */
type Replace = (before: Fields, update: Fields) => Fields | undefined;

const onlyLast: Replace = (_, update) => update;
/** An absent cost keeps the earlier one. */
const withCost: Replace = (before, update) => ('cost' in before ? { cost: before['cost'], ...update } : update);

const replacements: readonly (readonly [SessionUpdate['sessionUpdate'], Replace])[] = [
  ['config_option_update', onlyLast],
  ['available_commands_update', onlyLast],
  ['state_update', onlyLast],
  ['usage_update', withCost],
  ['session_info_update', mergedPatch],
];
const replaced: ReadonlyMap<string, Replace> = new Map(replacements);

/** The bytes up to which chunks are merged into one. */
const maxBytes = 1024 * 1024;

/** A place in the result: one update, or those of one item. */
type Slot = { update: Fields; bytes: number } | ItemUpdates;

export class MergedUpdates {
  readonly #slots: Slot[] = [];
  /** The slots that later updates may be merged into, by what they are about. */
  readonly #open = new Map<string, Slot>();
  /** The last slot that may have begun an entry: text after it is no longer the same piece. */
  #lastEntry: Slot | undefined;
  #bytes = 0;

  /** The bytes of the updates that were added. */
  get bytes(): number {
    return this.#bytes;
  }

  get updates(): readonly SessionUpdate[] {
    return this.#slots.flatMap((slot) =>
      slot instanceof ItemUpdates ? slot.updates : [slot.update as object as SessionUpdate],
    );
  }

  /** Adds an update; `size` is that of its JSON, about, if it is known. */
  add(added: SessionUpdate, size?: number): void {
    const update = added as object as Fields;
    const { sessionUpdate: tag } = added;
    if (tag === 'notice') return;
    const bytes = size ?? JSON.stringify(update).length;
    this.#bytes += bytes;
    const kind = kindsByTag.get(tag);
    const merge = replaced.get(tag);
    if (kind !== undefined) this.#upsert(kind, update, bytes);
    else if (merge !== undefined) this.#replace(tag, update, merge);
    else if (messageChunks.has(tag)) this.#chunk(update, bytes);
    else if (tag === 'plan_update' || tag === 'plan_removed') this.#plan(update);
    else this.#lastEntry = this.#push(update, bytes);
  }

  #push(update: Fields, bytes = 0): Slot {
    const slot = { update, bytes };
    this.#slots.push(slot);
    return slot;
  }

  #upsert(kind: ItemKind, update: Fields, bytes: number): void {
    const key = `${kind.patch} ${String(update[kind.id])}`;
    const before = this.#open.get(key);
    if (isUnreadable(kind, update)) {
      this.#push(update);
      this.#open.delete(key);
      return;
    }
    if (before instanceof ItemUpdates && before.add(update, bytes)) return;
    const item = new ItemUpdates(kind);
    item.add(update, bytes);
    this.#slots.push(item);
    this.#open.set(key, item);
    if (kind.isEntry) this.#lastEntry = item;
  }

  #replace(tag: string, update: Fields, merge: Replace): void {
    const before = this.#open.get(tag);
    const merged = before === undefined || before instanceof ItemUpdates ? undefined : merge(before.update, update);
    if (merged === undefined || before === undefined || before instanceof ItemUpdates)
      this.#open.set(tag, this.#push(update));
    else before.update = merged;
  }

  /** A plan replaces the one of the same id; which one was changed last matters too. */
  #plan(update: Fields): void {
    const before = this.#open.get('plan');
    const isSame =
      before !== undefined &&
      !(before instanceof ItemUpdates) &&
      update['sessionUpdate'] === 'plan_update' &&
      before.update['sessionUpdate'] === 'plan_update' &&
      planIdOf(before.update) === planIdOf(update);
    if (isSame) before.update = update;
    else this.#open.set('plan', this.#push(update));
  }

  #chunk(update: Fields, bytes: number): void {
    const last = this.#lastEntry;
    if (last !== undefined && !(last instanceof ItemUpdates) && last.bytes + bytes <= maxBytes) {
      const merged = mergedChunk(last.update, update);
      if (merged !== undefined) {
        last.update = merged;
        last.bytes += bytes;
        return;
      }
    }
    this.#lastEntry = this.#push(update, bytes);
  }
}

const planIdOf = ({ plan }: Fields): unknown => (Object(plan) as { readonly planId?: unknown }).planId;

/** Two chunks of one message as one; undefined if they are not plain text of the same message. */
function mergedChunk(first: Fields, second: Fields): Fields | undefined {
  const isSame = first['sessionUpdate'] === second['sessionUpdate'] && first['messageId'] === second['messageId'];
  if (!isSame || Object.keys(first).length !== 3 || Object.keys(second).length !== 3) return undefined;
  const content = joinedText(first['content'], second['content']);
  return content === undefined ? undefined : { ...first, content };
}
