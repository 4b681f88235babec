/**
 * Keeps the unfinished message of a WebSocket of `ws` at about its size.
 *
 * `ws` keeps a buffer for every read and a view for every fragment, so that a message that comes byte by byte would
 * cost hundreds of times its size. Neighbours are merged here in the private lists of its receiver; `ws` has no option
 * for it.
 */
import type { WebSocket } from 'ws';

interface Receiver {
  /** What was read and is not part of a whole frame yet. */
  readonly _buffers?: Buffer[];
  /** The fragments of an unfinished message. */
  readonly _fragments?: Buffer[];
}

/** Buffers of this size are not merged any more. */
const maxMerged = 64 * 1024;

/** Merges small buffers that `webSocket` has received; call it after every read. */
export function compactReceived(webSocket: WebSocket): void {
  const { _receiver: receiver } = webSocket as unknown as { readonly _receiver?: Receiver | null };
  if (receiver === undefined || receiver === null) return;
  const { _buffers: buffers, _fragments: fragments } = receiver;
  compact(buffers);
  compact(fragments);
}

/**
 * Merges the last buffers, each of which is less than twice as large as those after it: as in a binary counter, a byte
 * is copied a few times, and few buffers are left.
 */
function compact(buffers: Buffer[] | undefined): void {
  if (buffers === undefined || buffers.length < 2) return;
  let first = buffers.length - 1;
  let size = sizeAt(buffers, first);
  while (first > 0) {
    const before = sizeAt(buffers, first - 1);
    if (before >= 2 * size || before + size > maxMerged) break;
    first -= 1;
    size += before;
  }
  const count = buffers.length - first;
  if (count > 1) buffers.push(Buffer.concat(buffers.splice(first, count), size));
}

const sizeAt = (buffers: readonly Buffer[], index: number): number => buffers[index]?.length ?? 0;
