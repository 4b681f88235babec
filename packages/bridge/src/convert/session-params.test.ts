import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2 } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { contentBlock, mcpServer } from './arbitraries.test-support.ts';
import { strict } from './losses.test-support.ts';
import { sessionParamsToV1, sessionParamsToV2 } from './session-params.ts';

describe('session/new', () => {
  test('toV2: every new session crosses and comes back the same', () => {
    const prompt = fc.record({
      mode: fc.constantFrom('append' as const, 'override' as const),
      content: fc.array(contentBlock),
    });
    fc.assert(
      fc.property(fc.array(mcpServer), prompt, (mcpServers, systemPrompt) => {
        const params = { cwd: '/work', additionalDirectories: ['/lib'], mcpServers, systemPrompt, _meta: { a: 1 } };
        expect(v1.NewSessionRequest.is(params)).toBe(true);
        const converted = sessionParamsToV2(params, { extras: true }, strict);
        expect(v2.NewSessionRequest.is(converted)).toBe(true);
        expect(sessionParamsToV1(converted, { extras: true }, strict)).toEqual(params);
      }),
    );
  });

  test('toV1: the list of servers is always there', () => {
    const params = sessionParamsToV1({ cwd: '/work' }, { extras: false }, strict);
    expect(params).toEqual({ cwd: '/work', mcpServers: [] });
    expect(v1.NewSessionRequest.is(params)).toBe(true);
  });
});

describe('session/load', () => {
  test('toV2: keeps the session and whatever else is said', () => {
    const params = { sessionId: 's', cwd: '/work', mcpServers: [], future: true };
    const converted = {
      ...sessionParamsToV2(params, { extras: false }, strict),
      replayFrom: { type: 'start' } as const,
    };
    expect(converted).toEqual({ ...params, replayFrom: { type: 'start' } });
    expect(v2.ResumeSessionRequest.is(converted)).toBe(true);
  });

  test('toV1: keeps the session and whatever else is said', () => {
    const converted = sessionParamsToV1(
      { sessionId: 's', cwd: '/work', systemPrompt: null },
      { extras: false },
      strict,
    );
    expect(converted).toEqual({ sessionId: 's', cwd: '/work', systemPrompt: null, mcpServers: [] });
    expect(v1.LoadSessionRequest.is(converted)).toBe(true);
  });
});

describe('paths', () => {
  test('toV2: further directories that are relative are the agent’s to refuse (DIRS-02)', () => {
    const params = { cwd: '/work', additionalDirectories: ['../lib'], mcpServers: [] };
    expect(sessionParamsToV2(params, { extras: false }, strict).additionalDirectories).toEqual(['../lib']);
  });

  test('toV1: cross as they are', () => {
    const additionalDirectories = ['/lib'];
    expect(
      sessionParamsToV1({ cwd: '/work', additionalDirectories }, { extras: false }, strict).additionalDirectories,
    ).toBe(additionalDirectories);
  });
});
