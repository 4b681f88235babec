/**
 * Records messages without changing them: at a channel, or through a tap of a peer.
 *
 * Both write the same kind of transcript. A tap sees messages as the peer does. A channel also shows what a peer does
 * not see: the wire below a bridge, unreadable input, and messages from before the connection existed.
 */
import { wrapChannel, systemClock, type Channel, type Clock, type CloseReason, type Tappable } from '@acp-stack/rpc';

import { Transcript, type TranscriptEntry } from './transcript.ts';

/** Options of a recorder. */
export interface RecordOptions {
  /** The monotonic time in milliseconds; messages of a tap have the time of their peer. */
  readonly clock?: Clock;
  /** The time of day in milliseconds; the system's when absent. */
  readonly wall?: () => number;
  /** How many entries are kept; further ones are only counted. */
  readonly limit?: number;
}

/** A recorded channel and its transcript. */
export interface Recording {
  /** The channel to use in place of the given one. */
  readonly channel: Channel;
  /** Grows while the channel is used. */
  readonly transcript: Transcript;
}

/** The transcript of a connection; disposing it ends the recording. */
export interface TapRecording extends Disposable {
  /** Grows while the connection is used. */
  readonly transcript: Transcript;
}

/** A peer, or an object built on one, that reports its end. */
export interface RecordedConnection extends Tappable {
  /** Resolves when it has ended, which is recorded too. */
  readonly closed: Promise<CloseReason>;
}

/**
 * Records the messages of a peer or a connection from now on, through a tap.
 *
 * A connection of the SDK (`connection.raw`) has version 2 messages, whatever the other side uses, and is initialized
 * before it can be recorded; to see the wire itself, record the channel.
 */
export function record(connection: RecordedConnection, options?: RecordOptions): TapRecording;
/**
 * Records `channel` as it is on the wire; the directions are those of the returned channel's user.
 *
 * If there is a peer or a connection, it can be recorded itself, without a wrapper in between.
 */
export function record(channel: Channel, options?: RecordOptions): Recording;
export function record(recorded: Channel | RecordedConnection, options: RecordOptions = {}): Recording | TapRecording {
  return 'tap' in recorded ? recordTap(recorded, options) : recordChannel(recorded, options);
}

function recordTap(connection: RecordedConnection, options: RecordOptions): TapRecording {
  const { clock = systemClock, wall = Date.now, limit } = options;
  const transcript = new Transcript(limit === undefined ? {} : { limit });
  const tap = connection.tap(({ direction, message, monotonic, wall: day }) => {
    transcript.add({ direction, monotonic, wall: options.wall?.() ?? day, message: copied(message) });
  });
  let isOver = false;
  void connection.closed.then(({ by, error }) => {
    if (isOver) return;
    const direction = by === 'us' ? 'out' : 'in';
    transcript.add({ direction, monotonic: clock.now(), wall: wall(), end: error?.message ?? true });
  });
  return {
    transcript,
    [Symbol.dispose]: () => {
      isOver = true;
      tap[Symbol.dispose]();
    },
  };
}

function recordChannel(channel: Channel, options: RecordOptions): Recording {
  const { clock = systemClock, wall = Date.now, limit } = options;
  const transcript = new Transcript(limit === undefined ? {} : { limit });
  const now = (direction: TranscriptEntry['direction']): Pick<TranscriptEntry, 'direction' | 'monotonic' | 'wall'> => ({
    direction,
    monotonic: clock.now(),
    wall: wall(),
  });
  let hasEnded = false;
  const noteEnd = (): void => {
    if (!hasEnded) transcript.add({ ...now('out'), end: true });
    hasEnded = true;
  };
  return {
    transcript,
    channel: wrapChannel(channel, {
      receive: (message, text, receiver) => {
        transcript.add({ ...now('in'), message: copied(message) });
        receiver.receive(message, text);
      },
      reject: (problem, receiver) => {
        transcript.add({ ...now('in'), problem: problem.message });
        receiver.reject(problem);
      },
      ended: (error, receiver) => {
        transcript.add({ ...now('in'), end: error?.message ?? true });
        receiver.ended(error);
      },
      send: (message, text) => {
        // Recorded only after it was accepted; a message that cannot be written was never sent.
        const entry = { ...now('out'), message: copied(text === undefined ? message : reread(text)) };
        const more = channel.send(message, text);
        transcript.add(entry);
        return more;
      },
      end: noteEnd,
      destroy: noteEnd,
    }),
  };
}

/** Messages may be passed by reference and changed later; the transcript keeps them as they were. */
function copied(message: unknown): unknown {
  try {
    return structuredClone(message);
  } catch {
    return message;
  }
}

function reread(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
