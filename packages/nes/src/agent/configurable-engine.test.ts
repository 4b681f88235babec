import { expect, test } from 'vitest';

import type { EngineRequest } from '../suggestions/nes-engine.ts';
import { Text } from '../text/text.ts';
import { withConfigOptions } from './configurable-engine.ts';

const document = { uri: 'file:///garden/rose.ts', languageId: 'x', version: 1, text: Text.from('') };

/** The request that the engine receives. */
function asked(options: EngineRequest['options'], trigger: EngineRequest['trigger']): readonly string[] | undefined {
  let kinds: readonly string[] | undefined;
  const { engine } = withConfigOptions({
    open: () => ({
      suggest: (request) => {
        kinds = [...request.kinds];
        return [];
      },
    }),
  });
  const position = { line: 0, column: 0 };
  void engine.open({}).suggest({
    document,
    position,
    trigger,
    kinds: new Set(['edit', 'rename']),
    diagnostics: [],
    context: {},
    documents: [document],
    options,
    signal: new AbortController().signal,
  });
  return kinds;
}

test('an engine is asked when the user wants suggestions, and for the kinds that are wanted and can be shown', () => {
  expect(asked({}, 'automatic')).toEqual(['edit', 'rename']);
  expect(asked({ suggest: 'while-typing', kinds: 'all' }, 'automatic')).toEqual(['edit', 'rename']);
  expect(asked({ suggest: 'when-asked', kinds: 'edits-and-jumps' }, 'manual')).toEqual(['edit']);
  expect(asked({ suggest: 'when-asked' }, 'automatic')).toBeUndefined();
  expect(asked({ suggest: 'never' }, 'manual')).toBeUndefined();
});
