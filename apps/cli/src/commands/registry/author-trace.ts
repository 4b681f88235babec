/** `--trace` and `--log-level` of the commands for authors that start agents. */
import type { Channel } from '@acp-stack/rpc';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import { openLog } from '../../log/log.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { observeConnection, type ObservedConnection } from '../../trace/observe-connection.ts';
import { openTrace } from '../../trace/open-trace.ts';

export interface AuthorTrace extends Disposable {
  /** Records and logs the messages of a connection. */
  readonly observe: (channel: Channel) => Channel;
}

/** Disposing of it ends the recording. */
export async function openAuthorTrace(flags: DiagnosticFlags, agent: string, terminal: Terminal): Promise<AuthorTrace> {
  const log = openLog(flags, terminal);
  const trace = await openTrace(flags.trace, { agent, now: terminal.now });
  const connections: ObservedConnection[] = [];
  return {
    observe: (channel) => {
      const connection = observeConnection(channel, { log, trace });
      connections.push(connection);
      return connection.channel;
    },
    [Symbol.dispose]: () => {
      for (const connection of connections) connection[Symbol.dispose]();
      trace?.[Symbol.dispose]();
    },
  };
}
