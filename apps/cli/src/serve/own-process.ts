/** An agent process for every connection: it starts with the connection and ends with it. */
import type { Channel } from '@acp-stack/rpc';
import { spawnAgent } from '@acp-stack/stdio';

import { joinChannels } from '../bridge/join-channels.ts';
import type { AgentSource, Log } from './agent-source.ts';
import { Turns } from './turns.ts';
import { watchedTurns } from './watched-turns.ts';

/** Milliseconds that an agent has to end after its client did. */
const grace = 5000;

export function ownProcesses(command: readonly string[], log: Log): AgentSource {
  const running = new Map<ReturnType<typeof spawnAgent>, Turns>();
  return {
    get processes() {
      return running.size;
    },
    isBusy: () => [...running.values()].some((turns) => turns.areRunning),
    connect: (channel: Channel) => {
      const agent = spawnAgent(command, { stderr: 'inherit' });
      const turns = new Turns();
      running.set(agent, turns);
      const { leftEnded, rightEnded } = joinChannels(channel, watchedTurns(agent, turns));
      let impatience: NodeJS.Timeout | undefined;
      void leftEnded.then(() => {
        agent.end().catch(() => undefined);
        // An agent that does not read its input never takes the end of it.
        impatience = setTimeout(() => {
          agent.terminate();
        }, grace);
      });
      void agent.exited.then(({ error }) => {
        clearTimeout(impatience);
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
