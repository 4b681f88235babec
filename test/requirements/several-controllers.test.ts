/** The rules about several controllers of one session, proved with a hub. */
import { memoryJournal } from '@acp-stack/journal';
import { openHub, type Hub } from '@acp-stack/hub';
import { wrapChannel, type Channel } from '@acp-stack/rpc';
import { agent, client, memoryPair, type ClientConnection, type SessionUpdate } from '@acp-stack/sdk';
import { describe, expect } from 'vitest';

import { provesLater } from './requirement.ts';

const cwd = process.cwd();

interface Controller {
  readonly connection: ClientConnection;
  /** The texts of the user messages, in the order in which they came. */
  readonly heard: string[];
  readonly onUpdate: (update: SessionUpdate) => void;
}

/** A client whose channel from the hub is changed by `change`. */
async function controller(hub: Hub, change: (channel: Channel) => Channel): Promise<Controller> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(change(theirs));
  const heard: string[] = [];
  return {
    connection: await client({ name: 'controller', version: '1.0.0' }).connect(ours, { versions: [2] }),
    heard,
    onUpdate: (update) => {
      if (update.sessionUpdate !== 'user_message' || !Array.isArray(update.content)) return;
      heard.push(...(update.content as readonly { readonly text: string }[]).map(({ text }) => text));
    },
  };
}

const isUserMessage = (message: unknown): boolean => JSON.stringify(message).includes('"user_message"');

/** Exchanges the second and the third user message of one client. */
function exchanged(channel: Channel): Channel {
  const seen: unknown[] = [];
  return wrapChannel(channel, {
    send: (message) => {
      if (!isUserMessage(message)) return channel.send(message);
      seen.push(message);
      if (seen.length === 2) return true;
      const sent = channel.send(message);
      return seen.length === 3 ? channel.send(seen[1]) : sent;
    },
  });
}

describe('several controllers of one session', () => {
  provesLater(
    'INJ-24',
    async (change: (channel: Channel) => Channel) => {
      let end = (): void => undefined;
      const firstTurn = new Promise<void>((resolve) => (end = resolve));
      const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(() => firstTurn);
      await using hub = await openHub({ journal: memoryJournal(), agents: { gardener }, roots: [cwd] });
      const ada = await controller(hub, (channel) => channel);
      const bert = await controller(hub, change);
      const session = await ada.connection.newSession({ cwd }, ada);
      const { id: sessionId } = session;
      await bert.connection.resume({ sessionId, cwd }, bert);
      await ada.connection.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'work' }] });
      const inject = ({ connection }: Controller, text: string): Promise<unknown> =>
        connection.request('session/inject', { sessionId, mode: 'queue', content: [{ type: 'text', text }] });
      await Promise.all([
        inject(ada, 'ada 1').then(() => inject(ada, 'ada 2')),
        inject(bert, 'bert 1').then(() => inject(bert, 'bert 2')),
      ]);
      expect(ada.heard).toEqual(['work']);
      end();
      await expect.poll(() => [ada.heard.length, bert.heard.length]).toEqual([5, 5]);
      expect(bert.heard).toEqual(ada.heard);
      for (const name of ['ada', 'bert'])
        expect(ada.heard.filter((text) => text.startsWith(name))).toEqual([`${name} 1`, `${name} 2`]);
    },
    { real: (channel) => channel, sabotaged: exchanged },
  );
});
