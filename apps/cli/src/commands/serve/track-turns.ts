/** Wraps the channel of an agent, to track its running turns. */
import { wrapChannel, type Channel } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';

import type { RunningTurns } from './running-turns.ts';

export function trackTurns(agent: Channel, turns: RunningTurns): Channel {
  return wrapChannel(agent, {
    receive: (message, text, receiver) => {
      if (isJsonObject(message)) turns.fromAgent(message);
      receiver.receive(message, text);
    },
    send: (message, text) => {
      if (isJsonObject(message)) turns.toAgent(message);
      return agent.send(message, text);
    },
  });
}
