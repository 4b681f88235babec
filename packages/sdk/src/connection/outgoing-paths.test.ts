import { describe, expect, test } from 'vitest';

import { requireAbsolutePaths, requireAbsolutePathsInResult } from './outgoing-paths.ts';

const update = (sessionUpdate: string, more: object): readonly [string, object] => [
  'session/update',
  { sessionId: 's', update: { sessionUpdate, ...more } },
];

describe('a path that is sent', () => {
  test.each<readonly [method: string, params: object]>([
    ['session/new', { cwd: 'garden' }],
    ['session/resume', { sessionId: 's', cwd: '/garden', additionalDirectories: ['/shed', '../tools'] }],
    ['session/fork', { cwd: '/garden', mcpServers: [{ type: 'stdio', name: 'm', command: 'm' }] }],
    ['session/list', { cwd: './garden' }],
    ['session/request_permission', { subject: { type: 'command', command: 'make', cwd: '' } }],
    ['session/request_permission', { subject: { type: 'tool_call', toolCall: { locations: [{ path: 'a' }] } } }],
    update('tool_call_update', { locations: [{ path: '/a' }, { path: 'b' }] }),
    update('tool_call_update', { content: [{ type: 'diff', changes: [{ operation: 'add', path: 'a' }] }] }),
    update('tool_call_content_chunk', {
      content: { type: 'diff', changes: [{ operation: 'move', path: '/a', oldPath: 'b' }] },
    }),
    update('terminal_update', { cwd: 'garden' }),
    update('subagent_update', { sessionId: 'child', additionalDirectories: ['shed'] }),
    update('plan_update', { plan: { type: 'file', planId: 'main', uri: 'plan.md' } }),
    update('plan_update', { plan: { type: 'file', planId: 'main', uri: '/garden/plan.md' } }),
  ])('of %s is absolute, or refused: %j [GEN-04, TOOL-11, TOOL-23]', (method, params) => {
    expect(() => {
      requireAbsolutePaths(method, params);
    }).toThrow(TypeError);
  });

  test.each<readonly [method: string, params: unknown]>([
    ['session/new', { cwd: 'C:\\garden', additionalDirectories: ['//server/share', '/'] }],
    ['session/list', { cwd: null }],
    ['session/list', undefined],
    ['session/request_permission', { subject: { type: '_other', toolCall: null } }],
    update('tool_call_update', { locations: null, content: [{ type: 'content' }], rawInput: { path: 'a', cwd: 'b' } }),
    update('agent_message_chunk', { content: { changes: [{ path: 'a' }] } }),
    update('plan_update', { plan: { type: 'file', planId: 'main', uri: 'file:///garden/plan.md' } }),
    update('plan_update', { plan: { type: 'items', planId: 'main', entries: [] } }),
    ['session/update', { update: { sessionUpdate: 7 } }],
    ['_custom', { cwd: 'garden' }],
  ])('is left alone where there is none, in %s: %j', (method, params) => {
    requireAbsolutePaths(method, params);
  });

  test('in an answer is absolute too [LIST-07]', () => {
    const listing = (cwd: string): void => {
      requireAbsolutePathsInResult('session/list', { sessions: [{ sessionId: 's', cwd }] });
    };
    listing('/garden');
    expect(() => {
      listing('garden');
    }).toThrow('sessions.*.cwd is "garden"');
  });
});
