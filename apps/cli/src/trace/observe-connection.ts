/** Records and logs a connection, if the options of the command ask for it. */
import type { Channel } from '@acp-stack/rpc';

import type { TraceSink } from './trace-writer.ts';
import { wireLog, type Log } from '../log/log.ts';
import { observed, type WireObserver } from '../wire/observed-channel.ts';

export interface ObserveOptions {
  readonly log: Log;
  readonly trace?: TraceSink | undefined;
  /** Which side of the connection this program is; `Client` by default. */
  readonly here?: 'Client' | 'Agent';
  /** Whether each message is logged at the level `debug`; true by default. */
  readonly logsMessages?: boolean;
  /** Further observers. */
  readonly observers?: readonly WireObserver[];
}

export interface ObservedConnection extends Disposable {
  readonly channel: Channel;
  /** Records a line that the agent printed besides the protocol, and the stream that it used. */
  line(text: string, from: 'stderr' | 'stdout'): void;
}

/** Disposing of it records the end of the connection, but does not close it. */
export function observeConnection(
  channel: Channel,
  { log, trace, here, observers = [], logsMessages = true }: ObserveOptions,
): ObservedConnection {
  const recording = trace?.connect({ here, log });
  const all = [
    ...observers,
    ...(recording === undefined ? [] : [recording.observer]),
    ...(logsMessages ? wireLog(log) : []),
  ];
  return {
    channel: observed(channel, all),
    line: (text, from) => recording?.line(text, from),
    [Symbol.dispose]: () => recording?.[Symbol.dispose](),
  };
}
