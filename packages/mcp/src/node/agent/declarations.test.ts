import { expect, test } from 'vitest';

import { declaresAcp, replaceDeclarations } from './declarations.ts';

const replace = (serverId: string): object => ({ type: 'http', url: `http://here/${serverId}`, headers: [] });

const replaced = (...mcpServers: readonly unknown[]): unknown =>
  replaceDeclarations({ cwd: '/', mcpServers, _meta: { kept: true } }, replace as never);

test('a server of the kind acp gets another transport; name, _meta and unknown fields are kept', () => {
  const server = { type: 'acp', name: 'garden', serverId: 'g1', id: 'g1', _meta: { a: 1 }, future: [1] };
  expect(replaced(server)).toEqual({
    cwd: '/',
    _meta: { kept: true },
    mcpServers: [{ type: 'http', url: 'http://here/g1', headers: [], name: 'garden', _meta: { a: 1 }, future: [1] }],
  });
});

test.each(['serverId', 'id', 'acpId'])('the id of a server may be called %s', (field) => {
  expect(replaced({ type: 'acp', name: 'garden', [field]: 'g1' })).toMatchObject({
    mcpServers: [{ url: 'http://here/g1' }],
  });
});

test('servers of other kinds are left as they are, in their place', () => {
  const others = [{ name: 'a', command: '/bin/a', args: [], env: [] }, { type: 'sse', name: 'b', url: 'http://b' }, 7];
  expect(replaced(others[0], { type: 'acp', name: 'c', id: 'c' }, others[1], others[2])).toMatchObject({
    mcpServers: [others[0], { name: 'c', type: 'http' }, others[1], 7],
  });
});

test('a server without an id cannot be replaced', () => {
  expect(replaced({ type: 'acp', name: 'garden' })).toBeUndefined();
});

test('only a list with a server of the kind acp needs the bridge', () => {
  expect(declaresAcp({ mcpServers: [{ type: 'acp' }] })).toBe(true);
  for (const params of [undefined, null, {}, { mcpServers: null }, { mcpServers: [{ type: 'http' }, null, 'acp'] }])
    expect(declaresAcp(params)).toBe(false);
});
