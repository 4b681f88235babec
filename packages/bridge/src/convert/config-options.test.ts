import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2, type SessionConfigOption } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { configOption, modes } from './arbitraries.test-support.ts';
import { configOptionsToV1, configOptionsToV2 } from './config-options.ts';
import { collectLosses, strict } from './losses.test-support.ts';
import { findModeOption, modeOption, modesOf, withValue } from './modes.ts';

const select = { name: 'S', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] } as const;

describe('session responses', () => {
  test('toV2: every option crosses and comes back the same', () => {
    fc.assert(
      fc.property(fc.array(configOption), (options) => {
        expect(options.every((option) => v1.SessionConfigOption.is(option))).toBe(true);
        const converted = configOptionsToV2(options, strict);
        expect(converted?.every((option) => v2.SessionConfigOption.is(option))).toBe(true);
        expect(configOptionsToV1(converted, { booleans: true }, strict)).toEqual(options);
      }),
    );
  });

  test('toV2: modes become a select and come back the same', () => {
    fc.assert(
      fc.property(modes, (state) => {
        const option = modeOption(state);
        expect(v2.SessionConfigOption.is(option)).toBe(true);
        expect(modesOf([option])).toEqual(state);
      }),
    );
  });

  test('toV2: modes without any mode still make a select that has its value', () => {
    const option = modeOption({ currentModeId: 'ask', availableModes: [] });
    expect(option.options).toEqual([{ value: 'ask', name: 'ask' }]);
    expect(v2.SessionConfigOption.is(option)).toBe(true);
  });

  test('toV2: a select without values, and groups without values, are left out', () => {
    const losses = collectLosses();
    const options = configOptionsToV2(
      [
        { id: 'empty', ...select, options: [] },
        {
          id: 'grouped',
          ...select,
          options: [
            { group: 'g', name: 'G', options: [] },
            { group: 'h', name: 'H', options: select.options },
          ],
        },
      ],
      losses,
    );
    expect(options).toEqual([
      { configId: 'grouped', ...select, options: [{ groupId: 'h', name: 'H', options: select.options }] },
    ]);
    expect(options?.every((option) => v2.SessionConfigOption.is(option))).toBe(true);
    expect(losses.rows).toEqual(['session responses', 'session responses']);
    expect(configOptionsToV2(null, strict)).toBeUndefined();
  });

  test('toV1: booleans need a client that asked, and unknown types never cross', () => {
    const options = [
      { configId: 's', ...select },
      { configId: 'b', name: 'B', type: 'boolean', currentValue: true },
      { configId: 'x', name: 'X', type: '_slider', max: 3 },
    ] as readonly SessionConfigOption[];
    const losses = collectLosses();
    expect(configOptionsToV1(options, { booleans: false }, losses)).toEqual([{ id: 's', ...select }]);
    expect(configOptionsToV1(options, { booleans: true }, losses)?.map(({ id }) => id)).toEqual(['s', 'b']);
    expect(losses.rows).toEqual(['session responses', 'session responses', 'session responses']);
    expect(configOptionsToV1(undefined, { booleans: true }, strict)).toBeUndefined();
  });

  test('toV1: the select for modes is shown as modes, its groups flattened', () => {
    const options: readonly SessionConfigOption[] = [
      { configId: 'model', ...select, category: 'model' },
      {
        configId: 'how',
        ...select,
        category: 'mode',
        options: [
          { groupId: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] },
          { groupId: 'h', name: 'H', options: [{ value: 'b', name: 'B', description: 'bee' }] },
        ],
      },
    ];
    const state = modesOf(options);
    expect(state).toEqual({
      currentModeId: 'a',
      availableModes: [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B', description: 'bee' },
      ],
    });
    expect(v1.SessionModeState.is(state)).toBe(true);
    expect(findModeOption(options)?.configId).toBe('how');
    expect(modesOf([])).toBeUndefined();
  });
});

describe('current_mode_update', () => {
  test('toV2: one option gets another value, the others stay the same objects', () => {
    const options: readonly SessionConfigOption[] = [
      { configId: 'mode', ...select },
      { configId: 'other', ...select },
    ];
    const changed = withValue(options, 'mode', 'b');
    expect(changed).toEqual([{ configId: 'mode', ...select, currentValue: 'b' }, options[1]]);
    expect(changed[1]).toBe(options[1]);
  });
});
