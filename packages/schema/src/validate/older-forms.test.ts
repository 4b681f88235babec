/** What the rules for older forms leave alone; what they convert is shown by the examples. */
import { describe, expect, test } from 'vitest';

import * as v1 from '../v1/unstable/index.ts';
import * as v2 from '../v2/unstable/index.ts';

describe('an older form', () => {
  test('of document events gives way to the present one beside it', () => {
    const checked = v1.validators.NesEventCapabilities.check({
      didOpen: { old: true },
      didClose: {},
      document: { didOpen: { present: true } },
    });
    expect(checked.ok && checked.value).toEqual({ document: { didOpen: { present: true }, didClose: {} } });
  });

  test('of an environment is left alone when an entry of it makes no sense', () => {
    const method = { type: 'terminal', id: 't', name: 'T', env: [{ name: 'A', value: 'b' }, 5] };
    const checked = v1.validators.AuthMethodTerminal.check(method);
    expect(checked.ok ? 'accepted' : checked.problems[0]?.path).toBe('/env');
  });

  test('of a user action is not looked for when there is a position', () => {
    const action = {
      action: 'jump',
      uri: 'file:///a',
      position: { line: 1, character: 2 },
      timestampMs: 3,
      line: 9,
      offset: 9,
    };
    expect(v1.validators.NesUserAction.check(action)).toEqual({ ok: true, value: action, repairs: [] });
  });

  test('of a login status is not looked for when there is a state', () => {
    const status = { state: 'unknown', authenticated: true };
    expect(v2.validators.AuthStatusResponse.check(status)).toEqual({ ok: true, value: status, repairs: [] });
  });
});
