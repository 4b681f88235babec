import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { unparsedMessageOf } from '../framing/read-unparsed.ts';
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import type { Receiver } from './channel.ts';
import { memoryPair } from './memory-channel.ts';

const text = '{"jsonrpc":"2.0","method":"_a","params":{"n":1.0}}';
const unparsed = unparsedMessageOf(text) as UnparsedMessage;

function receiverInto(log: unknown[], isRelay: boolean): Receiver {
  return {
    receive: (message) => void log.push(message),
    ...(isRelay ? { receiveUnparsed: (message) => void log.push(message) } : {}),
    reject: () => undefined,
    ended: () => undefined,
  };
}

test('messages that are not parsed cross to a relay as they are, in order with the others', async () => {
  const [left, right] = memoryPair();
  const log: unknown[] = [];
  right.open(receiverInto(log, true));
  left.send({ n: 1 });
  left.sendUnparsed?.(unparsed);
  left.send({ n: 2 });
  await settled();
  expect(log).toEqual([{ n: 1 }, unparsed, { n: 2 }]);
});

test('a receiver that is no relay, or not there yet, takes none; one that came between gets them parsed', async () => {
  const [left, right] = memoryPair();
  const log: unknown[] = [];
  expect(left.sendUnparsed).toBeUndefined();
  right.open(receiverInto([], true));
  left.sendUnparsed?.(unparsed);
  right.redirect?.(receiverInto(log, false));
  expect(left.sendUnparsed).toBeUndefined();
  await settled();
  expect(log).toEqual([JSON.parse(text)]);
});
