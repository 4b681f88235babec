/** One agent and one client, met in every version; and a gateway that turns one version into the other. */
import assert from 'node:assert/strict';

import { memoryPair, type Channel, type Receiver } from '@acp-stack/rpc';

import { greeter } from '../first-agent/agent.ts';

// #region client
import { client } from '@acp-stack/sdk';

/** Asks an agent of either version. */
async function ask(channel: Channel, question: string): Promise<{ answer: string; version: 1 | 2 }> {
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(channel);
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt(question)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return { answer, version: connection.version };
}
// #endregion client

// #region gateway
import { bridge, type BridgeReport } from '@acp-stack/bridge';

/** A version 1 face for an agent of version 2, for programs on other libraries. */
function olderFace(channel: Channel): Channel {
  return bridge(channel, { peer: 'agent', speaks: 2, onReport: (report) => reports.push(report) });
}
// #endregion gateway

/** What the bridge had to say; nothing, where nothing is lost. */
const reports: BridgeReport[] = [];

/** Connects two channels: what arrives on one is sent on the other. */
function join(left: Channel, right: Channel): void {
  const into = (to: Channel): Receiver => ({
    receive: (message) => void to.send(message),
    reject: () => undefined,
    ended: () => void to.end(),
  });
  left.open(into(right));
  right.open(into(left));
}

export async function main(): Promise<void> {
  const [agentSide, clientSide] = memoryPair();
  void greeter.serve(agentSide);
  assert.deepEqual(await ask(clientSide, 'Hello'), { answer: 'You said: Hello', version: 2 });

  // The same agent, behind a gateway that speaks version 1.
  const [behind, before] = memoryPair();
  const [gateway, outside] = memoryPair();
  void greeter.serve(behind);
  join(olderFace(before), gateway);
  assert.deepEqual(await ask(outside, 'Hello'), { answer: 'You said: Hello', version: 1 });
  assert.deepEqual(reports, []);
}
