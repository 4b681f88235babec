import { describe, expect, test } from 'vitest';
import { MessageChecker, type Verdict } from '@acp-stack/trace';

import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { createPalette } from '../../terminal/palette.ts';
import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { jsonLine, textLine } from './verdict-line.ts';

const palette = createPalette(captureTerminal().stdout, {});
const verdict = (parts: Partial<Verdict>): Verdict => ({
  kind: 'notification',
  method: 'session/update',
  problems: [],
  repairs: [],
  notes: [],
  ...parts,
});
const problem = { path: '/params/x', expected: 'a string', found: '7' };

describe('textLine', () => {
  test.each<[string, Partial<Verdict>]>([
    ['12 ok session/update', {}],
    ['12 ok session/prompt result', { kind: 'result', method: 'session/prompt' }],
    ['12 ok error (answers no request)', { kind: 'error', method: undefined, notes: ['answers no request'] }],
    ['12 invalid session/update  /params/x: expected a string; found 7', { problems: [problem] }],
    [
      '12 invalid message  not JSON: "n" instead of a value at character 1',
      {
        kind: 'message',
        method: undefined,
        problems: [{ path: '', expected: 'JSON', found: '"n" instead of a value at character 1' }],
      },
    ],
    [
      '12 ok session/update (repaired: dropped /params/x (expected a string; found 7))',
      { repairs: [{ action: 'dropped', ...problem }] },
    ],
  ])('writes %s', (line, parts) => {
    expect(textLine(12, verdict(parts), palette)).toBe(`${line}\n`);
  });

  test('names the entry that was skipped, then the reason', () => {
    const params = { sessionId: 's', update: { sessionUpdate: 'plan', entries: [{ content: 'c', priority: 7 }] } };
    const checker = new MessageChecker({
      schemas: schemaOf,
      version: 1,
      unstable: false,
      side: undefined,
      method: undefined,
    });
    const checked = checker.check({ jsonrpc: '2.0', method: 'session/update', params }, 1);
    expect(textLine(1, checked, palette)).toBe(
      '1 ok session/update (repaired: skipped /params/update/entries/0 (/priority: expected one of high, medium, low; found 7))\n',
    );
  });

  test('stays one line with many notes', () => {
    const notes = Array.from({ length: 9 }, (_, index) => `n${index}`);
    expect(textLine(1, verdict({ notes }), palette)).toBe(
      '1 ok session/update (n0; n1; n2; n3; n4; and 4 more, which --format json shows)\n',
    );
  });

  test('stays one line with many problems', () => {
    const line = textLine(1, verdict({ problems: Array.from({ length: 9 }, () => problem) }), palette);
    expect(line.split('\n')).toHaveLength(2);
    expect(line).toContain(' | and 4 more, which --format json shows\n');
  });

  test('escapes what would break the line or command the terminal', () => {
    const path = '/a\nb\u001b[2J\u009b\u202e\u2028';
    const line = textLine(1, verdict({ method: 'x\u0007', problems: [{ ...problem, path }] }), palette);
    expect(line).toBe('1 invalid x\\u0007  /a\\u000ab\\u001b[2J\\u009b\\u202e\\u2028: expected a string; found 7\n');
  });

  test('shortens a very long path', () => {
    const line = textLine(1, verdict({ problems: [{ ...problem, path: `/${'x'.repeat(1_000_000)}` }] }), palette);
    expect(line.length).toBeLessThan(500);
    const expected = `a valid value (/${'x'.repeat(1_000_000)}: expected a string; found 7)`;
    const repairs = [{ action: 'dropped' as const, path: '/params/x', expected, found: 'an object' }];
    expect(textLine(1, verdict({ repairs }), palette).length).toBeLessThan(1_200);
  });
});

describe('jsonLine', () => {
  test('holds line, ok, method and problems', () => {
    expect(JSON.parse(jsonLine(3, verdict({ problems: [problem] })))).toEqual({
      line: 3,
      ok: false,
      method: 'session/update',
      problems: [problem],
    });
  });

  test('has repairs and notes only where there are any', () => {
    const repairs = [{ action: 'dropped' as const, ...problem }];
    expect(JSON.parse(jsonLine(3, verdict({ method: undefined, repairs, notes: ['n'] })))).toEqual({
      line: 3,
      ok: true,
      method: null,
      problems: [],
      repairs,
      notes: ['n'],
    });
  });

  test('is JSON whatever the paths hold', () => {
    const path = '/"\\\u0000\u2028\u202e\u{e0001}\ud800';
    const line = jsonLine(1, verdict({ problems: [{ ...problem, path }] }));
    expect(JSON.parse(line)).toMatchObject({ problems: [{ path }] });
    expect(line).not.toContain('\u202e');
  });
});
