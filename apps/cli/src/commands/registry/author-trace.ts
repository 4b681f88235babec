/** `--trace` and `--log-level` of the commands for authors that start agents. */
import type { Channel } from '@acp-stack/rpc';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import { openLog } from '../../log/log.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { observeConnection, type ObservedConnection } from '../../trace/observe-connection.ts';
import { openTrace } from '../../trace/open-trace.ts';

/** Runs `work` with what records and logs the messages of a connection. */
export async function withAuthorTrace<T>(
  flags: DiagnosticFlags & { readonly agent?: string },
  terminal: Terminal,
  work: (observe: (channel: Channel) => Channel) => Promise<T>,
): Promise<T> {
  const log = openLog(flags, terminal);
  const trace = await openTrace(flags.trace, { agent: flags.agent ?? '', now: terminal.now });
  const connections: ObservedConnection[] = [];
  try {
    return await work((channel) => {
      const connection = observeConnection(channel, { log, trace });
      connections.push(connection);
      return connection.channel;
    });
  } finally {
    for (const connection of connections) connection[Symbol.dispose]();
    trace?.[Symbol.dispose]();
  }
}
