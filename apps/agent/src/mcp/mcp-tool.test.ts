/** Calls of MCP tools with a client that is only as much of one as a call needs. */
import { VirtualClock } from '@acp-stack/testing';
import type { ToolCallPatch } from '@acp-stack/sdk';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';

import type { ToolContext, ToolResult } from '../model/tool.ts';
import { mcpTool } from './mcp-tool.ts';

interface CallOptions {
  readonly onprogress: (progress: { progress: number; total: number }) => void;
}

interface Called {
  readonly titles: readonly (string | null | undefined)[];
  readonly running: readonly string[];
  readonly result: Promise<ToolResult>;
}

/** Calls a tool that reports 40 % and then ends with `end`. */
function call(end: () => unknown, signal = new AbortController().signal): Called {
  const titles: (string | null | undefined)[] = [];
  const running: string[] = [];
  const client = {
    callTool: async (_: unknown, { onprogress }: CallOptions) => {
      onprogress({ progress: 2, total: 5 });
      await Promise.resolve();
      return end();
    },
  };
  const tool = mcpTool({
    client: client as unknown as Client,
    server: { name: 'garden', identity: 'garden' },
    info: { name: 'water', inputSchema: { type: 'object' } },
    name: 'mcp_garden_water',
    permit: () => Promise.resolve(true),
    timeout: 1000,
    clock: new VirtualClock(),
    begin: (id) => {
      running.push(id);
      return () => void running.pop();
    },
    visit: () => {
      titles.push('(page)');
      return Promise.resolve(false);
    },
  });
  const toolCall = {
    toolCallId: 'c1',
    isFinal: false,
    start: () => Promise.resolve(),
    update: ({ title }: ToolCallPatch) => {
      titles.push(title);
      return Promise.resolve();
    },
  };
  const context = { call: toolCall, turn: { trace: {} }, signal } as unknown as ToolContext;
  return { titles, running, result: tool.run({}, context) };
}

const fail = (error: unknown) => (): never => {
  throw error;
};
const pageError = Object.assign(new Error('page'), { code: -32_042, data: { elicitations: [{ url: 'https://a' }] } });

describe('the title of a call that reported progress', () => {
  test.each([
    ['has an answer', () => ({ content: [{ type: 'text', text: 'wet' }] })],
    ['has failed', fail(new Error('no water'))],
    ['was cancelled', fail(new DOMException('stop', 'AbortError'))],
  ])('is its own again when the call %s', async (_, end) => {
    const { titles, running, result } = call(end);
    await result.catch(() => undefined);
    expect(titles).toEqual(['water (garden): 40 %', 'water (garden)']);
    expect(running).toEqual([]);
  });
});

test('the title is its own again before the user is sent to a page', async () => {
  const { titles, result } = call(fail(pageError));
  expect(await result).toMatchObject({ isError: true });
  expect(titles).toEqual(['water (garden): 40 %', 'water (garden)', '(page)']);
});

test('a failed call rejects with the error of the server', async () => {
  await expect(call(fail(new Error('no water'))).result).rejects.toThrow('no water');
});
