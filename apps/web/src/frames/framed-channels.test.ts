import { memoryPair, type Channel } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { ChannelOpener, serveFrames, type FramePort } from './framed-channels.ts';

/** Two ends of the messages of a webview, which copies what it passes on. */
function ports(): [page: FramePort, host: FramePort] {
  const listeners = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const;
  const port = (own: 0 | 1): FramePort => ({
    post: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        for (const listener of listeners[own === 0 ? 1 : 0]) listener(copy);
      });
    },
    listen: (listener) => {
      listeners[own].add(listener);
      return () => {
        listeners[own].delete(listener);
      };
    },
  });
  return [port(0), port(1)];
}

/** Records what a channel delivers, and its end. */
function follow(channel: Channel): { readonly messages: unknown[]; readonly ended: Promise<Error | undefined> } {
  const messages: unknown[] = [];
  const ended = new Promise<Error | undefined>((resolve) => {
    channel.open({ receive: (message) => void messages.push(message), reject: () => undefined, ended: resolve });
  });
  return { messages, ended };
}

test('a client in the page talks to an agent around it, several at once by their paths', async () => {
  const [page, host] = ports();
  using _served = serveFrames(host, (channel, path) => {
    void agent({ name: path, version: '1.0.0' })
      .onPrompt(() => undefined)
      .serve(channel);
  });
  const opener = new ChannelOpener(page);
  const names = await Promise.all(
    ['/acp', '/nes'].map(async (path) => {
      await using connection = await client({ name: 'page', version: '1.0.0' }).connect(opener.open(path));
      return connection.agentInfo.name;
    }),
  );
  expect(names).toEqual(['/acp', '/nes']);
});

test('the end of either side reaches the other, with its reason', async () => {
  const [page, host] = ports();
  const served: Channel[] = [];
  using _served = serveFrames(host, (channel) => void served.push(channel));
  const opener = new ChannelOpener(page);
  const [first, second] = [follow(opener.open('/a')), follow(opener.open('/b'))];
  await expect.poll(() => served.length).toBe(2);
  const inner = served.map(follow);
  served[0]?.send({ method: 'hello' });
  await served[0]?.end();
  served[1]?.destroy(new Error('The agent has gone.'));
  expect(await first.ended).toBeUndefined();
  expect(first.messages).toEqual([{ method: 'hello' }]);
  expect((await second.ended)?.message).toBe('The agent has gone.');
  expect(inner[0]?.messages).toEqual([]);
});

test('a path without an endpoint ends the channel with the sentence that says so', async () => {
  const [page, host] = ports();
  using _served = serveFrames(host, (_, path) => {
    throw new Error(`There is nothing at ${path}.`);
  });
  expect((await follow(new ChannelOpener(page).open('/x')).ended)?.message).toBe('There is nothing at /x.');
});

test('messages that are no frames, and frames of unknown channels, change nothing', async () => {
  const [page, host] = ports();
  const served: string[] = [];
  using _served = serveFrames(host, (_channel, path) => void served.push(path));
  for (const message of [
    undefined,
    null,
    'text',
    { acpChannel: 'x', kind: 'open', path: '/a' },
    { acpChannel: 1, kind: 'open' },
    { acpChannel: 7, kind: 'message', message: {} },
    { acpChannel: 7, kind: 'end' },
  ])
    page.post(message);
  page.post({ acpChannel: 1, kind: 'open', path: '/last' });
  await expect.poll(() => served).toEqual(['/last']);
});

test('a page that opens connections without end is refused, and the earlier ones go on', async () => {
  const [page, host] = ports();
  let count = 0;
  using _served = serveFrames(host, () => void (count += 1));
  const opener = new ChannelOpener(page);
  const channels = Array.from({ length: 65 }, () => follow(opener.open('/acp')));
  expect((await channels.at(-1)?.ended)?.message).toMatch(/^Too many connections/u);
  expect(count).toBe(64);
});

test('nothing is served after the page is gone', async () => {
  const [page, host] = ports();
  const served: Channel[] = [];
  const serving = serveFrames(host, (channel) => void served.push(channel));
  const opened = follow(new ChannelOpener(page).open('/acp'));
  await expect.poll(() => served.length).toBe(1);
  const inner = follow(served[0] ?? memoryPair()[0]);
  serving[Symbol.dispose]();
  await inner.ended;
  expect(opened.messages).toEqual([]);
});
