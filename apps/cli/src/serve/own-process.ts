/** An agent process for every connection: it starts with the connection and ends with it. */
import type { Channel } from '@acp-stack/rpc';
import { spawnAgent } from '@acp-stack/stdio';

import { joinChannels } from '../bridge/join-channels.ts';
import type { AgentSource, Log } from './agent-source.ts';

/** Milliseconds that an agent has to end after its client did. */
const grace = 5000;

export function ownProcesses(command: readonly string[], log: Log): AgentSource {
  const running = new Set<ReturnType<typeof spawnAgent>>();
  return {
    get processes() {
      return running.size;
    },
    connect: (channel: Channel) => {
      const agent = spawnAgent(command, { stderr: 'inherit' });
      running.add(agent);
      const { leftEnded, rightEnded } = joinChannels(channel, agent);
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
      await Promise.all([...running].map((agent) => agent.kill()));
    },
  };
}
