import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2, type AuthMethod } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { authMethod } from './arbitraries.test-support.ts';
import { authMethodsToV1, authMethodsToV2 } from './auth-methods.ts';
import { collectLosses, strict } from './losses.test-support.ts';

const plain = { extras: false };

describe('authMethods', () => {
  test('toV2: every method crosses and comes back the same', () => {
    fc.assert(
      fc.property(fc.array(authMethod), (methods) => {
        expect(methods.every((method) => v1.AuthMethod.is(method))).toBe(true);
        const converted = authMethodsToV2(methods, plain, strict);
        expect(converted?.every((method) => v2.AuthMethod.is(method))).toBe(true);
        expect(authMethodsToV1(converted, strict)).toEqual(methods);
      }),
    );
  });

  test('toV2: ids, types and environments get the names and forms of version 2', () => {
    expect(
      authMethodsToV2(
        [
          { id: 'a', name: 'A' },
          { type: 'terminal', id: 't', name: 'T', env: { X: '1' } },
        ],
        plain,
        strict,
      ),
    ).toEqual([
      { type: 'agent', methodId: 'a', name: 'A' },
      { type: 'terminal', methodId: 't', name: 'T', env: [{ name: 'X', value: '1' }] },
    ]);
    expect(authMethodsToV2(undefined, plain, strict)).toBeUndefined();
  });

  test('toV1: the draft login by variables crosses, from a program that knows it (X-19)', () => {
    const vars = [{ name: 'KEY', label: 'Key' }];
    const given = { type: 'env_var', methodId: 'e', name: 'E', vars } as unknown as AuthMethod;
    expect(authMethodsToV1([given], strict)).toEqual([{ type: 'env_var', id: 'e', name: 'E', vars }]);
    const losses = collectLosses();
    expect(authMethodsToV1([{ type: 'env_var', methodId: 'e', name: 'E' } as unknown as AuthMethod], losses)).toEqual(
      [],
    );
    expect(losses.rows).toHaveLength(1);
  });

  test('toV2: the draft login by variables crosses to a program that knows it, and comes back the same (X-19)', () => {
    const vars = [{ name: 'KEY', label: 'Key', secret: true }];
    const given = [{ type: 'env_var' as const, id: 'e', name: 'E', vars, link: 'https://example.com/keys' }];
    const converted = authMethodsToV2(given, { extras: true }, strict);
    expect(converted).toMatchObject([{ type: 'env_var', methodId: 'e', vars }]);
    expect(authMethodsToV1(converted, strict)).toEqual(given);
  });

  test('toV2: the draft login by variables is left out', () => {
    const losses = collectLosses();
    const methods = authMethodsToV2(
      [
        { type: 'env_var', id: 'e', name: 'E', vars: [] },
        { id: 'a', name: 'A' },
      ],
      plain,
      losses,
    );
    expect(methods).toEqual([{ type: 'agent', methodId: 'a', name: 'A' }]);
    expect(losses.rows).toEqual(['authMethods']);
  });

  test('toV1: methods of unknown types are left out', () => {
    const losses = collectLosses();
    expect(authMethodsToV1([{ type: '_sso', methodId: 's', name: 'S' }], losses)).toEqual([]);
    expect(losses.rows).toEqual(['authMethods']);
  });

  test('toV1: a variable that is set twice keeps its last value, and strict mode fails', () => {
    const env = [
      { name: '__proto__', value: '1' },
      { name: '__proto__', value: '2' },
    ];
    const losses = collectLosses();
    const methods = authMethodsToV1([{ type: 'terminal', methodId: 't', name: 'T', env }], losses);
    expect(methods?.every((method) => v1.AuthMethod.is(method))).toBe(true);
    expect(JSON.stringify(methods)).toContain('{"__proto__":"2"}');
    expect(losses.rows).toEqual(['authMethods']);
    expect(() => authMethodsToV1([{ type: 'terminal', methodId: 't', name: 'T', env }], strict)).toThrow('twice');
  });
});
