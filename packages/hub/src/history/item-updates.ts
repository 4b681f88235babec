/**
 * The updates of one item that updates create and change by its id, such as a tool call, merged into few.
 *
 * A patch keeps the fields that it leaves out, so patches are merged field by field; chunks add to one field, and a
 * patch of that field replaces what they added. What cannot be merged exactly stays as it is, in order.
 */
import { decodeBase64, encodeBase64 } from '@acp-stack/schema/base64';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { joinedText, withBlock } from './content-blocks.ts';

/** The fields of an update. */
export type Fields = Readonly<Record<string, unknown>>;

/** How updates of one kind of item look. */
export interface ItemKind {
  readonly patch: string;
  /** The updates that add to the field `content`. */
  readonly chunk?: string;
  /** The field of the id, in both. */
  readonly id: string;
  /** The field that chunks add to, and what they are. */
  readonly content?: { readonly field: string; readonly of: 'items' | 'blocks' | 'bytes' };
  /** Whether a new item takes a place among the messages. */
  readonly isEntry: boolean;
}

/** The bytes up to which updates are merged into one. */
const maxBytes = 1024 * 1024;

/** The fields of a chunk that says nothing but what it adds. */
const chunkFields = 3;

/** Whether an update adds bytes that cannot be read: it changes nothing, not even if it is the first of its item. */
export const isUnreadable = ({ content }: ItemKind, update: Fields): boolean =>
  content?.of === 'bytes' && typeof update['data'] === 'string' && decodeBase64(update['data']) === undefined;

export class ItemUpdates {
  readonly #kind: ItemKind;
  #updates: Fields[] = [];
  /** The bytes of the last update, which is a chunk; joined when they are needed. */
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(kind: ItemKind) {
    this.#kind = kind;
  }

  get updates(): readonly SessionUpdate[] {
    this.#joinParts();
    return this.#updates as readonly object[] as readonly SessionUpdate[];
  }

  /** Adds an update; false if no more is merged here, because of its size. */
  add(update: Fields, bytes: number): boolean {
    if (this.#bytes > 0 && this.#bytes + bytes > maxBytes) return false;
    this.#bytes += bytes;
    if (update['sessionUpdate'] === this.#kind.patch) this.#addPatch(update);
    else this.#addChunk(update);
    return true;
  }

  #addPatch(patch: Fields): void {
    this.#joinParts();
    const { content } = this.#kind;
    const next = content === undefined ? undefined : patch[content.field];
    // Bytes that cannot be read change nothing.
    const isBroken = content?.of === 'bytes' && next !== undefined && next !== null && bytesIn(next) === undefined;
    if (next !== undefined && !isBroken) this.#updates = this.#updates.filter((each) => this.#isPatch(each));
    const index = this.#updates.findLastIndex((each) => this.#isPatch(each));
    const merged = isBroken ? undefined : mergedPatch(this.#updates[index], patch);
    if (merged === undefined) this.#updates.push(patch);
    else this.#updates[index] = merged;
  }

  #addChunk(chunk: Fields): void {
    const last = this.#updates.at(-1);
    const merged = last === undefined || isSayingMore(chunk) ? undefined : this.#withChunk(last, chunk);
    if (merged === undefined) {
      this.#joinParts();
      this.#updates.push(chunk);
    } else this.#updates[this.#updates.length - 1] = merged;
  }

  /** The last update with what a chunk adds; undefined if it cannot be added exactly. */
  #withChunk(last: Fields, chunk: Fields): Fields | undefined {
    const { content } = this.#kind;
    if (content === undefined) return undefined;
    if (this.#isPatch(last)) {
      const before = last[content.field];
      if (!Array.isArray(before) || content.of === 'bytes') return undefined;
      const added = chunk['content'];
      const after = content.of === 'items' ? [...(before as unknown[]), added] : withBlock(before, added);
      return { ...last, [content.field]: after };
    }
    if (isSayingMore(last)) return undefined;
    if (content.of === 'bytes') return this.#withBytes(last, chunk);
    const text = content.of === 'blocks' ? joinedText(last['content'], chunk['content']) : undefined;
    return text === undefined ? undefined : { ...last, content: text };
  }

  #withBytes(last: Fields, chunk: Fields): Fields | undefined {
    const added = bytesIn(chunk);
    const before = this.#parts.length > 0 ? this.#parts : [bytesIn(last)].filter((part) => part !== undefined);
    if (added === undefined || before.length === 0) return undefined;
    this.#parts = before;
    this.#parts.push(added);
    return last;
  }

  #joinParts(): void {
    const last = this.#updates.at(-1);
    if (this.#parts.length === 0 || last === undefined) return;
    this.#updates[this.#updates.length - 1] = { ...last, data: encodeBase64(joined(this.#parts)) };
    this.#parts = [];
  }

  #isPatch(update: Fields): boolean {
    return update['sessionUpdate'] === this.#kind.patch;
  }
}

const isSayingMore = (chunk: Fields): boolean => Object.keys(chunk).length !== chunkFields;

/** Two patches as one; undefined if there is no first one, or one patch cannot say both. */
export function mergedPatch(before: Fields | undefined, patch: Fields): Fields | undefined {
  if (before === undefined) return undefined;
  const merged: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(patch))
    if (value !== undefined && field !== '_meta') merged[field] = value;
  const { _meta: old } = before;
  const { _meta: added } = patch;
  if (added === undefined) return merged;
  // Metadata are merged key by key: a patch can clear them or add to them, but not both.
  if (old === null && added !== null) return undefined;
  return { ...merged, _meta: added === null ? null : { ...(old as object | undefined), ...added } };
}

/** The bytes of a chunk, or of the output in a patch; undefined if they cannot be read. */
function bytesIn(holder: unknown): Uint8Array | undefined {
  const { data } = Object(holder) as { readonly data?: unknown };
  return typeof data === 'string' ? decodeBase64(data) : undefined;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
