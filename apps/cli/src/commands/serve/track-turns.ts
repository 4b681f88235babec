/** A channel to an agent, whose messages are looked at as they pass. */
import type { Channel } from '@acp-stack/rpc';

import { isFields } from './message-fields.ts';
import type { RunningTurns } from './running-turns.ts';

export function trackTurns(agent: Channel, turns: RunningTurns): Channel {
  return {
    get unsentBytes() {
      return agent.unsentBytes;
    },
    open: (receiver) => {
      agent.open({
        receive: (message, text) => {
          if (isFields(message)) turns.fromAgent(message);
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
      if (isFields(message)) turns.toAgent(message);
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
