/** Runs one agent process for all connections; it starts with the first one, and again after it has exited. */
import type { Channel } from '@acp-stack/rpc';
import { spawnAgent, type AgentCommand } from '@acp-stack/stdio';

import type { AgentSource, Log, ThroughProxies } from './agent-source.ts';
import { ClientMultiplexer } from './client-multiplexer.ts';

/** `version` is that of the program, for the agent. */
export function sharedProcess(
  command: readonly string[] | AgentCommand,
  log: Log,
  { version, through }: { readonly version: string; readonly through: ThroughProxies },
): AgentSource {
  let running: { readonly agent: ReturnType<typeof spawnAgent>; readonly multiplexer: ClientMultiplexer } | undefined;
  const start = (): ClientMultiplexer => {
    const agent = spawnAgent(command, { stderr: 'inherit' });
    const behind = through(agent);
    const multiplexer = new ClientMultiplexer(behind.channel, version);
    running = { agent, multiplexer };
    void agent.exited.then(({ error }) => {
      if (running?.agent === agent) running = undefined;
      void behind.close();
      if (error !== undefined) log(error.message);
    });
    return multiplexer;
  };
  return {
    get processes() {
      return running === undefined ? 0 : 1;
    },
    isBusy: () => running?.multiplexer.isBusy ?? false,
    connect: (channel: Channel) => ({ closed: (running?.multiplexer ?? start()).join(channel) }),
    close: async () => {
      await running?.agent.kill();
    },
  };
}
