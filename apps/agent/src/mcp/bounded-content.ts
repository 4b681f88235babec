/**
 * Limits the content of an MCP response, so that it can be stored and shown.
 *
 * A text that is too long keeps its beginning, and a note replaces what is left out.
 */
import { text, type ContentBlock } from '@acp-stack/sdk';

/** Bytes of the texts of one response, as JSON; an event of the journal has room for several times that. */
const maxText = 1024 * 1024;
/** Bytes of its images, audio and files. */
const maxData = 6 * 1024 * 1024;
const maxBlocks = 1000;

interface Room {
  text: number;
  data: number;
}

/** The blocks in order; a note replaces those beyond the limit. */
export function boundedContent(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const room: Room = { text: maxText, data: maxData };
  const kept = blocks.slice(0, maxBlocks).map((block) => bounded(block, room));
  const omitted = blocks.length - kept.length;
  return omitted === 0 ? kept : [...kept, text(`(${omitted} more parts of the answer are left out: it has too many.)`)];
}

/** Whether a value is small enough to be stored beside the blocks. */
export const isWithinBounds = (value: unknown): boolean => bytesOf(value) <= maxText;

function bounded(block: ContentBlock, room: Room): ContentBlock {
  const { type, resource } = block as { readonly type: string; readonly resource?: Readonly<Record<string, unknown>> };
  const kind = type === 'image' || type === 'audio' || typeof resource?.['blob'] === 'string' ? 'data' : 'text';
  const bytes = bytesOf(block);
  if (bytes <= room[kind]) {
    room[kind] -= bytes;
    return block;
  }
  const part = room.text / bytes;
  const source = resource ?? (block as { readonly text?: unknown });
  if (kind === 'data' || typeof source['text'] !== 'string')
    return text(`(A part of the answer is left out: ${type} of ${bytes} bytes.)`);
  room.text = 0;
  const beginning = source['text'].slice(0, Math.floor(source['text'].length * part)).replace(/\p{Surrogate}$/u, '');
  const omitted = source['text'].length - beginning.length;
  return text(`${beginning}\n… (${omitted} more characters are left out: the answer is too long.)`);
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
