import { describe, expect, test } from 'vitest';

import type { TableField } from './table.ts';
import { readEntry } from './table-text.ts';

/** A required string called `name`, but for what is given. */
const field = (name: string, given: Partial<TableField> = {}): TableField => ({
  name,
  type: 'string',
  optional: false,
  drop: false,
  skip: false,
  nullIsAbsent: false,
  aliases: [],
  ...given,
});

const object = { kind: 'object', fields: [], choices: [], accepts: [], emptyWhenMissing: false };

describe('the text of a table entry', () => {
  test.each([
    ['=u64', 'u64'],
    ['=u16(1)', { int: 'u16', min: 1 }],
    ['=f64(-0.5,1)', { f64: [-0.5, 1] }],
    ['=string(1)', { text: { min: 1 } }],
    ['=/^[a-z]{2}~[0-9]$/', { text: { pattern: '^[a-z]{2}~[0-9]$' } }],
    ['="2.0"', { is: '2.0' }],
    ['=Cost', { ref: 'Cost' }],
    ['=Cost[]~', { orNull: { list: { ref: 'Cost' }, min: 0 } }],
    ['=Cost~[2]', { list: { orNull: { ref: 'Cost' } }, min: 2 }],
    ['=string[]{}', { map: { list: 'string', min: 0 } }],
  ])('%s is a scalar', (text, type) => {
    expect(readEntry(text)).toEqual({ kind: 'scalar', type });
  });

  test('tells an enum, a choice, and a choice of which exactly one may fit', () => {
    expect(readEntry('|utf-8|utf-16')).toEqual({ kind: 'enum', values: ['utf-8', 'utf-16'] });
    expect(readEntry('+bool;Cost')).toEqual({ kind: 'choice', exactlyOne: false, of: ['bool', { ref: 'Cost' }] });
    expect(readEntry('^Left;Right')).toEqual({
      kind: 'choice',
      exactlyOne: true,
      of: [{ ref: 'Left' }, { ref: 'Right' }],
    });
  });

  test('gives an object its fields with their marks, its choices, its rules and what a missing one is', () => {
    expect(readEntry('{')).toEqual(object);
    expect(readEntry('{!')).toEqual({ ...object, emptyWhenMissing: true });
    expect(readEntry('{sessionId;_meta?-,meta:any{}~;list?-/^,a,b:Cost[];&Scope;@status-true,status')).toEqual({
      ...object,
      fields: [
        field('sessionId'),
        field('_meta', { type: { orNull: { map: 'any' } }, optional: true, drop: true, aliases: ['meta'] }),
        field('list', {
          type: { list: { ref: 'Cost' }, min: 0 },
          optional: true,
          drop: true,
          skip: true,
          nullIsAbsent: true,
          aliases: ['a', 'b'],
        }),
      ],
      choices: ['Scope'],
      accepts: [{ rule: 'status-true', when: ['status'] }],
    });
  });

  test('gives a union its key, shared fields, variants, openness, refused tags and rules', () => {
    expect(readEntry('<type?;.name;a;b?:B;c!,d:C;:None;*:Unknown;-plan use plan_update;@bare')).toEqual({
      kind: 'union',
      key: 'type',
      keyOptional: true,
      shared: [field('name')],
      variants: [
        { tag: 'a', type: undefined, mode: 'required', aliases: [] },
        { tag: 'b', type: 'B', mode: 'optional', aliases: [] },
        { tag: 'c', type: 'C', mode: 'filled', aliases: ['d'] },
        { tag: '', type: 'None', mode: 'none', aliases: [] },
      ],
      open: { type: 'Unknown' },
      refused: [['plan', 'use plan_update']],
      accepts: [{ rule: 'bare', when: [] }],
    });
    expect(readEntry('<type;*')).toMatchObject({ keyOptional: false, open: { type: undefined } });
    expect(readEntry('<type;a')).toMatchObject({ open: undefined });
  });
});
