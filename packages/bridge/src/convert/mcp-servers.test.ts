import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2, type McpServer } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { mcpServer } from './arbitraries.test-support.ts';
import { collectLosses, strict } from './losses.test-support.ts';
import { mcpServersToV1, mcpServersToV2 } from './mcp-servers.ts';

const sse = { type: 'sse', name: 's', url: 'https://example.org', headers: [] } as const;

describe('session/new', () => {
  test('toV2: every server crosses and comes back the same, sse among friends', () => {
    fc.assert(
      fc.property(fc.array(mcpServer), (servers) => {
        expect(servers.every((server) => v1.McpServer.is(server))).toBe(true);
        const converted = mcpServersToV2(servers, { extras: true }, strict);
        expect(converted.every((server) => v2.McpServer.is(server))).toBe(true);
        expect(mcpServersToV1(converted, { extras: true })).toEqual(servers);
      }),
    );
  });

  test('toV2: a server without a type, or with the one that version 1 need not say, is of type stdio', () => {
    const server = { name: 's', command: '/bin/s', args: [], env: [] };
    expect(mcpServersToV2([server, { ...server, type: 'stdio' }], { extras: false }, strict)).toEqual([
      { ...server, type: 'stdio' },
      { ...server, type: 'stdio' },
    ]);
  });

  test('toV2: sse is refused where the agent does not know it', () => {
    expect(() => mcpServersToV2([sse], { extras: false }, collectLosses())).toThrow('of type sse');
    expect(mcpServersToV2([sse], { extras: true }, strict)).toEqual([sse]);
  });

  test('both ways: a server of the other side has its id in both spellings [X-16]', () => {
    const server = { type: 'acp', name: 'a', serverId: 'm' } as const;
    expect(mcpServersToV2([server], { extras: false }, strict)).toEqual([{ ...server, id: 'm' }]);
    expect(mcpServersToV1([server], { extras: false })).toEqual([{ ...server, id: 'm' }]);
  });

  test('toV1: lists that version 2 leaves out are empty', () => {
    const given = [
      { type: 'stdio', name: 's', command: '/bin/s' },
      { type: 'http', name: 'h', url: 'https://example.org' },
    ] as const;
    const servers = mcpServersToV1(given, { extras: false });
    expect(servers).toEqual([
      { name: 's', command: '/bin/s', args: [], env: [] },
      { type: 'http', name: 'h', url: 'https://example.org', headers: [] },
    ]);
    expect(servers.every((server) => v1.McpServer.is(server))).toBe(true);
    expect(mcpServersToV1(undefined, { extras: false })).toEqual([]);
  });

  test('toV1: servers of an unknown type, or that only look like sse, are refused', () => {
    expect(() => mcpServersToV1([{ type: '_pipe', name: 'p' }], { extras: true })).toThrow('type _pipe');
    expect(() => mcpServersToV1([{ type: 'sse', name: 's' } as unknown as McpServer], { extras: true })).toThrow(
      'type sse',
    );
    expect(() => mcpServersToV1([sse as unknown as McpServer], { extras: false })).toThrow('type sse');
  });
});

describe('paths', () => {
  test('toV2: a command that is searched for is kept, and reported', () => {
    const losses = collectLosses();
    const [server] = mcpServersToV2([{ name: 's', command: 'npx', args: [], env: [] }], { extras: false }, losses);
    expect(server).toMatchObject({ command: 'npx' });
    expect(losses.rows).toEqual(['paths']);
  });
});
