import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { resolveSurfaces, readAreas } from '../generate/generate.ts';
import * as v1 from '../v1/unstable/index.ts';
import * as v2 from '../v2/unstable/index.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const update = (fields: object): object => ({ sessionId: 's', update: fields });
const pathsOf = (value: unknown): readonly string[] =>
  v2.validators.SessionNotification.unknownValues(value).map(({ path }) => path);

describe('the unknown values of a message', () => {
  test('are those of open lists, at any depth, with what the version defines', () => {
    const message = update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'dance', status: 'failed' });
    expect(v2.validators.SessionNotification.unknownValues(message)).toEqual([
      {
        path: '/update/kind',
        expected: 'one of read, edit, delete, move, search, execute, think, fetch, switch_mode, other',
        found: '"dance"',
      },
    ]);
    const change = { operation: 'melt', path: '/a', fileType: 'fog' };
    const content = [
      { type: 'content', content: { type: 'text', text: 'a', annotations: { audience: ['user', 'cat'] } } },
      { type: 'diff', changes: [change] },
      { type: 'hologram' },
    ];
    expect(pathsOf(update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content }))).toEqual([
      '/update/content/0/content/annotations/audience/1',
      '/update/content/1/changes/0/operation',
      '/update/content/1/changes/0/fileType',
      '/update/content/2/type',
    ]);
  });

  test('are also tags of variants inside variants', () => {
    expect(pathsOf(update({ sessionUpdate: 'state_update', state: 'asleep' }))).toEqual(['/update/state']);
    expect(pathsOf(update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'bored' }))).toEqual([
      '/update/stopReason',
    ]);
    expect(pathsOf(update({ sessionUpdate: 'weather' }))).toEqual(['/update/sessionUpdate']);
  });

  test('are not extensions, nulls, missing values or values of other types', () => {
    for (const kind of ['_dance', null, undefined, 7, {}])
      expect(pathsOf(update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', kind }))).toEqual([]);
    for (const value of [undefined, null, 7, 'a', [], {}, { update: null }]) expect(pathsOf(value)).toEqual([]);
  });

  test('do not exist where the version has closed lists', () => {
    const message = update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'a', kind: 'dance' });
    expect(v1.validators.SessionNotification.unknownValues(message)).toEqual([]);
  });
});

test('every open list of a version is found by its validator, with the values of the definitions', () => {
  for (const { version, unstable, shapes } of resolveSurfaces(readAreas(root))) {
    if (!unstable) continue;
    const validators = { 1: v1.validators, 2: v2.validators }[version] as unknown as typeof v2.validators;
    const open = [...shapes.values()].flatMap((shape) => (shape.kind === 'enum' && shape.open ? [shape] : []));
    expect(open.length).toBeGreaterThan(version === 2 ? 5 : -1);
    for (const { name, values } of open) {
      const validator = validators[name as keyof typeof validators];
      for (const { value } of values) expect(validator.unknownValues(value)).toEqual([]);
      expect(validator.unknownValues('surely not defined')).toMatchObject([
        { path: '', found: '"surely not defined"' },
      ]);
    }
  }
});
