/** Notes what crosses a channel without changing it. */
import { systemClock, type Channel, type Clock } from '@acp-stack/rpc';

import { wrapChannel } from './channel-wrapper.ts';
import { Transcript, type TranscriptEntry } from './transcript.ts';

/** How a recorder notes. */
export interface RecordOptions {
  readonly clock?: Clock;
  /** The time of day in milliseconds; the system's when absent. */
  readonly wall?: () => number;
  /** How many entries are kept; further ones are only counted. */
  readonly limit?: number;
}

/** A recorded channel and what was noted. */
export interface Recording {
  readonly channel: Channel;
  readonly transcript: Transcript;
}

/** Records `channel`; the directions are those of whoever uses the channel that comes back. */
export function record(channel: Channel, options: RecordOptions = {}): Recording {
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
