import { readFileSync, readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type { Validator } from './validator.ts';
import * as v1 from '../v1/unstable/index.ts';
import * as v2 from '../v2/unstable/index.ts';

const known = (validator: Validator<unknown>, value: unknown): unknown => {
  const checked = validator.check(value);
  return checked.ok ? validator.known(checked.value) : checked;
};

describe('the known part of a value', () => {
  test('is without fields of other names, at any depth, and without _meta', () => {
    const server = { type: 'http', name: 'a', url: 'https://a.example', headers: [] };
    const params = { cwd: '/a', mcpServers: [server] };
    const odd = {
      ...params,
      mcp_servers: [{ command: 'sh' }],
      _meta: { a: 1 },
      mcpServers: [{ ...server, command: 'sh', _meta: { env: {} } }],
    };
    for (const { validators } of [v1, v2]) {
      const expected = { cwd: '/a', mcpServers: [{ ...server, _meta: {} }], _meta: {} };
      expect(known(validators.NewSessionRequest, odd)).toEqual(expected);
      expect(known(validators.NewSessionRequest, params)).toBe(params);
    }
  });

  test('is the same value if there is nothing else, and the value itself is never changed', () => {
    const value = Object.freeze({
      sessionId: 's',
      prompt: Object.freeze([Object.freeze({ type: 'text', text: 'a' })]),
    });
    for (const { validators } of [v1, v2]) {
      expect(validators.PromptRequest.known(value as never)).toBe(value);
      expect(known(validators.PromptRequest, Object.freeze({ ...value, x: 1 }))).toEqual(value);
    }
  });

  test('keeps what the protocol leaves open', () => {
    const message = { connectionId: 'c', method: 'tools/call', params: { name: 'x', _meta: { progressToken: 1 } } };
    for (const { validators } of [v1, v2]) expect(known(validators.McpMessageParams, message)).toBe(message);
  });

  test('follows unions, shared fields and choices', () => {
    const resource = { uri: 'file:///a', text: 'a', command: 'sh' };
    const params = { sessionId: 's', prompt: [{ type: 'resource', resource }] };
    const { command: _command, ...kept } = resource;
    for (const { validators } of [v1, v2])
      expect(known(validators.PromptRequest, params)).toEqual({
        sessionId: 's',
        prompt: [{ type: 'resource', resource: kept }],
      });
    const option = { sessionId: 's', configId: 'c', type: 'boolean', value: true };
    expect(known(v2.validators.SetSessionConfigOptionRequest, { ...option, x: 1 })).toEqual(option);
    // Version 1 reads a server of an unknown type as a program.
    const program = { type: 'pipe', name: 'a', command: '/a', args: [], env: [] };
    expect(known(v1.validators.McpServer, { ...program, x: 1 })).toEqual(program);
  });

  test('of an unknown variant is its tag', () => {
    expect(known(v2.validators.McpServer, { type: '_pipe', command: 'sh' })).toEqual({ type: '_pipe' });
  });

  test('is what a visitor keeps besides, and the visitor sees every field', () => {
    const seen: unknown[] = [];
    const value = {
      sessionId: 's',
      x: 1,
      y: { sessionId: 't' },
      _meta: { z: 2, w: 3 },
      prompt: [{ type: 'text', text: 'a' }],
    };
    const part = v1.validators.PromptRequest.known(value as never, {
      field: (name) => void seen.push(name),
      unknown: (name, _value, isMeta) => {
        seen.push([name, isMeta]);
        return name === 'x' || name === 'z';
      },
    });
    expect(part).toEqual({ sessionId: 's', x: 1, _meta: { z: 2 }, prompt: value.prompt });
    expect(seen).toEqual(['sessionId', ['x', false], ['y', false], ['z', true], ['w', true], 'prompt', 'type', 'text']);
  });
});

test('every field of the definitions that holds the id of a session has a name that ends in sessionId', () => {
  const folder = new URL('../definitions/', import.meta.url);
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.acp'))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'));
  const names = lines.flatMap((line) => /^\s+(?:\+ )?(\w+)\??: SessionId\b/u.exec(line)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !/sessionId$/iu.test(name))).toEqual([]);
});
