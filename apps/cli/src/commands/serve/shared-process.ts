/** Runs one agent process for all connections; it starts with the first one, and again after it has exited. */
import { bridgeMcp } from '@acp-stack/mcp/node';
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { spawnAgent, type AgentCommand } from '@acp-stack/stdio';

import { joinChannels } from '../../wire/join-channels.ts';
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
    connect: (channel: Channel) => ({ closed: joinBridged(channel, running?.multiplexer ?? start()) }),
    close: async () => {
      await running?.agent.kill();
    },
  };
}

/**
 * Adds a client, whose MCP servers over ACP the agent reaches in another way: `mcp/connect` of the agent itself does
 * not say which of several clients it is for.
 */
async function joinBridged(client: Channel, multiplexer: ClientMultiplexer): Promise<void> {
  const [ours, theirs] = memoryPair();
  const agent = bridgeMcp(ours, { prefer: ['http', 'stdio'] });
  const { leftEnded, rightEnded } = joinChannels(client, agent);
  void leftEnded.then(() => agent.end().catch(() => undefined));
  await multiplexer.join(theirs);
  await theirs.end().catch(() => undefined);
  await rightEnded;
}
