/** Runs one agent process for every connection; it ends with the connection. */
import type { Channel } from '@acp-stack/rpc';
import { spawnAgent, type AgentCommand } from '@acp-stack/stdio';

import { joinChannels } from '../../wire/join-channels.ts';
import type { AgentSource, Log, ThroughProxies } from './agent-source.ts';
import { RunningTurns } from './running-turns.ts';
import { trackTurns } from './track-turns.ts';

/** Grace period (ms) for an agent after its client has disconnected. */
const grace = 5000;

export function processPerConnection(
  command: readonly string[] | AgentCommand,
  log: Log,
  through: ThroughProxies,
): AgentSource {
  const running = new Map<ReturnType<typeof spawnAgent>, RunningTurns>();
  return {
    get processes() {
      return running.size;
    },
    isBusy: () => [...running.values()].some((turns) => turns.areRunning),
    connect: (channel: Channel) => {
      const agent = spawnAgent(command, { stderr: 'inherit' });
      const turns = new RunningTurns();
      running.set(agent, turns);
      const behind = through(agent);
      const { leftEnded, rightEnded } = joinChannels(channel, trackTurns(behind.channel, turns));
      let timer: NodeJS.Timeout | undefined;
      void leftEnded.then(() => {
        void behind.close();
        agent.end().catch(() => undefined);
        // An agent that does not read its stdin never sees it end.
        timer = setTimeout(() => {
          agent.terminate();
        }, grace);
      });
      void agent.exited.then(({ error }) => {
        clearTimeout(timer);
        running.delete(agent);
        if (error !== undefined) log(error.message);
      });
      return { closed: rightEnded };
    },
    close: async () => {
      await Promise.all([...running.keys()].map((agent) => agent.kill()));
    },
  };
}
