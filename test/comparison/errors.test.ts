/** How our SDK treats errors and odd responses; `official-sdk.ts` says how the two are compared. */
import * as versionOne from '@agentclientprotocol/sdk';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { agent, client } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import {
  any,
  info,
  ourAgent,
  ourClient,
  ourPeer,
  closeAfterEach,
  theirAgent,
  theirApp,
  theirClient,
  theirs,
} from './setup.ts';
import { officialSdk } from './official-sdk.ts';

const complaints = closeAfterEach();

describe('an error that a handler throws by accident', () => {
  const secret = new Error('cannot read /home/rose/.ssh/id_rsa');
  const throwing = (thrown: unknown): never => {
    throw thrown;
  };

  test(verifies('GEN-24', 'tells the other side nothing, and the program everything'), async () => {
    const app = agent(info).on('_fall', any, () => throwing(secret));
    const { raw, reports } = await ourAgent(app);
    const { error } = await raw.request('_fall');
    expect(error).toEqual({ code: -32_603, message: 'Internal error' });
    expect(reports).toEqual([{ kind: 'handler-failed', method: '_fall', error: secret }]);
  });

  test('reaches the program whatever it is', async () => {
    const { raw, reports } = await ourAgent(agent(info).on('_fall', any, () => throwing('only words')));
    await expect(raw.request('_fall')).resolves.toMatchObject({ error: { message: 'Internal error' } });
    expect(reports).toEqual([{ kind: 'handler-failed', method: '_fall', error: 'only words' }]);
  });

  test('in a notification reaches the program as well', async () => {
    const { connection, raw, reports } = await ourAgent(agent(info));
    connection.raw.onNotification('_note', any, () => throwing(secret));
    raw.notify('_note', {});
    await settled();
    expect(reports).toEqual([{ kind: 'handler-failed', method: '_note', error: secret }]);
  });

  officialSdk('sends its words to the other side', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_fall', any, () => throwing(secret)));
    expect((await raw.request('_fall')).error).toMatchObject({ code: -32_603, data: { details: secret.message } });
  });

  officialSdk('sends words that are JSON as data of their own', async () => {
    const { raw } = await theirAgent(
      theirApp().onRequest('_fall', any, () => throwing(new Error('{"token":"hunter2"}'))),
    );
    expect((await raw.request('_fall')).error).toMatchObject({ data: { token: 'hunter2' } });
  });

  officialSdk('loses it when it is no error but only words', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_fall', any, () => throwing('only words')));
    expect((await raw.request('_fall')).error).toEqual({ code: -32_603, message: 'Internal error', data: {} });
    expect(complaints()).not.toHaveBeenCalled();
  });

  officialSdk('says of a notification only that there was an error', async () => {
    const { raw } = await theirAgent(theirApp().onNotification('_note', any, () => throwing(secret)));
    raw.notify('_note', {});
    await settled();
    expect(complaints().mock.calls).toEqual([
      ['Error handling notification', { method: '_note', code: -32_603, message: 'Internal error' }],
    ]);
  });
});

describe('an invalid message with an id that can be read', () => {
  const message = { jsonrpc: '1.0', id: 7, method: 'session/new', params: { env: { TOKEN: 'hunter2' } } };

  test(verifies('GEN-24', 'is refused with it, and nothing else of it is repeated anywhere'), async () => {
    const { raw, reports } = await ourAgent(agent(info));
    raw.send(message);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({ id: 7, error: { code: -32_600 } });
    expect(reports).toMatchObject([{ kind: 'invalid-message', message: { id: 7, method: 'session/new' } }]);
    expect(JSON.stringify([raw.received, reports])).not.toContain('hunter2');
  });

  officialSdk('is refused with the id null and repeated whole', async () => {
    const { raw } = await theirAgent(theirApp());
    raw.send(message);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({
      id: null,
      error: { code: -32_600, data: { params: { env: { TOKEN: 'hunter2' } } } },
    });
  });
});

describe('a value that is no message', () => {
  test('is refused, and not repeated', async () => {
    const { raw } = ourPeer({ handlers: () => undefined });
    raw.sendText('"hunter2"');
    await settled();
    expect(raw.answers).toMatchObject([{ id: null, error: { code: -32_600 } }]);
    expect(JSON.stringify(raw.received)).not.toContain('hunter2');
  });

  officialSdk('is repeated', async () => {
    const { raw } = await theirClient(official.client());
    raw.sendText('"hunter2"');
    await settled();
    expect(raw.answers).toMatchObject([{ id: null, error: { code: -32_600, data: 'hunter2' } }]);
  });
});

describe('a line on the output of an agent that is no message', () => {
  const line = 'Debugger attached.';

  test('is told to the program; how `spawnAgent` shows it is tested beside it', async () => {
    const { raw, reports } = await ourClient(client(info));
    raw.sendText(line);
    await settled();
    expect(reports).toMatchObject([{ kind: 'invalid-message' }]);
  });

  officialSdk('is answered, and no program hears of it', async () => {
    const heard: unknown[] = [];
    const app = official.client().onNotification('*', (context) => void heard.push(context));
    const { raw } = await theirClient(app);
    raw.sendText(line);
    await settled();
    expect(raw.received.at(-1)).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(heard).toEqual([]);
  });
});

describe('the words of an error', () => {
  const wrong = {
    sessionId: 's',
    update: { sessionUpdate: 'tool_call_update', toolCallId: 5, content: [{ type: 'content' }] },
  };

  test('name the place and are short', async () => {
    const { connection, raw, reports } = await ourClient(client(info));
    await connection.newSession({ cwd: '/' });
    const answer = await raw.request('session/request_permission', {
      sessionId: 's',
      title: 'Dig?',
      options: [{ optionId: 5 }],
    });
    expect(answer.error?.message).toContain('/options/0/optionId');
    expect(JSON.stringify(answer).length).toBeLessThan(1000);
    const subject = { type: 'tool_call', toolCall: { toolCallId: 5 } };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    const nested = await raw.request('session/request_permission', { sessionId: 's', title: 'Dig?', options, subject });
    expect(nested.error?.message).toContain('/subject/toolCall/toolCallId');
    raw.notify('session/update', wrong);
    await settled();
    expect(String((reports[0] as { error?: Error }).error?.message)).toContain('/update/toolCallId');
  });

  officialSdk('put quotes around the wrong ones', async () => {
    const { raw } = await theirAgent(theirApp());
    expect((await raw.request('_nothing')).error?.message).toBe('"Method not found": _nothing');
  });

  officialSdk('name the kind of a value and not the field that is wrong', async () => {
    const app = official
      .client()
      .onRequest('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }));
    const { raw } = await theirClient(app);
    const { error } = await raw.request('session/request_permission', {
      sessionId: 's',
      title: 'Dig?',
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      subject: { type: 'tool_call', toolCall: { toolCallId: 5 } },
    });
    expect(error).toMatchObject({ code: -32_602 });
    expect(JSON.stringify(error)).not.toContain('toolCallId');
  });
});

describe('the words about values of the wrong form', () => {
  const prompt = Array.from({ length: 20 }, () => ({ type: 'text' }));
  const lengthOf = ({ error }: { error?: unknown }): number => JSON.stringify(error).length;

  test('are few', async () => {
    const { raw } = await ourAgent(agent(info).onPrompt(() => undefined));
    const { result } = await raw.request('session/new', { cwd: '/' });
    const answer = await raw.request('session/prompt', { sessionId: result?.['sessionId'], prompt });
    expect(answer.error).toMatchObject({ code: -32_602, message: expect.stringContaining('/prompt/0/text') as string });
    expect(lengthOf(answer)).toBeLessThan(2500);
  });

  officialSdk('on version 1 are many thousands', async () => {
    const { raw } = theirs(versionOne.agent().onRequest('session/prompt', () => ({ stopReason: 'end_turn' })));
    expect(lengthOf(await raw.request('session/prompt', { sessionId: 's', prompt }))).toBeGreaterThan(10_000);
  });
});
