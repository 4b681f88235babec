import { describe, expect, test } from 'vitest';

import { readCitations } from '../../scripts/requirements.mjs';
import { requirements } from './requirement.ts';
import { sabotages } from './sabotage/break-rules.ts';

const { cited, proved } = readCitations();

describe('the requirements', () => {
  test('are all there, each once', () => {
    // 411 numbers, two of which are followed by a lettered one (GEN-12b and GEN-12c).
    expect(requirements.length).toBe(413);
    expect(new Set(requirements.map((requirement) => requirement.id)).size).toBe(requirements.length);
  });

  test('that are marked done are cited by a test', () => {
    const silent = requirements.filter(({ id, status }) => status === 'done' && !cited.has(id));
    expect(silent.map((requirement) => requirement.id)).toEqual([]);
  });

  test('that are proved are marked done', () => {
    const planned = requirements.filter(({ id, status }) => status === 'planned' && proved.has(id));
    expect(planned.map((requirement) => requirement.id)).toEqual([]);
  });

  test('that nothing can break on purpose say why, and are not proved', () => {
    const reasons = Object.entries(sabotages).flatMap(([id, sabotage]) =>
      'unprovable' in sabotage ? [[id, sabotage.unprovable]] : [],
    );
    const unprovable = requirements.filter((requirement) => requirement.unprovable !== undefined);
    expect(Object.fromEntries(unprovable.map((each) => [each.id, each.unprovable]))).toMatchObject(
      Object.fromEntries(reasons) as object,
    );
    expect(unprovable.filter(({ id }) => proved.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test('that are cited exist', () => {
    const known = new Set(requirements.map((requirement) => requirement.id));
    expect([...cited].filter((id) => !known.has(id))).toEqual([]);
  });
});
