/** A store in the memory of this process. */
import { patchMetadata, type StoredMetadata } from '../store/metadata.ts';
import { assertWritable, isLateRelease, previousOwnerOf } from '../store/ownership.ts';
import { exists, missing, trimmed } from '../store/store-errors.ts';
import type {
  AppendParams,
  CreateParams,
  EventPage,
  ListParams,
  ListPosition,
  ReadParams,
  OperationName,
  Operations,
  OperationTable,
  Store,
  StoredStream,
} from '../store/store.ts';

interface StoredEvent {
  readonly at: number;
  readonly text: string;
}

interface Stream {
  readonly stream: string;
  readonly streamId: number;
  readonly createdAt: number;
  metadata: StoredMetadata;
  /** The token of the owner; 0 if there is none and every writer may append. */
  owner: number;
  /** Tokens that were released after a newer owner had fenced the stream, with the token of the owner before each. */
  readonly released: Map<number, number>;
  /** The last number that was trimmed; `events` starts with the next one. */
  floor: number;
  events: StoredEvent[];
}

export class MemoryStore implements Store {
  readonly #streams = new Map<string, Stream>();
  readonly #metadataBytes: number;
  #streamIds = 0;
  #tokens = 0;

  readonly #operations: OperationTable = {
    append: (params) => this.#append(params),
    create: (params) => this.#create(params),
    read: (params) => this.#read(params),
    get: ({ stream }) => {
      const found = this.#streams.get(stream);
      return found === undefined ? undefined : streamInfoOf(found);
    },
    size: ({ stream }) => {
      const { events } = this.#find(stream);
      return { events: events.length, bytes: events.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) };
    },
    patch: ({ stream, patch }) => {
      const found = this.#find(stream);
      found.metadata = this.#patched(found.metadata.text, patch);
      return streamInfoOf(found);
    },
    list: (params) => this.#list(params),
    copy: ({ from, to, at, patch }) => {
      const { metadata, floor, events } = this.#find(from);
      return streamInfoOf(
        this.#insert(to, { at, metadata: this.#patched(metadata.text, patch), floor, events: [...events] }),
      );
    },
    fence: ({ stream }) => {
      const found = this.#find(stream);
      const { owner: before } = found;
      found.owner = this.#tokens += 1;
      return { token: found.owner, last: lastOf(found), before };
    },
    release: ({ stream, token, before }) => {
      const found = this.#streams.get(stream);
      if (found === undefined) return false;
      const { owner, released } = found;
      if (owner !== token) {
        if (isLateRelease({ token, before }, owner)) released.set(token, before);
        return false;
      }
      found.owner = previousOwnerOf(before, (each) => released.get(each));
      for (const each of released.keys()) if (each > found.owner) released.delete(each);
      return true;
    },
    trim: ({ stream, through }) => {
      const found = this.#find(stream);
      const count = Math.min(Math.max(through - found.floor, 0), found.events.length);
      found.events = found.events.slice(count);
      found.floor += count;
      return streamInfoOf(found);
    },
    delete: ({ stream }) => this.#streams.delete(stream),
  };

  constructor({ metadataBytes }: { readonly metadataBytes: number }) {
    this.#metadataBytes = metadataBytes;
  }

  async run<Name extends OperationName>(
    name: Name,
    params: Operations[Name]['params'],
  ): Promise<Operations[Name]['result']> {
    return this.#operations[name](params);
  }

  async close(): Promise<void> {
    this.#streams.clear();
  }

  #append(params: AppendParams): Operations['append']['result'] {
    const { stream, at, texts, patch } = params;
    const found = this.#find(stream);
    const last = lastOf(found);
    assertWritable(params, last, found.owner);
    if (patch !== undefined) found.metadata = this.#patched(found.metadata.text, patch);
    for (const text of texts) found.events.push({ at, text });
    return { first: last + 1, last: last + texts.length };
  }

  #create({ stream, at, metadata, texts }: CreateParams): StoredStream {
    const events = texts.map((text) => ({ at, text }));
    return streamInfoOf(this.#insert(stream, { at, metadata: this.#patched('{}', metadata), floor: 0, events }));
  }

  #read({ stream, after, streamId, count, bytes }: ReadParams): EventPage {
    const found = this.#find(stream);
    if (streamId !== undefined && streamId !== found.streamId) throw missing(stream);
    const from = after ?? found.floor;
    if (from < found.floor) throw trimmed(stream, from, found.floor + 1);
    const page: StoredEvent[] = [];
    let remainingBytes = bytes;
    for (const event of found.events.slice(from - found.floor, from - found.floor + count)) {
      remainingBytes -= event.text.length;
      if (remainingBytes < 0 && page.length > 0) break;
      page.push(event);
    }
    const ats = page.map(({ at }) => at);
    const texts = page.map(({ text }) => text);
    return { streamId: found.streamId, first: from + 1, ats, texts, last: lastOf(found) };
  }

  #list({ cwd, archived, label, behind, limit }: ListParams): StoredStream[] {
    return [...this.#streams.values()]
      .filter(({ metadata }) => cwd === undefined || metadata.cwd === cwd)
      .filter(({ metadata }) => archived === undefined || metadata.archived === archived)
      .filter(({ metadata }) => label === undefined || metadata.labels.includes(label))
      .filter((each) => behind === undefined || byTime(behind, listPositionOf(each)) < 0)
      .toSorted((left, right) => byTime(listPositionOf(left), listPositionOf(right)))
      .slice(0, limit)
      .map(streamInfoOf);
  }

  #insert(
    stream: string,
    { at, ...rest }: Pick<Stream, 'metadata' | 'floor' | 'events'> & { readonly at: number },
  ): Stream {
    if (this.#streams.has(stream)) throw exists(stream);
    const added: Stream = {
      stream,
      streamId: (this.#streamIds += 1),
      createdAt: at,
      owner: 0,
      released: new Map(),
      ...rest,
    };
    this.#streams.set(stream, added);
    return added;
  }

  #find(stream: string): Stream {
    const found = this.#streams.get(stream);
    if (found === undefined) throw missing(stream);
    return found;
  }

  #patched(text: string, patch: string): StoredMetadata {
    return patchMetadata(text, patch, this.#metadataBytes);
  }
}

const lastOf = ({ floor, events }: Stream): number => floor + events.length;

const listPositionOf = ({ metadata: { updatedAt }, streamId }: Stream): ListPosition => ({ updatedAt, streamId });

/** Newest first. */
const byTime = (left: ListPosition, right: ListPosition): number =>
  right.updatedAt - left.updatedAt || right.streamId - left.streamId;

function streamInfoOf(found: Stream): StoredStream {
  const { stream, streamId, createdAt, metadata, floor } = found;
  return {
    stream,
    streamId,
    createdAt,
    metadata: metadata.text,
    updatedAt: metadata.updatedAt,
    first: floor + 1,
    last: lastOf(found),
  };
}
