/** Connects the suite to an agent in this process, over lines of text, optionally with rules that it breaks. */
import { lineChannel } from '@acp-stack/rpc';
import type { Agent } from '@acp-stack/sdk';
import type { Connect } from '@acp-stack/conformance';
import { bytePipe } from '@acp-stack/testing';

import { breakRules } from '../requirements/sabotage/break-rules.ts';
import { agentSabotages } from './sabotage/agent-sabotages.ts';

/** Each connection is served by a new app, whose messages break `broken`. */
export function inProcess(createApp: () => Agent, broken: readonly string[] = []): Connect {
  return (receiver) => {
    const [left, right] = bytePipe();
    const channel = lineChannel(left.source, left.sink);
    const program = createApp().connect(
      broken.length === 0 ? channel : breakRules(channel, broken, { instead: agentSabotages }),
      {
        onReport: () => undefined,
      },
    );
    const suite = lineChannel(right.source, right.sink);
    suite.open({
      receive: (message, text) => receiver.text(text ?? JSON.stringify(message)),
      reject: ({ text }) => receiver.text(text ?? ''),
      ended: () => receiver.ended('it closed the connection'),
    });
    return Promise.resolve({
      send: (text) => void suite.send(undefined, text),
      close: () => {
        program.raw.destroy();
        suite.destroy();
        return Promise.resolve();
      },
    });
  };
}
