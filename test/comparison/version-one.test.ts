/** What our SDK does on version 1; `official-sdk.ts` says how the two are compared. */
import * as versionOne from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';

import { agent, client } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { heardByOurs, info, ourAgentOnOne, ourClientOnOne, closeAfterEach, theirs } from './setup.ts';
import { officialSdk } from './official-sdk.ts';

const complaints = closeAfterEach();

describe('an update of a kind that is not known yet', () => {
  const update = { sessionUpdate: 'weather_update', sky: 'grey' };

  test('is kept whole', async () => {
    expect(await heardByOurs(update, ourClientOnOne)).toEqual([update]);
  });

  test(verifies('GEN-19', 'is kept whole on version 2 too'), async () => {
    expect(await heardByOurs(update)).toEqual([update]);
  });

  officialSdk('is dropped, and not even the handler for everything hears of it', async () => {
    const heard: unknown[] = [];
    const app = versionOne
      .client()
      .onNotification('session/update', ({ params }) => void heard.push(params))
      .onNotification('*', ({ params }) => void heard.push(params));
    const { raw } = theirs(app);
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([]);
    expect(complaints()).toHaveBeenCalledWith(
      'Error handling notification',
      expect.objectContaining({ code: -32_602 }),
    );
  });
});

describe('fields that are not known yet', () => {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello', later: 1 }, later: 2 };

  test('are kept', async () => {
    const heard: unknown[] = [];
    const { connection, raw } = await ourClientOnOne(client(info).onUpdate((each) => void heard.push(each)));
    await connection.newSession({ cwd: '/' });
    raw.update('s', update);
    await settled();
    expect(heard).toMatchObject([update]);
  });

  officialSdk('are dropped', async () => {
    const heard: unknown[] = [];
    const app = versionOne.client().onNotification('session/update', ({ params }) => void heard.push(params.update));
    const { raw } = theirs(app);
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello' } }]);
  });
});

describe('values of a tool call that version 1 does not have', () => {
  const update = {
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    title: 'Dig',
    kind: 'gardening',
    status: 'blooming',
    content: [{ type: 'hologram' }],
  };

  test('are left out, and the program is told which', async () => {
    const { connection, raw, reports } = await ourClientOnOne(client(info));
    await connection.newSession({ cwd: '/' });
    raw.update('s', update);
    await settled();
    expect(reports.at(-1)).toMatchObject({
      kind: 'repaired-by-bridge',
      method: 'session/update',
      repairs: [
        { action: 'dropped', path: '/update/kind', found: '"gardening"' },
        { action: 'dropped', path: '/update/status', found: '"blooming"' },
        { action: 'skipped', path: '/update/content/0' },
      ],
    });
  });

  officialSdk('are left out without a word', async () => {
    const heard: unknown[] = [];
    const app = versionOne
      .client()
      .onNotification('session/update', ({ params }) => void heard.push(JSON.parse(JSON.stringify(params.update))));
    const { raw } = theirs(app);
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([{ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Dig', content: [] }]);
    expect(complaints()).not.toHaveBeenCalled();
  });
});

describe('a handler that answers nothing', () => {
  const nothing = (): never => undefined as never;

  test('where something is expected is an error of the program, in tests', async () => {
    const { raw, reports } = await ourAgentOnOne(agent(info).on('auth/status', nothing));
    expect(await raw.request('auth/status', {})).toMatchObject({ error: { code: -32_603 } });
    expect(reports).toMatchObject([{ kind: 'handler-failed', method: 'auth/status' }]);
  });

  officialSdk('answers null', async () => {
    const { raw } = theirs(versionOne.agent().onRequest('session/list', nothing));
    expect(await raw.request('session/list', {})).toMatchObject({ result: null });
    expect(complaints()).not.toHaveBeenCalled();
  });
});

describe('an outcome of a permission that there is not', () => {
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
  const question = { sessionId: 's', toolCall: { toolCallId: 't' }, options };

  test('is not sent', async () => {
    const { connection, raw } = await ourClientOnOne(client(info).onPermission(() => 'perhaps'));
    await connection.newSession({ cwd: '/' });
    expect(await raw.request('session/request_permission', question)).toMatchObject({
      result: { outcome: { outcome: 'cancelled' } },
    });
  });

  officialSdk('is sent', async () => {
    const outcome = { outcome: 'perhaps' };
    const app = versionOne.client().onRequest('session/request_permission', () => ({ outcome }) as never);
    const { raw } = theirs(app);
    expect(await raw.request('session/request_permission', question)).toMatchObject({ result: { outcome } });
  });
});
