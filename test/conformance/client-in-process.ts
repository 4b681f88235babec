/** Runs the correct client in this process before the agent that the suite plays; it can be made to break rules. */
import type { ClientDriver, Version } from '@acp-stack/conformance';
import { lineChannel } from '@acp-stack/rpc';
import { bytePipe } from '@acp-stack/testing';

import { breakRules } from '../requirements/sabotage/break-rules.ts';
import { brokenClients, brokenLines } from './broken-client.ts';
import { startCorrectClient } from './correct-client.ts';

const isBrokenLine = (id: string): boolean => id in brokenLines;

/** The client ends, and the connection does not: there is no message to change. */
const isBrokenEnd = (id: string): boolean => id === 'STDIO-04';

/** Each run is a new client, whose messages break `broken` before an agent of this version. */
export function clientInProcess(version: Version, broken: readonly string[] = []): ClientDriver {
  const rules = broken.filter((id) => !isBrokenLine(id) && !isBrokenEnd(id));
  const written = (line: string): readonly string[] =>
    broken
      .filter(isBrokenLine)
      .reduce<readonly string[]>((lines, id) => lines.flatMap(brokenLines[id] ?? String), [line]);
  return (task) => {
    const [left, right] = bytePipe();
    const channel = lineChannel(left.source, left.sink);
    const suite = lineChannel(right.source, right.sink);
    const client = startCorrectClient(
      rules.length === 0 ? channel : breakRules(channel, rules, { instead: brokenClients[version] }),
      task,
    );
    return Promise.resolve({
      connect: (receiver) => {
        suite.open({
          receive: (message, text) => {
            for (const line of written(text ?? JSON.stringify(message))) receiver.text(line);
          },
          reject: ({ text }) => receiver.text(text ?? ''),
          ended: () => {
            // As an agent ends that has no input any more.
            suite.destroy();
            if (!broken.some(isBrokenEnd)) receiver.ended('it closed the connection');
          },
        });
        return Promise.resolve({
          send: (text) => void suite.send(undefined, text),
          close: () => {
            suite.destroy();
            return Promise.resolve();
          },
        });
      },
      interrupt: () => client.interrupt(),
      ended: client.ended.then(() => 'it left'),
      stop: async () => {
        await client.stop();
        await client.ended;
      },
    });
  };
}
