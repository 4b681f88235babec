import { describe, expect, test } from 'vitest';

import { loadSchema } from '../load-schema.test-support.ts';
import type { ProtocolVersion } from '../schema/schema-document.ts';
import { remarksOn } from './remarks.ts';

const remarks = (type: string, value: unknown, version: ProtocolVersion = 2): object[] =>
  remarksOn(loadSchema(version, false), type, value, '');

describe('remarksOn', () => {
  test('finds values that an open enum lets through', () => {
    expect(remarks('ToolCallLocation', { path: '/a' })).toEqual([]);
    expect(remarks('ToolCallUpdate', { toolCallId: 't', kind: 'dream' })).toMatchObject([
      { kind: 'unknown', path: '/kind', value: 'dream' },
    ]);
    expect(remarks('ToolCallUpdate', { toolCallId: 't', kind: null })).toEqual([]);
  });

  test('finds tags that an open union lets through, and looks into the known variants', () => {
    const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'txt' } };
    expect(remarks('SessionUpdate', chunk)).toMatchObject([{ kind: 'unknown', path: '/content/type', value: 'txt' }]);
    expect(remarks('SessionUpdate', { sessionUpdate: 'state_update', state: 'sleeping' })).toMatchObject([
      { kind: 'unknown', path: '/state', known: expect.arrayContaining(['running', 'idle']) },
    ]);
  });

  test('finds a tag that only the variant without one lets through', () => {
    const server = { type: 'tcp', name: 'n', command: '/c', args: [], env: [] };
    expect(remarks('NewSessionRequest', { cwd: '/', mcpServers: [server] }, 1)).toMatchObject([
      { kind: 'unknown', path: '/mcpServers/0/type', value: 'tcp' },
    ]);
    expect(remarks('NewSessionRequest', { cwd: '/', mcpServers: [{ ...server, type: undefined }] }, 1)).toEqual([]);
  });

  test('finds fields that only older peers leave out', () => {
    expect(remarks('PromptResponse', {})).toEqual([{ kind: 'absent', path: '/messageId' }]);
    expect(remarks('PromptResponse', { messageId: 'm' })).toEqual([]);
  });

  test.each([
    ['home/me', 1],
    ['.', 1],
    ['C:file', 1],
    ['', 1],
    ['/', 0],
    ['/home/me', 0],
    ['C:\\Users', 0],
    ['c:/users', 0],
    ['\\\\server\\share', 0],
  ])('takes the path %j as it should', (cwd, count) => {
    expect(remarks('NewSessionRequest', { cwd, additionalDirectories: ['/a', cwd] })).toHaveLength(2 * count);
  });

  test('has no remark where a value does not fit', () => {
    for (const value of [null, 7, 'text', [], { update: 7 }, { update: { sessionUpdate: 7 } }]) {
      expect(remarks('SessionNotification', value)).toEqual([]);
    }
    expect(remarks('NoSuchType', {})).toEqual([]);
  });

  test('knows every definition', () => {
    for (const version of [1, 2] as const) {
      const document = loadSchema(version, true);
      for (const name of Object.keys(document.$defs)) {
        expect(() => remarksOn(document, name, undefined, ''), name).not.toThrow();
      }
    }
  });
});
