import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2 } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { agentCapabilities, authMethod, clientCapabilities, implementation } from './arbitraries.test-support.ts';
import { initializeParamsToV1, initializeResultToV1, initializeResultToV2 } from './initialize.ts';
import { initializeParamsToV2 } from './initialize-to-v1-client.ts';
import { collectLosses, strict } from './losses.test-support.ts';

const withExtras = { extras: true, terminals: false };
const bare = { extras: false, terminals: false };
const info = { name: 'n', version: '1' };
/** What version 2 clients understand without saying so. */
const implied = {
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  plan: {},
  subagents: {},
};

describe('initialize params', () => {
  test('toV2: every client crosses and comes back the same, besides what version 2 implies', () => {
    fc.assert(
      fc.property(implementation, clientCapabilities, (clientInfo, capabilities) => {
        const params = { protocolVersion: 1, clientInfo, clientCapabilities: capabilities };
        expect(v1.InitializeRequest.is(params)).toBe(true);
        const converted = initializeParamsToV2(params, withExtras, strict);
        expect(v2.InitializeRequest.is(converted)).toBe(true);
        const back = initializeParamsToV1(converted, withExtras, strict);
        expect(v1.InitializeRequest.is(back)).toBe(true);
        expect(back).toEqual({ ...params, clientCapabilities: { ...capabilities, ...implied } });
      }),
    );
  });

  test('toV2: flags become markers, and a client without a name is unknown', () => {
    const params = { protocolVersion: 1, clientCapabilities: { auth: { terminal: true }, elicitation: { form: {} } } };
    expect(initializeParamsToV2(params, bare, strict)).toEqual({
      protocolVersion: 2,
      info: { name: 'unknown', version: 'unknown' },
      capabilities: { auth: { terminal: {} }, elicitation: { form: {} } },
    });
  });

  test('toV2: files and terminals are lost, stay with extras, and fail in strict mode', () => {
    const fs = { readTextFile: true };
    const params = { protocolVersion: 1, clientInfo: info, clientCapabilities: { fs, terminal: true } };
    const losses = collectLosses();
    expect(initializeParamsToV2(params, bare, losses).capabilities).toEqual({});
    expect(losses.rows).toEqual(['initialize params', 'initialize params']);
    expect(initializeParamsToV2(params, withExtras, strict).capabilities).toEqual({ fs, terminal: true });
    expect(() => initializeParamsToV2(params, bare, strict)).toThrow('no files');
  });

  test('toV2: a client that speaks both versions is read by its version 1 fields', () => {
    const both = {
      protocolVersion: 1,
      clientInfo: info,
      info: { name: 'x', version: '2' },
      capabilities: { auth: {} },
    };
    expect(initializeParamsToV2(both, bare, strict)).toEqual({ protocolVersion: 2, info });
  });

  test('toV1: what version 2 implies is said, and nothing else', () => {
    const capabilities = { auth: { terminal: {} }, elicitation: { url: {} }, nes: { jump: {} }, fs: {}, plan: null };
    const params = initializeParamsToV1({ protocolVersion: 2, info, capabilities }, bare, strict);
    expect(params).toEqual({
      protocolVersion: 1,
      clientInfo: info,
      clientCapabilities: { auth: { terminal: true }, elicitation: { url: {} }, nes: { jump: {} }, ...implied },
    });
    expect(v1.InitializeRequest.is(params)).toBe(true);
  });

  test('toV1: terminals are offered if one side runs them', () => {
    const params = initializeParamsToV1({ protocolVersion: 2, info }, { extras: false, terminals: true }, strict);
    expect(params.clientCapabilities).toEqual({ ...implied, terminal: true });
  });
});

describe('initialize result', () => {
  test('toV2: an agent that has everything crosses and comes back the same', () => {
    const agent = fc.record({ agentInfo: implementation, agentCapabilities, authMethods: fc.array(authMethod) });
    fc.assert(
      fc.property(agent, (fields) => {
        const result = { protocolVersion: 1, ...fields };
        expect(v1.InitializeResponse.is(result)).toBe(true);
        const converted = initializeResultToV2(result, { extras: true }, strict);
        expect(v2.InitializeResponse.is(converted)).toBe(true);
        const back = initializeResultToV1(converted, strict);
        expect(v1.InitializeResponse.is(back)).toBe(true);
        const logout = fields.authMethods.length > 0 ? { auth: { ...fields.agentCapabilities.auth, logout: {} } } : {};
        expect(back).toEqual({ ...result, agentCapabilities: { ...fields.agentCapabilities, ...logout } });
      }),
    );
  });

  test('toV2: flags become markers below session, and stdio is always there', () => {
    const result = initializeResultToV2(
      {
        protocolVersion: 1,
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, audio: false },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, delete: {} },
          auth: { logout: {}, status: {} },
        },
      },
      { extras: false },
      strict,
    );
    expect(result).toEqual({
      protocolVersion: 2,
      info: { name: 'unknown', version: 'unknown' },
      capabilities: {
        session: { prompt: { image: {} }, mcp: { stdio: {}, http: {} }, delete: {} },
        auth: { status: {} },
      },
    });
    expect(v2.InitializeResponse.is(result)).toBe(true);
  });

  test('toV1: a session implies loading, listing, resuming and closing', () => {
    const capabilities = {
      session: { prompt: { audio: {} }, mcp: { stdio: {}, http: {} }, inject: { modes: ['queue'] as const } },
    };
    const result = initializeResultToV1({ protocolVersion: 2, info, capabilities, authMethods: [] }, strict);
    expect(result).toEqual({
      protocolVersion: 1,
      agentInfo: info,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { audio: true },
        mcpCapabilities: { http: true },
        sessionCapabilities: { list: {}, resume: {}, close: {} },
      },
      authMethods: [],
    });
    expect(v1.InitializeResponse.is(result)).toBe(true);
  });

  test('toV1: an agent without sessions offers none of it', () => {
    const result = initializeResultToV1({ protocolVersion: 2, info, capabilities: { session: null, nes: {} } }, strict);
    expect(result.agentCapabilities).toEqual({ nes: {} });
  });
});
