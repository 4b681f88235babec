/** The suite is right about several controllers of a session: a hub keeps the rule, and one that breaks it is found. */
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { agentScenarios, judgeAgent, type Connect, type Verdict } from '@acp-stack/conformance';
import { openHub, type Hub } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { lineChannel, wrapChannel, type Channel } from '@acp-stack/rpc';
import { bytePipe } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { correctAgent } from './correct-agent.ts';

const scenarios = agentScenarios.filter(({ name }) => name.startsWith('controllers/'));

/** Connects to the hub; what it sends on each connection is changed by `change`. */
function toHub({ app }: Hub, change: (channel: Channel) => Channel): Connect {
  return (receiver) => {
    const [left, right] = bytePipe();
    const [hub, suite] = [left, right].map(({ source, sink }) => lineChannel(source, sink)) as [Channel, Channel];
    app.connect(change(hub));
    suite.open({
      receive: (message, text) => receiver.text(text ?? JSON.stringify(message)),
      reject: ({ text }) => receiver.text(text ?? ''),
      ended: () => receiver.ended('it closed the connection'),
    });
    return Promise.resolve({
      send: (text) => void suite.send(undefined, text),
      close: () => {
        suite.destroy();
        return Promise.resolve();
      },
    });
  };
}

/** Exchanges the first two injected messages on every connection that joined a session. */
function exchanged(channel: Channel): Channel {
  let hasJoined = false;
  const held: unknown[] = [];
  return wrapChannel(channel, {
    receive: (message, text, receiver) => {
      hasJoined ||= JSON.stringify(message).includes('"session/resume"');
      receiver.receive(message, text);
    },
    send: (message) => {
      const isInjected = /"user_message".*marker-(?:one|two)/u.test(JSON.stringify(message));
      if (!hasJoined || !isInjected || held.length === 2) return channel.send(message);
      held.push(message);
      return held.length === 1 || held.toReversed().every((each) => channel.send(each));
    },
  });
}

async function judged(change: (channel: Channel) => Channel): Promise<readonly Verdict[]> {
  const agents = { correct: correctAgent(2) };
  await using hub = await openHub({ journal: memoryJournal(), agents, roots: [realpathSync(tmpdir())] });
  const connect = toHub(hub, change);
  const { verdicts } = await judgeAgent({
    connect,
    scenarios,
    versions: [2],
    sets: ['draft', 'proposal'],
    jobs: 1,
    limit: 50_000,
    budget: Infinity,
  });
  return verdicts.filter(({ rule }) => rule.id === 'INJ-24');
}

test('a hub shows all controllers the same order', async () => {
  expect(await judged((channel) => channel)).toMatchObject([{ outcome: 'passed' }]);
});

test('a hub that shows controllers another order is found out [INJ-24]', async () => {
  expect(await judged(exchanged)).toMatchObject([{ outcome: 'failed' }]);
});
