/**
 * The events of one MCP session, so that its client can resume a stream after its last event.
 *
 * It keeps the newest events up to a number and a size. For the id of a dropped event it returns no stream, so the
 * server refuses the id, and a client never resumes with a gap.
 */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface StoredEvent {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

interface EventLimits {
  readonly events: number;
  readonly eventBytes: number;
}

export class EventBuffer implements EventStore {
  readonly #limits: EventLimits;
  /** By their numbers; the oldest first. */
  readonly #events = new Map<number, StoredEvent>();
  #bytes = 0;
  #lastNumber = 0;

  constructor(limits: EventLimits) {
    this.#limits = limits;
  }

  storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#lastNumber += 1;
    const event = { streamId, message, bytes: JSON.stringify(message).length };
    this.#events.set(this.#lastNumber, event);
    this.#bytes += event.bytes;
    for (const [number, { bytes }] of this.#events) {
      // The newest event is kept whatever its size: the client may lose the stream while the event is being sent.
      if (number === this.#lastNumber || !this.#isFull()) break;
      this.#events.delete(number);
      this.#bytes -= bytes;
    }
    return Promise.resolve(String(this.#lastNumber));
  }

  /** Returns the stream of an event; undefined if it is not kept. */
  streamOf(eventId: string): string | undefined {
    return this.#events.get(Number(eventId))?.streamId;
  }

  getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return Promise.resolve(this.streamOf(eventId));
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = this.streamOf(lastEventId) ?? '';
    for (const [number, event] of this.#events)
      // The first event of a stream has no message: it only gives the client an id.
      if (number > Number(lastEventId) && event.streamId === streamId && 'jsonrpc' in event.message)
        // eslint-disable-next-line no-await-in-loop -- the order of the events
        await send(String(number), event.message);
    return streamId;
  }

  #isFull(): boolean {
    return this.#events.size > this.#limits.events || this.#bytes > this.#limits.eventBytes;
  }
}
