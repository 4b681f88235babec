/** What becomes of the requests and terminals of a turn that is cancelled, whether or not the client answers. */
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import { verifies } from '../../../../../test/requirements/requirement.ts';
import { agent } from '../agent.ts';
import { info, wire, type Wire } from '../raw-client.test-support.ts';
import type { PromptHandler } from '../session/agent-session.ts';

// It is loaded with the first peer of version 1, which takes longer than a test waits.
beforeAll(() => import('@acp-stack/bridge'));

/** A client of version 1 that has everything and answers nothing by itself; its prompt is on its way. */
async function prompted(handler: PromptHandler): Promise<
  Wire & {
    readonly sessionId: string;
    /** The result of the prompt. */
    readonly ended: Promise<unknown>;
    readonly cancel: () => Promise<void>;
    /** Answers the last request of this method. */
    readonly answer: (method: string, result: object) => Promise<void>;
    /** The methods of the requests so far, and those that were cancelled. */
    readonly asked: () => readonly (string | undefined)[];
    readonly cancelled: () => readonly (string | undefined)[];
  }
> {
  const ends = wire(agent(info).onPrompt(handler));
  const fs = { readTextFile: true, writeTextFile: true };
  const workspace = { openDocuments: {}, activeDocument: {} };
  const clientCapabilities = { terminal: true, fs, workspace };
  await ends.call('initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities });
  const { result } = await ends.call('session/new', { cwd: '/garden', mcpServers: [] });
  const sessionId = String(result?.['sessionId']);
  const ended = ends
    .call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] })
    .then((message) => message.result);
  await settled();
  const requests = (): typeof ends.sent =>
    ends.sent.filter(({ id, method }) => id !== undefined && method !== undefined);
  return {
    ...ends,
    sessionId,
    ended,
    cancel: async () => {
      ends.tell('session/cancel', { sessionId });
      await settled();
    },
    answer: async (method, value) => {
      ends.raw.send({ jsonrpc: '2.0', id: requests().findLast((each) => each.method === method)?.id, result: value });
      await settled();
    },
    asked: () => requests().map(({ method }) => method),
    cancelled: () =>
      ends.sent
        .filter(({ method }) => method === '$/cancel_request')
        .map(({ params }) => requests().find(({ id }) => id === params?.requestId)?.method),
  };
}

const cancelled = { stopReason: 'cancelled' };

describe('a cancelled turn', () => {
  test.each<[string, PromptHandler]>([
    ['fs/read_text_file', ({ files }) => files.readText('/garden/rose.md').then(() => undefined)],
    ['fs/write_text_file', ({ files }) => files.writeText('/garden/rose.md', 'red')],
    ['workspace/open_documents', ({ editor }) => editor.open().then(() => undefined)],
    [
      'workspace/active_document',
      ({ editor }) => editor.active({ signal: new AbortController().signal }).then(() => undefined),
    ],
    ['terminal/create', ({ editorTerminal }) => editorTerminal({ command: 'ls' }).then(() => undefined)],
  ])('cancels an outstanding %s and ends without its answer', async (method, handler) => {
    const client = await prompted(handler);
    expect(client.asked()).toEqual([method]);
    await client.cancel();
    expect(client.cancelled()).toEqual([method]);
    expect(await client.ended).toEqual(cancelled);
  });

  test(
    verifies('CANCEL-19', 'cancels a pending terminal/wait_for_exit and releases the terminal, without answers'),
    async () => {
      const client = await prompted(async ({ editorTerminal }) => {
        await using terminal = await editorTerminal({ command: 'sleep' });
        await terminal.waitForExit();
      });
      await client.answer('terminal/create', { terminalId: 't' });
      expect(client.asked()).toEqual(['terminal/create', 'terminal/wait_for_exit']);
      await client.cancel();
      expect(client.cancelled()).toEqual(['terminal/wait_for_exit']);
      expect(client.asked()).toEqual(['terminal/create', 'terminal/wait_for_exit', 'terminal/release']);
      expect(await client.ended).toEqual(cancelled);
    },
  );

  test('releases the terminals of a handler that does not end', async () => {
    const client = await prompted(async ({ editorTerminal }) => {
      await editorTerminal({ command: 'sleep' });
      await new Promise(() => undefined);
    });
    await client.answer('terminal/create', { terminalId: 't' });
    await client.cancel();
    expect(client.asked()).toEqual(['terminal/create', 'terminal/release']);
  });

  test('releases a terminal that the client makes after the end', async () => {
    const client = await prompted(async ({ editorTerminal }) => {
      await editorTerminal({ command: 'sleep' });
    });
    await client.cancel();
    expect(await client.ended).toEqual(cancelled);
    await client.answer('terminal/create', { terminalId: 'late' });
    expect(client.sent.at(-1)).toMatchObject({ method: 'terminal/release', params: { terminalId: 'late' } });
  });

  test('sends a kill that is asked for by the abort, and does not wait for it', async () => {
    const client = await prompted(async ({ editorTerminal, signal }) => {
      const terminal = await editorTerminal({ command: 'sleep' });
      signal.addEventListener('abort', () => void terminal.kill());
      await terminal.waitForExit().catch(() => terminal.kill());
    });
    await client.answer('terminal/create', { terminalId: 't' });
    await client.cancel();
    expect(client.asked().slice(2)).toEqual(['terminal/kill', 'terminal/release']);
    expect(await client.ended).toEqual(cancelled);
  });
});

describe('a turn that ends', () => {
  test('releases the terminals that its handler has kept, once', async () => {
    const client = await prompted(async ({ editorTerminal }) => {
      const kept = await editorTerminal({ command: 'sleep' });
      await kept.output();
    });
    await client.answer('terminal/create', { terminalId: 't' });
    await client.answer('terminal/output', { output: '', truncated: false });
    expect(await client.ended).toEqual({ stopReason: 'end_turn' });
    expect(client.asked()).toEqual(['terminal/create', 'terminal/output', 'terminal/release']);
  });

  test('leaves a terminal of the session alone', async () => {
    const client = await prompted(async ({ session }) => {
      await session.editorTerminal({ command: 'sleep' });
    });
    await client.answer('terminal/create', { terminalId: 't' });
    expect(await client.ended).toEqual({ stopReason: 'end_turn' });
    expect(client.asked()).toEqual(['terminal/create']);
  });
});
