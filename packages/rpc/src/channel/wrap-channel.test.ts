import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { unparsedMessageOf } from '../framing/read-unparsed.ts';
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import type { Channel, Receiver } from './channel.ts';
import { memoryPair } from './memory-channel.ts';
import { wrapChannel } from './wrap-channel.ts';

function receiverInto(events: unknown[]): Receiver {
  return {
    receive: (message) => void events.push(message),
    reject: ({ message }) => void events.push(message),
    ended: (error) => void events.push(error?.message ?? 'end'),
  };
}

/** A channel that keeps the receiver it was opened with, and where its messages were redirected to. */
function redirectable(): { channel: Channel; opened: () => Receiver; messages: () => unknown } {
  const [channel] = memoryPair();
  let receiver: Receiver | undefined;
  let messages: unknown;
  const kept: Channel = {
    open: (given) => void (receiver = given),
    redirect: (given) => void (messages = given),
    send: (message, text) => channel.send(message, text),
    drained: () => channel.drained(),
    unsentBytes: 0,
    pause: () => undefined,
    resume: () => undefined,
    end: () => channel.end(),
    destroy: () => undefined,
  };
  return { channel: kept, opened: () => receiver as Receiver, messages: () => messages };
}

describe('a wrapped channel', () => {
  test('passes everything that no hook changes', async () => {
    const [left, right] = memoryPair();
    const events: unknown[] = [];
    const received: unknown[] = [];
    const wrapped = wrapChannel(left, {});
    wrapped.open(receiverInto(events));
    right.open(receiverInto(received));
    wrapped.send('out');
    right.send('in');
    await settled();
    wrapped.pause();
    right.send('paused');
    await settled();
    expect(events).toEqual(['in']);
    wrapped.resume();
    await wrapped.end();
    right.destroy(new Error('gone'));
    await settled();
    expect(received).toEqual(['out', 'end']);
    expect(events).toEqual(['in', 'paused', 'gone']);
  });

  test('leaves the way of messages when it has no hook for them', () => {
    const { channel, opened, messages } = redirectable();
    const events: unknown[] = [];
    const receiver = receiverInto(events);
    wrapChannel(channel, {
      reject: (problem, to) => {
        to.reject({ ...problem, message: 'shown' });
      },
    }).open(receiver);
    expect(messages()).toBe(receiver);
    opened().reject({ kind: 'unparsable', message: 'hidden' });
    expect(events).toEqual(['shown']);
  });

  test('keeps its hook when it is redirected, and tells the end to the receiver that opened it', () => {
    const { channel, opened, messages } = redirectable();
    const first: unknown[] = [];
    const second: unknown[] = [];
    const wrapped = wrapChannel(channel, {
      receive: (message, text, receiver) => {
        receiver.receive(`${String(message)}!`, text);
      },
    });
    wrapped.open(receiverInto(first));
    opened().receive('one');
    wrapped.redirect?.(receiverInto(second));
    opened().receive('two');
    opened().ended();
    expect(messages()).toBeUndefined();
    expect(first).toEqual(['one!', 'end']);
    expect(second).toEqual(['two!']);
  });

  test('takes messages that are not parsed if the channel inside does, and no hook has to see them', () => {
    const { channel } = redirectable();
    const sent: string[] = [];
    const texts: Channel = { ...channel, sendUnparsed: ({ text }) => sent.push(text) > 0 };
    expect(wrapChannel(channel, {}).sendUnparsed).toBeUndefined();
    expect(wrapChannel(texts, { send: () => true }).sendUnparsed).toBeUndefined();
    const text = '{"jsonrpc":"2.0","method":"_a","params":{}}';
    wrapChannel(texts, {}).sendUnparsed?.(unparsedMessageOf(text) as UnparsedMessage);
    expect(sent).toEqual([text]);
  });
});
