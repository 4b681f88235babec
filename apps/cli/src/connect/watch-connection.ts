/** Has a connection recorded and told about, as far as the options of the command ask for it. */
import type { Channel } from '@acp-stack/rpc';

import type { TraceWriter } from '../trace/trace-writer.ts';
import { wireLog, type Log } from './log.ts';
import { watched, type WireObserver } from './watched-channel.ts';

export interface Watch {
  readonly log: Log;
  readonly trace?: TraceWriter | undefined;
  /** Which side of the connection this program is; the client, unless said otherwise. */
  readonly here?: 'Client' | 'Agent';
  /** Whoever else is shown what crosses. */
  readonly observers?: readonly WireObserver[];
}

export interface WatchedConnection extends Disposable {
  readonly channel: Channel;
  /** Records a line that the agent printed besides the protocol. */
  line(text: string): void;
}

/** Disposing of it notes the end of the connection, and does not end it. */
export function watchConnection(channel: Channel, { log, trace, here, observers = [] }: Watch): WatchedConnection {
  const recording = trace?.connect({ here, log });
  const all = [...observers, ...(recording === undefined ? [] : [recording.observer]), ...wireLog(log)];
  return {
    channel: watched(channel, all),
    line: (text) => recording?.line(text),
    [Symbol.dispose]: () => recording?.[Symbol.dispose](),
  };
}
