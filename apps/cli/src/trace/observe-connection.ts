/** Has a connection recorded and told about, as far as the options of the command ask for it. */
import type { Channel } from '@acp-stack/rpc';

import type { TraceWriter } from './trace-writer.ts';
import { wireLog, type Log } from '../log/log.ts';
import { observed, type WireObserver } from '../wire/observed-channel.ts';

export interface Watch {
  readonly log: Log;
  readonly trace?: TraceWriter | undefined;
  /** Which side of the connection this program is; the client, unless said otherwise. */
  readonly here?: 'Client' | 'Agent';
  /** Whoever else is shown what crosses. */
  readonly observers?: readonly WireObserver[];
}

export interface ObservedConnection extends Disposable {
  readonly channel: Channel;
  /** Records a line that the agent printed besides the protocol. */
  line(text: string): void;
}

/** Disposing of it notes the end of the connection, and does not end it. */
export function observeConnection(channel: Channel, { log, trace, here, observers = [] }: Watch): ObservedConnection {
  const recording = trace?.connect({ here, log });
  const all = [...observers, ...(recording === undefined ? [] : [recording.observer]), ...wireLog(log)];
  return {
    channel: observed(channel, all),
    line: (text) => recording?.line(text),
    [Symbol.dispose]: () => recording?.[Symbol.dispose](),
  };
}
