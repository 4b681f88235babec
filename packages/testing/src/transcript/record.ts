/**
 * Notes what crosses, without changing it: at a channel or, where there is a peer, through a tap.
 *
 * Both write the same transcript. A tap sees messages as the peer does. A channel also shows what no peer sees: the wire below a bridge,
 * input that was no message, what was said before there was a connection to tap.
 */
import { systemClock, type Channel, type Clock, type CloseReason, type Tappable } from '@acp-stack/rpc';

import { wrapChannel } from '../channel/channel-wrapper.ts';
import { Transcript, type TranscriptEntry } from './transcript.ts';

/** How a recorder notes. */
export interface RecordOptions {
  /** Milliseconds that only grow; messages of a tap bring the time of their peer. */
  readonly clock?: Clock;
  /** The time of day in milliseconds; the system's when absent. */
  readonly wall?: () => number;
  /** How many entries are kept; further ones are only counted. */
  readonly limit?: number;
}

/** A recorded channel and what was noted. */
export interface Recording {
  /** To be used in place of the one that was given. */
  readonly channel: Channel;
  /** Grows while the channel is used. */
  readonly transcript: Transcript;
}

/** What was noted of a connection, until it is disposed of. */
export interface TapRecording extends Disposable {
  /** Grows while the connection is used. */
  readonly transcript: Transcript;
}

/** A peer, or something built on one that says when it has ended. */
export interface RecordedConnection extends Tappable {
  /** Its end is noted too. */
  readonly closed: Promise<CloseReason>;
}

/**
 * Records what a peer or a connection says and hears from now on, through a tap.
 *
 * A connection of the SDK (`connection.raw`) speaks version 2, whatever the other side speaks, and has introduced itself before it can be
 * recorded; to see the wire itself, record the channel.
 */
export function record(connection: RecordedConnection, options?: RecordOptions): TapRecording;
/**
 * Records `channel`, as it is on the wire; the directions are those of whoever uses the channel that comes back.
 *
 * Where there is a peer or a connection, it can be recorded itself, without anything in between.
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
        // Noted only when it was taken; what cannot be written was never sent.
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

/** Messages may cross by reference and be changed afterwards; the transcript keeps what crossed. */
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
