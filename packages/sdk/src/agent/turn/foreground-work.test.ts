/** What an agent reports besides messages: tool calls, terminals, compactions, plans and background work. */
import { describe, expect, test } from 'vitest';

import type { AvailableCommand } from '@acp-stack/schema/v2/unstable';
import { settled, VirtualClock } from '@acp-stack/testing';

import { agent, type Agent, type AgentOptions } from '../agent.ts';
import { info, initialize, open, wire, type Update } from '../raw-client.test-support.ts';
import type { AgentSession, PromptHandler } from '../session/agent-session.ts';
import type { Turn } from '../session/agent-session.ts';
import type { Compaction } from './compaction.ts';

const prompt = [{ type: 'text', text: 'work' }];

/** All updates of one turn, without the echo and the states around it. */
async function said(handler: PromptHandler, options?: AgentOptions): Promise<Update[]> {
  const { call, updates, sessionId, reports } = await open(agent(info, options).onPrompt(handler));
  await call('session/prompt', { sessionId, prompt });
  await settled();
  expect(reports).toEqual([]);
  return updates().filter(({ sessionUpdate }) => !['user_message', 'state_update'].includes(sessionUpdate));
}

const untilAborted = ({ signal }: Turn): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });

describe('messages and thoughts', () => {
  test('are streamed, replaced as a whole, and begun anew [LIFE-17, LIFE-18]', async () => {
    const updates = await said(async (turn) => {
      await turn.thought.append('Hm.');
      await turn.message.append('Ros');
      await turn.message.append({ type: 'text', text: 'es' });
      await turn.message.replace('Tulips');
      await turn.message.replace([]);
      await turn.newMessage().append('Bye.');
      await turn.newThought().replace('Done.');
    });
    expect(updates.map((update) => update.sessionUpdate)).toEqual([
      'agent_thought_chunk',
      'agent_message_chunk',
      'agent_message_chunk',
      'agent_message',
      'agent_message',
      'agent_message_chunk',
      'agent_thought',
    ]);
    const ids = updates.map((update) => update['messageId']);
    expect(new Set(ids).size).toBe(4);
    expect(new Set(ids.slice(1, 5)).size).toBe(1);
    expect(updates[4]).toMatchObject({ content: [] });
  });
});

describe('a compaction', () => {
  const fields = (updates: readonly Update[]): unknown[] =>
    updates.map(({ sessionUpdate, status, summary, content, error }) =>
      JSON.parse(JSON.stringify({ sessionUpdate, status, summary, content, error })),
    );
  const text = (words: string): object => ({ type: 'text', text: words });

  test('is announced, summed up piece by piece, and ended once [COMP-02, COMP-03]', async () => {
    const updates = await said(async (turn) => {
      const compaction = turn.compaction();
      await compaction.append('So far: ');
      await compaction.append({ type: 'text', text: 'roses' });
      await compaction.complete();
      expect(compaction.isFinal).toBe(true);
      await expect(compaction.append('more')).rejects.toThrow('has ended');
      await expect(compaction.fail('late')).rejects.toThrow('has ended');
    });
    expect(fields(updates)).toEqual([
      { sessionUpdate: 'compaction_update', status: 'in_progress' },
      { sessionUpdate: 'compaction_summary_chunk', content: text('So far: ') },
      { sessionUpdate: 'compaction_summary_chunk', content: text('roses') },
      { sessionUpdate: 'compaction_update', status: 'completed' },
    ]);
    expect(new Set(updates.map((update) => update['compactionId'])).size).toBe(1);
  });

  test('has a summary only when it is complete, and an error only when it failed [COMP-03]', async () => {
    const updates = await said(async (turn) => {
      await turn.compaction().complete('roses');
      await turn.compaction().complete([{ type: 'text', text: 'tulips' }]);
      await turn.compaction().fail('The model is gone.');
      await turn.compaction().fail();
      await turn.compaction().cancel();
    });
    const ends = updates.filter((update) => update['status'] !== 'in_progress');
    expect(fields(ends)).toEqual([
      { sessionUpdate: 'compaction_update', status: 'completed', summary: [text('roses')] },
      { sessionUpdate: 'compaction_update', status: 'completed', summary: [text('tulips')] },
      { sessionUpdate: 'compaction_update', status: 'failed', error: 'The model is gone.' },
      { sessionUpdate: 'compaction_update', status: 'failed' },
      { sessionUpdate: 'compaction_update', status: 'cancelled' },
    ]);
  });

  test('that a turn leaves behind is cancelled with it, one of the session goes on [COMP-02]', async () => {
    let own: Compaction | undefined;
    const updates = await said((turn) => {
      turn.compaction();
      own = turn.session.compaction();
    });
    expect(updates.map((update) => update['status'])).toEqual(['in_progress', 'in_progress', 'cancelled']);
    await expect(own?.complete()).resolves.toBeUndefined();
  });
});

describe('a terminal', () => {
  test('shows bytes as they come, or all of them anew, until it has exited [TOOL-16, TOOL-17]', async () => {
    const updates = await said(async (turn) => {
      const terminal = turn.terminal({ command: 'make', cwd: '/garden', size: { cols: 80, rows: 24 } });
      await terminal.write('a');
      await terminal.replace('b');
      await terminal.resize({ cols: 40, rows: 12 });
      await terminal.exit({});
    });
    expect(updates).toMatchObject([
      { sessionUpdate: 'terminal_update', command: 'make', cwd: '/garden' },
      { sessionUpdate: 'terminal_output_chunk', data: btoa('a') },
      { sessionUpdate: 'terminal_update', output: { data: btoa('b') } },
      { sessionUpdate: 'terminal_update', size: { cols: 40, rows: 12 } },
      { sessionUpdate: 'terminal_update', exitStatus: {} },
    ]);
  });
});

describe('plans, usage, notices, commands and subagents', () => {
  test('are told as they are', async () => {
    const entry = { content: 'Dig', priority: 'high', status: 'pending' } as const;
    const updates = await said(async (turn) => {
      await turn.plan([entry], 'garden');
      await turn.plan([], 'shed');
      await turn.removePlan('shed');
      await turn.session.usage({ used: 1, size: 10, cost: { amount: 0.5, currency: 'EUR' } });
      await turn.session.notice('warning', 'Rain', 'It may rain.');
      turn.session.setCommands([{ type: 'command', name: 'dig', description: 'Digs.' }]);
      await turn.session.setTitle('Roses');
      await turn.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Gardener', cwd: '/garden' });
    });
    expect(updates).toMatchObject([
      { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'garden', entries: [entry] } },
      { sessionUpdate: 'plan_update', plan: { planId: 'shed', entries: [] } },
      { sessionUpdate: 'plan_removed', planId: 'shed' },
      { sessionUpdate: 'usage_update', used: 1, size: 10, cost: { amount: 0.5, currency: 'EUR' } },
      { sessionUpdate: 'notice', severity: 'warning', title: 'Rain', description: 'It may rain.' },
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'dig' }] },
      { sessionUpdate: 'session_info_update', title: 'Roses' },
      { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Gardener' },
    ]);
  });
});

describe('a relative path', () => {
  test('is refused where it is written, and nothing is sent [GEN-04, TOOL-23, PERM-09]', async () => {
    const errors: unknown[] = [];
    const { call, updates, sessionId, reports } = await open(
      agent(info).onPrompt(async (turn) => {
        const attempts = [
          () => turn.toolCall({ title: 'Read', locations: [{ path: 'a' }] }),
          () => turn.terminal({ cwd: 'garden' }),
          () => turn.toolCall({ title: 'Read' }).at({ path: 'a' }),
          () => turn.askPermission({ title: 'Run?', subject: { command: 'make', cwd: 'garden' } }),
        ];
        for (const attempt of attempts) {
          try {
            await attempt();
          } catch (error) {
            errors.push(error);
          }
        }
      }),
    );
    await call('session/prompt', { sessionId, prompt });
    await settled();
    expect(errors.map((error) => error instanceof TypeError)).toEqual([true, true, true, true]);
    expect(updates().filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update')).toHaveLength(1);
    expect(reports).toEqual([{ kind: 'handler-failed', method: 'session/prompt', error: errors[2] }]);
  });
});

/** An agent that gives its session to the test. */
function withSession(handler: PromptHandler, options?: AgentOptions): { app: Agent; session: () => AgentSession } {
  let opened: AgentSession | undefined;
  const app = agent(info, options)
    .onSession((session) => {
      opened = session;
    })
    .onPrompt(handler);
  return {
    app,
    session: () => {
      if (opened === undefined) throw new Error('no session was opened');
      return opened;
    },
  };
}

describe('work that no prompt asked for', () => {
  const states = (updates: readonly Update[]): unknown[] =>
    updates.map(({ state, sessionUpdate }) => state ?? sessionUpdate);

  test('is reported like any other, and holds prompts back [LIFE-12, LIFE-16]', async () => {
    const { app, session } = withSession((turn) => void turn.message.append('answer'));
    const { call, updates, sessionId, sent } = await open(app);
    let finish = (): void => undefined;
    const worked = session().work(async (turn) => {
      expect([turn.messageId, turn.text]).toEqual([undefined, '']);
      await turn.message.append('By the way');
      await new Promise<void>((resolve) => (finish = resolve));
    });
    const asked = call('session/prompt', { sessionId, prompt });
    await settled();
    expect(sent.filter(({ id }) => id !== undefined)).toEqual([]);
    finish();
    await worked;
    await asked;
    await settled();
    expect(states(updates())).toEqual([
      'running',
      'agent_message_chunk',
      'idle',
      'user_message',
      'running',
      'agent_message_chunk',
      'idle',
    ]);
  });

  test('is cancelled like any other, and never begins once the session is closed', async () => {
    const { app, session } = withSession(() => undefined);
    const { call, tell, updates, sessionId } = await open(app);
    const worked = session().work(untilAborted);
    const waiting = session().work(() => undefined);
    tell('session/cancel', { sessionId });
    await worked;
    await expect(waiting).rejects.toMatchObject({ code: -32_800 });
    expect(updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
    await call('session/close', { sessionId });
    await expect(session().work(() => undefined)).rejects.toMatchObject({ code: -32_800 });
  });
});

describe('work in the background', () => {
  test('is in every state once it was reported, and changes none [LIFE-08, LIFE-19]', async () => {
    const { app, session } = withSession(() => undefined);
    const { call, updates, sessionId } = await open(app);
    await call('session/prompt', { sessionId, prompt });
    await settled();
    const compost = session().toolCall({ title: 'Compost' });
    const background = [{ type: 'tool_call', toolCallId: compost.toolCallId }] as const;
    await session().setBackground(background);
    await call('session/prompt', { sessionId, prompt });
    await settled();
    await compost.complete();
    await session().setBackground([]);
    await call('session/resume', { sessionId, cwd: '/garden' });
    const states = updates().filter(({ sessionUpdate }) => sessionUpdate === 'state_update');
    expect(states.map(({ state, background: listed }) => [state, listed])).toEqual([
      ['running', undefined],
      ['idle', undefined],
      ['idle', background],
      ['running', background],
      ['idle', background],
      ['idle', []],
      ['idle', []],
    ]);
  });

  test('that a turn has left open ends when the session is closed, and no mistake is reported [CLOSE-04]', async () => {
    const app = agent(info).onPrompt((turn) => void turn.toolCall({ title: 'Dig', toolCallId: 'dig' }));
    const { call, sessionId, updates, reports } = await open(app);
    await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    await settled();
    expect(updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    await call('session/close', { sessionId });
    expect(updates().at(-1)).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'dig',
      status: 'cancelled',
    });
    expect(reports).toEqual([]);
  });

  test('goes on when the turn is cancelled, and ends when the session is closed [CANCEL-10, CLOSE-04]', async () => {
    const asked: string[] = [];
    const { app } = withSession(async (turn) => {
      turn.toolCall({ toolCallId: 'front', title: 'Dig' });
      turn.session.toolCall({ toolCallId: 'back', title: 'Compost', onCancel: () => asked.push('back') });
      turn.session.terminal({ command: 'sleep', onCancel: () => asked.push('terminal') });
      await untilAborted(turn);
    });
    const { call, tell, updates, sessionId, sent } = await open(app);
    await call('session/prompt', { sessionId, prompt });
    tell('session/cancel', { sessionId });
    await settled();
    const cancelled = (): unknown[] =>
      updates().flatMap(({ status, toolCallId }) => (status === 'cancelled' ? [toolCallId] : []));
    expect([cancelled(), asked]).toEqual([['front'], []]);
    await call('session/close', { sessionId });
    expect([cancelled(), asked]).toEqual([
      ['front', 'back'],
      ['back', 'terminal'],
    ]);
    expect(sent.at(-1)).toMatchObject({ result: {} });
  });
});

describe('closing the connection', () => {
  const busy = (): Agent => agent(info).onPrompt(untilAborted);

  test('ends work as cancelled, and answers what is held with -32800 [CANCEL-15]', async () => {
    const { connection, call, raw, sent, updates, sessionId } = await open(busy());
    await call('session/prompt', { sessionId, prompt });
    const held = call('session/prompt', { sessionId, prompt });
    await settled();
    const closing = connection.close();
    expect((await held).error?.code).toBe(-32_800);
    await settled();
    expect(updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
    expect(sent.filter(({ id }) => id !== undefined)).toHaveLength(2);
    await raw.end();
    await closing;
  });

  test('does not wait for ever for a handler that does not stop', async () => {
    const clock = new VirtualClock();
    const { connection, call, sessionId } = await open(
      agent(info).onPrompt(() => new Promise(() => undefined)),
      { clock },
    );
    await call('session/prompt', { sessionId, prompt });
    let isClosed = false;
    void connection.close({ grace: 100 }).then(() => (isClosed = true));
    await clock.advance(99);
    expect(isClosed).toBe(false);
    await clock.advance(1);
    expect(isClosed).toBe(true);
  });
});

describe('instructions of the client', () => {
  const setup = { cwd: '/garden' };
  const content = [{ type: 'text', text: 'Be brief.' }];

  async function opened(options: AgentOptions): Promise<{
    call: (method: string, params?: unknown) => Promise<{ error?: { readonly code: number } | undefined }>;
    seen: unknown[];
  }> {
    const seen: unknown[] = [];
    const { call } = wire(
      agent(info, options)
        .onSession(({ systemPrompt }) => void seen.push(systemPrompt))
        .onPrompt(() => undefined),
    );
    await call('initialize', initialize);
    return { call, seen };
  }

  test('reach the session in the modes that the agent offers [SETUP-25]', async () => {
    const { call, seen } = await opened({ systemPrompt: 'override' });
    await call('session/new', setup);
    for (const mode of ['append', 'override']) {
      await call('session/new', { ...setup, systemPrompt: { mode, content } });
    }
    expect(seen).toEqual([undefined, { mode: 'append', content }, { mode: 'override', content }]);
  });

  test('in another mode, or with content that is not taken, create no session [SETUP-25]', async () => {
    const { call, seen } = await opened({ systemPrompt: 'append' });
    const image = [{ type: 'image', data: '', mimeType: 'image/png' }];
    for (const systemPrompt of [
      { mode: 'override', content },
      { mode: '_whisper', content },
      { mode: 'append', content: image },
    ]) {
      expect((await call('session/new', { ...setup, systemPrompt })).error?.code).toBe(-32_602);
    }
    expect(seen).toEqual([]);
  });
});

describe('injected messages', () => {
  const inject = { modes: ['queue'], pending: { replace: true } } as const;

  test('are advertised when they are answered [INJ-01, INJ-09]', async () => {
    const app = agent(info, { inject })
      .onPrompt(() => undefined)
      .on('session/inject', () => ({ messageId: 'm' }))
      .on('session/revoke_inject', () => ({}))
      .on('session/replace_inject', ({ messageId }) => ({ messageId }));
    const { call } = wire(app);
    expect((await call('initialize', initialize)).result).toMatchObject({ capabilities: { session: { inject } } });
  });

  test('are not promised by an agent that does not answer all of it [INJ-09]', () => {
    const app = agent(info, { inject })
      .onPrompt(() => undefined)
      .on('session/inject', () => ({ messageId: 'm' }));
    expect(() => wire(app)).toThrow('without a handler: session/revoke_inject');
    app.on('session/revoke_inject', () => ({}));
    expect(() => wire(app)).toThrow('without a handler: session/replace_inject');
  });
});

describe('what a program gets wrong', () => {
  const command = (name: string): AvailableCommand => ({ type: 'command', name, description: 'Digs.' });

  test('throws at once: commands with unusable names, and ids that are taken [CMD-03, TOOL-02]', async () => {
    const { app, session } = withSession(() => undefined);
    const { updates } = await open(app);
    for (const names of [['/dig'], ['dig deep'], [''], ['dig', 'dig']]) {
      expect(() => {
        session().setCommands(names.map(command));
      }).toThrow(TypeError);
    }
    session().toolCall({ toolCallId: 'c1', title: 'One' });
    expect(() => session().toolCall({ toolCallId: 'c1', title: 'Two' })).toThrow('already has the id');
    await settled();
    expect(updates()).toMatchObject([{ toolCallId: 'c1', title: 'One' }]);
  });
});

describe('a client that resumes a session', () => {
  test('says anew what belongs to it, also while it is open [DIRS-04, DIRS-05, SETUP-21]', async () => {
    const { app, session } = withSession(() => undefined, { additionalDirectories: true, mcp: ['stdio'] });
    const { call, sessionId } = await open(app);
    const server = { type: 'stdio', name: 'm', command: '/m' };
    const roots = ['/first', '/second'];
    await call('session/resume', { sessionId, cwd: '/garden', additionalDirectories: roots, mcpServers: [server] });
    expect(session()).toMatchObject({ additionalDirectories: roots, mcpServers: [server] });
    expect((await call('session/list')).result).toMatchObject({ sessions: [{ additionalDirectories: roots }] });
    await call('session/resume', { sessionId, cwd: '/garden' });
    expect(session()).toMatchObject({ additionalDirectories: [], mcpServers: [] });
  });
});

describe('what a client can do', () => {
  const shell = { type: 'terminal', methodId: 'shell', name: 'Shell' } as const;
  const web = { type: 'agent', methodId: 'web', name: 'Web' } as const;
  const app = (): Agent => agent(info).onLogin([shell, web], { login: () => undefined, logout: () => undefined });

  test.each([
    [{}, [web]],
    [{ auth: { terminal: {} } }, [shell, web]],
  ])('decides which logins it is offered: %j [AUTH-10]', async (capabilities, authMethods) => {
    const { result } = await wire(app()).call('initialize', { ...initialize, capabilities });
    expect(result).toMatchObject({ authMethods });
  });

  test.each([
    [{}, [true, false]],
    [{ url: {} }, [false, true]],
    [{ form: null }, [false, false]],
    [null, [false, false]],
  ])('is to show forms when it names no way to ask the user: %j [ELIC-17, X-18]', async (elicitation, expected) => {
    const { call, connection } = wire(app());
    await call('initialize', { ...initialize, capabilities: { elicitation } });
    expect(['form', 'url'].map((mode) => connection.raw.supports(`elicitation.${mode}`))).toEqual(expected);
  });
});
