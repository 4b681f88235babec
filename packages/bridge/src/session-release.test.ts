/** What is remembered of sessions is released when they are closed, also when the other side never answers. */
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { defaultBridgeLimits } from './options/limits.ts';
import type { Role } from './protocol/role.ts';
import { Translator, type Held, type TranslatorOptions } from './translate/translator.ts';
import { v1AgentRules } from './rules-for-v1-agent/rules.ts';
import { v1ClientRules } from './rules-for-v1-client/rules.ts';

interface Sent {
  readonly role: Role;
  readonly message: { readonly id?: string; readonly method?: string; readonly result?: unknown };
}

interface Bridged {
  readonly receive: (role: Role, message: unknown) => void;
  readonly held: Held;
}

const count = 1000;
const nothing: Held = { unanswered: 0, awaited: 0, sessions: 0 };

/** A bridge without channels, and what it has sent. */
function bridged(client: 1 | 2): { readonly translator: Bridged; readonly sent: Sent[]; readonly clock: VirtualClock } {
  const sent: Sent[] = [];
  const clock = new VirtualClock();
  let ids = 0;
  const options: Omit<TranslatorOptions, 'versions'> = {
    send: (role, message) => void sent.push({ role, message: message as Sent['message'] }),
    isStrict: false,
    report: () => undefined,
    limits: { ...defaultBridgeLimits, sessions: 2 * count },
    clock,
    mintId: () => {
      ids += 1;
      return `id-${ids}`;
    },
  };
  const translator =
    client === 1
      ? new Translator({ ...options, versions: { client: 1, agent: 2 } }, (context) =>
          v1ClientRules(context, { extras: true }),
        )
      : new Translator({ ...options, versions: { client: 2, agent: 1 } }, (context) =>
          v1AgentRules(context, { extras: true, terminals: undefined }),
        );
  return { translator, sent, clock };
}

const request = (id: string, method: string, params: object): object => ({ jsonrpc: '2.0', id, method, params });
const answer = (id: string, result: object): object => ({ jsonrpc: '2.0', id, result });
const prompt = [{ type: 'text', text: 'hello' }];
const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
const sessionIds = Array.from({ length: count }, (_, index) => `s${index}`);

describe('a client of version 1', () => {
  test.each(['session/close', 'session/delete'])('%s leaves nothing of a thousand sessions', (method) => {
    const { translator } = bridged(1);
    for (const sessionId of sessionIds) {
      translator.receive('client', request(`new ${sessionId}`, 'session/new', { cwd: '/', mcpServers: [] }));
      translator.receive('agent', answer(`new ${sessionId}`, { sessionId }));
      // Neither the prompt nor the question is ever answered.
      translator.receive('client', request(`prompt ${sessionId}`, 'session/prompt', { sessionId, prompt }));
      const question = { sessionId, title: 'May I?', options };
      translator.receive('agent', request(`ask ${sessionId}`, 'session/request_permission', question));
      const content = { type: 'content', content: prompt[0] };
      const update = { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content };
      translator.receive('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
    }
    expect(translator.held).toEqual({ unanswered: 2 * count, awaited: 2 * count, sessions: count });
    for (const sessionId of sessionIds) {
      translator.receive('client', request(`close ${sessionId}`, method, { sessionId }));
      translator.receive('agent', answer(`close ${sessionId}`, {}));
    }
    expect(translator.held).toEqual(nothing);
  });

  test('an answer to what was given up is dropped, and its id is not used again for another request', () => {
    const { translator, sent } = bridged(1);
    translator.receive('client', request('new', 'session/new', { cwd: '/', mcpServers: [] }));
    translator.receive('agent', answer('new', { sessionId: 's' }));
    translator.receive('client', request('p', 'session/prompt', { sessionId: 's', prompt }));
    translator.receive('client', request('close', 'session/close', { sessionId: 's' }));
    translator.receive('agent', answer('close', {}));
    sent.length = 0;
    translator.receive('client', request('p', 'session/list', {}));
    translator.receive('agent', answer('p', { messageId: 'late' }));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.message.id).not.toBe('p');
    translator.receive('agent', answer(sent[0]?.message.id ?? '', { sessions: [] }));
    expect(sent[1]?.message).toMatchObject({ id: 'p', result: { sessions: [] } });
    expect(translator.held).toEqual(nothing);
  });
});

describe('an agent of version 1', () => {
  const able = { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} } };

  test.each([
    ['session/close', able, count],
    ['session/delete', able, count],
    // Each of these has a clock of its own to wait for.
    ['session/close', {}, count / 10],
  ])('%s leaves nothing of many sessions', async (method, agentCapabilities, many) => {
    const { translator, clock } = bridged(2);
    const info = { name: 'c', version: '1' };
    translator.receive('client', request('hello', 'initialize', { protocolVersion: 2, info, capabilities: {} }));
    translator.receive('agent', answer('hello', { protocolVersion: 1, agentCapabilities }));
    for (const sessionId of sessionIds.slice(0, many)) {
      translator.receive('client', request(`new ${sessionId}`, 'session/new', { cwd: '/' }));
      translator.receive('agent', answer(`new ${sessionId}`, { sessionId }));
      translator.receive('client', request(`prompt ${sessionId}`, 'session/prompt', { sessionId, prompt }));
      const question = { sessionId, toolCall: { toolCallId: 't' }, options };
      translator.receive('agent', request(`ask ${sessionId}`, 'session/request_permission', question));
      // A second prompt waits for the first.
      translator.receive('client', request(`second ${sessionId}`, 'session/prompt', { sessionId, prompt }));
    }
    expect(translator.held.sessions).toBe(many);
    for (const sessionId of sessionIds.slice(0, many)) {
      translator.receive('client', request(`close ${sessionId}`, method, { sessionId }));
      if (agentCapabilities === able) translator.receive('agent', answer(`close ${sessionId}`, {}));
    }
    // An agent that cannot close has some time for its last words.
    await clock.advance(5000);
    expect(translator.held).toEqual(nothing);
    expect(clock.pending).toBe(0);
  });
});
