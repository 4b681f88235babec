/** The listeners to the lifecycle of a session. */
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agent } from '../agent.ts';
import { info, open } from '../raw-client.test-support.ts';
import type { AgentSession } from './agent-session.ts';

describe('a session', () => {
  test('lets go of what the program attached to it, after its work has ended, and waits for that', async () => {
    const order: string[] = [];
    const { call, sessionId } = await open(
      agent(info)
        .onPrompt(async ({ signal }) => {
          await new Promise((resolve) => {
            signal.addEventListener('abort', resolve);
          });
          order.push('work ended');
        })
        .onSession((session) => {
          session.signal.addEventListener('abort', () => order.push('closing'));
          session.onClose(async () => {
            await settled();
            order.push('released');
          });
          session.onClose(() => {
            throw new Error('cannot let go');
          });
          const removed = session.onClose(() => {
            order.push('not any more');
          });
          removed[Symbol.dispose]();
        }),
    );
    await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hello' }] });
    await call('session/close', { sessionId });
    expect(order).toEqual(['work ended', 'closing', 'released']);
  });

  test('tells that a client has come back with other directories, and may refuse them', async () => {
    const seen: (readonly string[])[] = [];
    const { call, sessionId } = await open(
      agent(info, { additionalDirectories: true })
        .onPrompt(() => undefined)
        .onSession((session) => {
          session.onAttach(() => {
            if (session.additionalDirectories.includes('/no')) throw new Error('no');
            seen.push(session.additionalDirectories);
          });
        }),
    );
    const resume = (directory: string): Promise<{ error?: unknown }> =>
      call('session/resume', { sessionId, cwd: '/garden', additionalDirectories: [directory] });
    expect((await resume('/more')).error).toBeUndefined();
    expect((await resume('/no')).error).toMatchObject({ code: -32_603 });
    expect((await resume('/again')).error).toBeUndefined();
    expect(seen).toEqual([['/more'], ['/again']]);
  });

  test('is closed afterwards, also when nothing has happened in it', async () => {
    let opened: AgentSession | undefined;
    const { call, sessionId } = await open(
      agent(info)
        .onPrompt(() => undefined)
        .onSession((session) => {
          opened = session;
        }),
    );
    expect(opened?.isClosed).toBe(false);
    await call('session/close', { sessionId });
    expect(opened?.isClosed).toBe(true);
    expect(opened?.signal.aborted).toBe(true);
    await expect(opened?.work(() => undefined)).rejects.toMatchObject({ code: -32_800 });
    await expect(opened?.notice('info', 'too late')).rejects.toThrow('The session is closed.');
  });
});
