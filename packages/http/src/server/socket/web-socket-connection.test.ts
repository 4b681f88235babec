import { expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import { Counting } from '../options/counters.ts';
import { settingsOf } from '../options/http-options.ts';
import { WebSocketConnection } from './web-socket-connection.ts';
import type { LinkEvents, WebSocketLink } from './web-socket-link.ts';

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { _meta: { 'acp-stack.dev/resume': {} } } };
const note = JSON.stringify({ jsonrpc: '2.0', method: 'note' });

function setUp(): { sent: string[]; events: () => LinkEvents; link: { unsentBytes: number } } {
  const connection = new WebSocketConnection({
    id: 'one',
    principal: '',
    settings: settingsOf({ clock: new VirtualClock() }),
    counting: new Counting(),
    onResumable: () => undefined,
    onClosed: () => undefined,
  });
  const sent: string[] = [];
  let events: LinkEvents | undefined;
  const link = {
    unsentBytes: 0,
    isOver: false,
    send: (text: string) => void sent.push(text),
    listen: (listeners: LinkEvents) => {
      events = listeners;
    },
  };
  connection.begin(link as unknown as WebSocketLink, initialize, JSON.stringify(initialize));
  connection.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
  connection.send({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } });
  sent.splice(0);
  return { sent, events: () => events as LinkEvents, link };
}

const acknowledgement = (count: number): object => ({ method: '_acp-stack.dev/received', params: { count } });

test('a client that sends and reads nothing gets one acknowledgement for everything, when it reads again', () => {
  const { sent, events, link } = setUp();
  for (let n = 0; n < 100; n += 1) events().onText(note);
  expect(sent.splice(0).map((text) => JSON.parse(text) as object)).toEqual([
    { jsonrpc: '2.0', ...acknowledgement(100) },
  ]);
  link.unsentBytes = 2_000_000;
  for (let n = 0; n < 50_000; n += 1) events().onText(note);
  expect(sent).toEqual([]);
  link.unsentBytes = 0;
  events().onDrain();
  events().onDrain();
  expect(sent.map((text) => JSON.parse(text) as object)).toEqual([{ jsonrpc: '2.0', ...acknowledgement(50_100) }]);
});
