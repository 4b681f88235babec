import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2 } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { command } from './arbitraries.test-support.ts';
import { commandsToV1, commandsToV2 } from './commands.ts';
import { collectLosses, strict } from './losses.test-support.ts';

describe('available_commands_update', () => {
  test('toV2: every command gets its types and comes back the same', () => {
    fc.assert(
      fc.property(fc.array(command), (commands) => {
        expect(commands.every((each) => v1.AvailableCommand.is(each))).toBe(true);
        const converted = commandsToV2(commands);
        expect(converted.every((each) => v2.AvailableCommand.is(each))).toBe(true);
        expect(commandsToV1(converted, strict)).toEqual(commands);
      }),
    );
  });

  test('toV1: a command of an unknown type becomes a plain one, an unknown input none', () => {
    const losses = collectLosses();
    const commands = commandsToV1(
      [
        { type: '_macro', name: 'm', description: 'M', steps: 3, _meta: { a: 1 } },
        { type: 'command', name: 'n', description: 'N', input: { type: '_form' } },
      ],
      losses,
    );
    expect(commands).toEqual([
      { name: 'm', description: 'M', _meta: { a: 1 } },
      { name: 'n', description: 'N' },
    ]);
    expect(commands.every((each) => v1.AvailableCommand.is(each))).toBe(true);
    expect(losses.rows).toEqual(['available_commands_update', 'available_commands_update']);
  });
});
