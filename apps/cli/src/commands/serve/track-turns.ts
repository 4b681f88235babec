/** Wraps the channel of an agent, to track its running turns. */
import type { Channel } from '@acp-stack/rpc';

import { isJsonObject } from '../../json/json-object.ts';
import type { RunningTurns } from './running-turns.ts';

export function trackTurns(agent: Channel, turns: RunningTurns): Channel {
  return {
    get unsentBytes() {
      return agent.unsentBytes;
    },
    open: (receiver) => {
      agent.open({
        receive: (message, text) => {
          if (isJsonObject(message)) turns.fromAgent(message);
          receiver.receive(message, text);
        },
        reject: (problem) => {
          receiver.reject(problem);
        },
        ended: (error) => {
          receiver.ended(error);
        },
      });
    },
    send: (message, text) => {
      if (isJsonObject(message)) turns.toAgent(message);
      return agent.send(message, text);
    },
    drained: () => agent.drained(),
    pause: () => {
      agent.pause();
    },
    resume: () => {
      agent.resume();
    },
    end: () => agent.end(),
    destroy: (error) => {
      agent.destroy(error);
    },
  };
}
