import { describe, expect, test } from 'vitest';

import { nearestNames } from './nearest-names.ts';

const names = ['session/new', 'session/prompt', 'session/fork', 'fs/read_text_file', 'ContentBlock'];

describe('nearest', () => {
  test('finds a name with a missing letter', () => {
    expect(nearestNames('session/promt', names)).toEqual(['session/prompt']);
  });

  test('finds a name with two letters swapped, whatever the capitals', () => {
    expect(nearestNames('contentBlcok', names)).toEqual(['ContentBlock']);
  });

  test('finds a name by a part of it', () => {
    expect(nearestNames('fork', names)).toEqual(['session/fork']);
  });

  test('finds nothing for a name that is not alike', () => {
    expect(nearestNames('zzzzzzz', names)).toEqual([]);
  });

  test('does not compare a name that is far too long', () => {
    expect(nearestNames('session/new'.repeat(100_000), names)).toEqual([]);
  });
});
