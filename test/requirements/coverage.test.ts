import { describe, expect, test } from 'vitest';

import { readCitations } from '../../scripts/requirements.mjs';
import { requirements } from './requirement.ts';
import { sabotages } from './sabotage/break-rules.ts';

const { cited, proved } = readCitations();

describe('the requirements', () => {
  test('have ids without duplicates and without gaps', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const numbered = ids.filter((id) => /-\d+$/u.test(id)).map((id) => id.split('-') as [string, string]);
    const last = new Map<string, number>();
    for (const [area, number] of numbered) last.set(area, Math.max(last.get(area) ?? 0, Number(number)));
    const wanted = [...last].flatMap(([area, count]) =>
      Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`),
    );
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('name a source that the README explains', () => {
    const source = /\b(?:protocol\/v[12]|rfds|proposals)\/[a-z]|\bofficial (?:SDK|schema)|^X-\d+$/u;
    expect(requirements.filter((each) => !source.test(each.source)).map(({ id }) => id)).toEqual([]);
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

  test('that are neither proved nor done say why', () => {
    const unproved = requirements.filter(({ id, status }) => status === 'planned' || !proved.has(id));
    expect(unproved.filter(({ unprovable }) => unprovable === undefined).map(({ id }) => id)).toEqual([]);
  });

  test('that are cited exist', () => {
    const known = new Set(requirements.map((requirement) => requirement.id));
    expect([...cited].filter((id) => !known.has(id))).toEqual([]);
  });
});
