import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { reportOf, rules, type ConformanceReport, type Outcome } from '@acp-stack/conformance';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { compare } from './compare.ts';
import { checkFinishFlags, finishRun } from './finish-run.ts';
import { show } from './show.ts';

/** A report about one rule. */
function reportWith(outcome: Outcome, name = 'small'): ConformanceReport {
  const [rule] = rules.filter(({ id }) => id === 'TURN-02');
  if (rule === undefined) throw new Error('There is no rule TURN-02.');
  const verdicts = [{ rule, version: 1, outcome, scenario: 'prompt/one', found: 'Seen.', evidence: [] }] as const;
  const target = { kind: 'command', words: 'my-agent' } as const;
  return reportOf({ side: 'agent', name, versions: [1], verdicts }, { target, sets: ['stable'] });
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-conformance-files-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a run that is over', () => {
  test.each([
    ['json', /^\{\n {2}"format": 1/u],
    ['junit', /^<\?xml version="1\.0"/u],
    ['html', /^<!doctype html>/u],
  ] as const)('writes %s to a file, and a badge', async (format, start) => {
    const terminal = captureTerminal();
    const output = join(folder, `report.${format}`);
    const badge = join(folder, 'badge.svg');
    expect(await finishRun(reportWith('failed'), { format, output, badge }, terminal)).toBe(1);
    expect(terminal.out()).toBe('');
    expect(terminal.err()).toBe(`written to ${output}\nwritten to ${badge}\n`);
    expect(readFileSync(output, 'utf8')).toMatch(start);
    expect(readFileSync(badge, 'utf8')).toContain('1 rule broken');
  });

  test.each([
    ['passed', 0],
    ['warned', 0],
    ['not-tested', 0],
    ['failed', 1],
  ] as const)('with a rule that is %s ends with %s', async (outcome, code) => {
    expect(await finishRun(reportWith(outcome), { format: 'terminal' }, captureTerminal())).toBe(code);
  });
});

test.each([
  [{ output: 'no/folder/report.json' }, 'no/folder/report.json cannot be written: the folder does not exist'],
  [{ badge: '.' }, '. cannot be written: it is a folder'],
  [
    { baseline: 'none/known.json', updateBaseline: true },
    'none/known.json cannot be written: the folder does not exist',
  ],
])('a file that cannot be written is told before the run: %j', (flags, sentence) => {
  expect(() => checkFinishFlags({ format: 'json', ...flags })).toThrow(sentence);
});

test('the result of a run is shown if its file cannot be written', async () => {
  const terminal = captureTerminal();
  const output = join(folder, 'missing', 'report.json');
  await expect(finishRun(reportWith('failed'), { format: 'json', output }, terminal)).rejects.toThrow(
    'cannot be written',
  );
  expect(terminal.out()).toContain('FAIL  TURN-02');
});

test('a run that judged no version of the protocol ends with 2, and tells why', async () => {
  const terminal = captureTerminal();
  const nothing = { ...reportWith('not-tested'), versions: [] };
  expect(await finishRun(nothing, { format: 'terminal' }, terminal)).toBe(2);
  expect(terminal.err()).toBe('acp: nothing was judged: Seen.\n');
});

test('known failures are accepted, and a stale or a new one is not', async () => {
  const baseline = join(folder, 'known.json');
  const finish = async (outcome: Outcome, updateBaseline = false): Promise<readonly [number, string]> => {
    const terminal = captureTerminal();
    const code = await finishRun(reportWith(outcome), { format: 'terminal', baseline, updateBaseline }, terminal);
    return [code, terminal.err()];
  };
  expect(await finish('failed', true)).toEqual([0, `written to ${baseline}\n`]);
  expect(await finish('failed')).toEqual([0, '1 known, 0 new, 0 stale\n']);
  expect(await finish('passed')).toEqual([
    1,
    'stale: TURN-02 in version 1 is kept now. --update-baseline removes it.\n0 known, 0 new, 1 stale\n',
  ]);
  expect(await finish('passed', true)).toEqual([0, `written to ${baseline}\n`]);
  expect(await finish('failed')).toEqual([1, 'new: TURN-02 in version 1 is broken.\n0 known, 1 new, 0 stale\n']);
});

test('saved reports are shown again, and compared in one table', async () => {
  const files = (['passed', 'failed'] as const).map((outcome) => {
    const file = join(folder, `${outcome}.json`);
    writeFileSync(file, JSON.stringify(reportWith(outcome, `is-${outcome}`)));
    return file;
  });
  const again = captureTerminal();
  expect(await show({ file: files[1] ?? '', flags: { format: 'terminal' } }, again)).toBe(1);
  expect(again.out()).toContain('FAIL  TURN-02');
  const shown = async (format: 'terminal' | 'markdown' | 'html'): Promise<string> => {
    const terminal = captureTerminal();
    expect(await compare({ files, flags: { format } }, terminal)).toBe(0);
    return terminal.out();
  };
  expect(await shown('terminal')).toMatch(/^TURN-02 v1 +passed +failed$/mu);
  expect(await shown('markdown')).toMatch(/^\| rule \| what it says \| is-passed \| is-failed \|/u);
  expect(await shown('html')).toContain('<td class="failed">failed</td>');
});
