import { tmpdir } from 'node:os';

import { describe, expect, test } from 'vitest';

import type { LoggedMessage } from '../conversation/message.ts';
import type { Judgement } from '../judge/run-options.ts';
import { findRule } from '../rules/find-rule.ts';
import type { Outcome, Verdict } from '../verdict/verdict.ts';
import { badge } from './badge.ts';
import { baselineText, compareWithBaseline, readBaseline } from './baseline.ts';
import { compareReports, comparisonHtml, comparisonMarkdown, comparisonText } from './comparison.ts';
import { reportOf, type ConformanceReport } from './conformance-report.ts';
import { htmlReport } from './html-report.ts';
import { junitReport } from './junit-report.ts';
import { readReport } from './read-report.ts';
import { terminalReport } from './terminal-report.ts';

const target = { kind: 'command', words: 'my-agent --acp' } as const;

const message = (from: LoggedMessage['from'], value: unknown): LoggedMessage => ({
  from,
  at: 1.4,
  text: JSON.stringify(value),
  value,
});

const initialize = [
  message('suite', {
    jsonrpc: '2.0',
    id: 'a',
    method: 'initialize',
    params: { protocolVersion: 1, clientInfo: {}, clientCapabilities: {} },
  }),
  message('peer', { jsonrpc: '2.0', id: 'a', result: { protocolVersion: 1 } }),
];

const opened = [
  ...initialize,
  message('suite', { jsonrpc: '2.0', id: 'b', method: 'session/new', params: { cwd: '/w', mcpServers: [] } }),
  message('peer', { jsonrpc: '2.0', id: 'b', result: { sessionId: 's1' } }),
];

interface Told {
  readonly id: string;
  readonly outcome: Outcome;
  readonly found?: string;
  readonly evidence?: readonly LoggedMessage[];
  readonly scenario?: string;
}

const verdict = ({ id, outcome, found = 'Seen.', evidence = [], scenario = 'prompt/one' }: Told): Verdict => ({
  rule: findRule(id),
  version: 1,
  outcome,
  found,
  evidence,
  ...(scenario === '' ? {} : { scenario }),
});

const judgement = (...told: readonly Told[]): Judgement => ({
  side: 'agent',
  name: 'mine 1.0',
  versions: [1],
  verdicts: told.map(verdict),
});

const report = (...told: readonly Told[]): ConformanceReport =>
  reportOf(judgement(...told), { target, sets: ['stable'] });

const mixed = report(
  { id: 'GEN-01', outcome: 'passed' },
  { id: 'GEN-06', outcome: 'failed', found: 'It said <script>alert(1)</script>.', evidence: opened },
  { id: 'GEN-08', outcome: 'warned' },
  { id: 'TURN-02', outcome: 'not-tested', found: 'It said nothing.', scenario: 'turns/two' },
  { id: 'TURN-03', outcome: 'not-offered', found: 'It does not offer it.', scenario: 'turns/two' },
  { id: 'INIT-01', outcome: 'not-tested', found: 'No scenario of the suite is about it.', scenario: '' },
);

describe('the document', () => {
  test('has a version, counts by outcome, and the messages of failures only', () => {
    expect(mixed).toMatchObject({
      format: 1,
      suite: 3,
      side: 'agent',
      name: 'mine 1.0',
      target: 'my-agent --acp',
      summary: { passed: 1, failed: 1, warned: 1, 'not-offered': 1, 'not-tested': 2 },
    });
    expect(mixed.verdicts.map(({ rule, evidence }) => [rule, evidence.length])).toEqual([
      ['GEN-01', 0],
      ['GEN-06', 4],
      ['GEN-08', 0],
      ['TURN-02', 0],
      ['TURN-03', 0],
      ['INIT-01', 0],
    ]);
    expect(readReport(JSON.stringify(mixed))).toEqual(mixed);
  });

  test('says the same in every run, whatever the folder of the scenario is called', () => {
    const found = 'The folder /tmp/acp-conformance-a1B2c3 is not known.';
    const [verdictOf] = report({ id: 'GEN-06', outcome: 'not-tested', found }).verdicts;
    expect(verdictOf?.found).toBe('The folder /tmp/acp-conformance-… is not known.');
  });

  test('can be about some rules only', () => {
    const some = reportOf(judgement({ id: 'GEN-01', outcome: 'passed' }, { id: 'GEN-06', outcome: 'failed' }), {
      target,
      sets: ['stable'],
      rules: new Set(['GEN-01']),
    });
    expect(some.summary).toMatchObject({ passed: 1, failed: 0 });
  });

  test('can be about further rules if they are broken', () => {
    const told = judgement(
      { id: 'TURN-02', outcome: 'passed' },
      { id: 'STDIO-02', outcome: 'failed' },
      { id: 'GEN-06', outcome: 'passed' },
    );
    const rules = new Set(['TURN-02']);
    const some = reportOf(told, { target, sets: ['stable'], rules, ifBroken: new Set(['STDIO-02', 'GEN-06']) });
    expect(some.verdicts.map(({ rule }) => rule)).toEqual(['TURN-02', 'STDIO-02']);
  });

  test.each([
    ['{', 'it is not JSON'],
    ['{}', 'it is not a report'],
    [JSON.stringify({ ...mixed, format: 9 }), 'it has the format 9'],
  ])('that is %s is refused with a sentence', (text, words) => {
    expect(() => readReport(text)).toThrow(words);
  });
});

describe('the reproduction', () => {
  const commandFor = (evidence: readonly LoggedMessage[]): string | undefined =>
    report({ id: 'GEN-06', outcome: 'failed', evidence }).verdicts[0]?.reproduce;

  test('is one call where one request shows the failure', () => {
    expect(commandFor(initialize)).toBe('acp call --protocol 1 initialize -- my-agent --acp');
    expect(commandFor(opened)).toBe(
      `acp call --protocol 1 --force session/new '{"cwd":"/w","mcpServers":[]}' -- my-agent --acp`,
    );
    const asked = message('suite', { jsonrpc: '2.0', id: 'c', method: '_x/y', params: { it: "isn't" } });
    expect(commandFor([...initialize, asked])).toBe(
      String.raw`acp call --protocol 1 --timeout 15 --force _x/y '{"it":"isn'\''t"}' -- my-agent --acp`,
    );
    const answered = message('peer', { jsonrpc: '2.0', id: 'c', error: { code: 1, message: 'No.' } });
    expect(commandFor([...initialize, asked, answered])).not.toContain('--timeout');
  });

  test('opens a session for a request in one', () => {
    const prompt = { jsonrpc: '2.0', id: 'c', method: 'session/prompt', params: { sessionId: 's1', prompt: [] } };
    expect(commandFor([...opened, message('suite', prompt)])).toBe(
      `acp call --protocol 1 --timeout 15 --session new --force session/prompt '{"prompt":[]}' -- my-agent --acp`,
    );
    const other = { ...prompt, params: { sessionId: 's2', prompt: [] } };
    expect(commandFor([...opened, message('suite', other)])).toContain('--only prompt/one');
  });

  test('opens a session for a prompt in one that was opened before', () => {
    const params = { sessionId: 's7', prompt: [{ type: 'text', text: 'Hello.' }] };
    const prompt = (more: object): LoggedMessage =>
      message('suite', { jsonrpc: '2.0', id: 'c', method: 'session/prompt', params: { ...params, ...more } });
    expect(commandFor([prompt({})])).toBe(
      `acp call --protocol 1 --timeout 15 --session new --force session/prompt '{"prompt":[{"type":"text","text":"Hello."}]}' -- my-agent --acp`,
    );
    expect(commandFor([prompt({ sessionId: 'conformance-unknown' })])).toContain('"sessionId":"conformance-unknown"');
    const scenario = 'acp conformance agent --version 1 --only prompt/one -- my-agent --acp';
    expect(
      commandFor([prompt({ prompt: [{ type: 'text', text: 'Read /tmp/acp-conformance-a1B2c3/notes.txt.' }] })]),
    ).toBe(scenario);
    expect(commandFor([prompt({ prompt: [{ type: 'text', text: 'long '.repeat(100) }] })])).toBe(scenario);
    const other = { jsonrpc: '2.0', id: 'c', method: 'session/close', params: { sessionId: 's7' } };
    expect(commandFor([message('suite', other)])).toBe(scenario);
  });

  test('names no folder that is gone', () => {
    const params = { cwd: '/scratch/acp-conformance-a1B2c3', mcpServers: null };
    const asked = message('suite', { jsonrpc: '2.0', id: 'c', method: 'session/new', params });
    expect(commandFor([asked])).toBe(
      `acp call --protocol 1 --timeout 15 --force session/new '{"cwd":"${tmpdir()}","mcpServers":null}' -- my-agent --acp`,
    );
  });

  test('is the scenario where something was sent before initialize, or the scripted model was asked', () => {
    const scenario = 'acp conformance agent --version 1 --only prompt/one -- my-agent --acp';
    const early = { jsonrpc: '2.0', id: 'suite-1', method: 'session/new', params: { cwd: '/w', mcpServers: [] } };
    expect(commandFor([message('suite', early)])).toBe(scenario);
    const params = { sessionId: 's1', prompt: [] };
    const evidence = [...opened, message('suite', { jsonrpc: '2.0', id: 'c', method: 'session/prompt', params })];
    const asking = { ...target, usesModel: true, options: '--login key' };
    const facts = { target: asking, sets: ['stable'] } as const;
    const [told] = reportOf(judgement({ id: 'GEN-06', outcome: 'failed', evidence }), facts).verdicts;
    expect(told?.reproduce).toBe('acp conformance agent --version 1 --login key --only prompt/one -- my-agent --acp');
  });

  test('is the scenario where more messages, other capabilities or no JSON are needed', () => {
    const scenario = 'acp conformance agent --version 1 --only prompt/one -- my-agent --acp';
    const notification = message('suite', { jsonrpc: '2.0', method: '_x/y', params: {} });
    expect(commandFor([...opened, notification])).toBe(scenario);
    expect(commandFor([...initialize, { from: 'suite', at: 0, text: '{' }])).toBe(scenario);
    const plain = { protocolVersion: 1, clientInfo: {} };
    const offering = { jsonrpc: '2.0', id: 'a', method: 'initialize', params: { clientCapabilities: { fs: {} } } };
    const asked = message('suite', { jsonrpc: '2.0', id: 'c', method: '_x/y' });
    expect(commandFor([message('suite', offering), asked])).toBe(scenario);
    for (const params of [
      { protocolVersion: '1' },
      { ...plain, capabilities: 'malformed' },
      { ...plain, surplus: 1 },
    ]) {
      const wrong = { jsonrpc: '2.0', id: 'a', method: 'initialize', params };
      expect(commandFor([message('suite', wrong)])).toBe(scenario);
    }
    expect(commandFor([])).toBe(scenario);
  });

  test('of an agent that does not answer is its first request', () => {
    const silent = report({ id: 'INIT-02', outcome: 'failed', scenario: '' });
    expect(silent.verdicts[0]?.reproduce).toBe('acp call --protocol 1 --timeout 15 initialize -- my-agent --acp');
  });

  test('names an address by --url', () => {
    const at = reportOf(judgement({ id: 'GEN-06', outcome: 'failed' }), {
      target: { kind: 'address', words: 'ws://127.0.0.1:1/acp' },
      sets: ['stable'],
    });
    expect(at.verdicts[0]?.reproduce).toMatch(/ --only prompt\/one --url ws:\/\/127\.0\.0\.1:1\/acp$/u);
  });
});

test('the reproduction of a client names how it reaches its agent', () => {
  const client = { kind: 'command', words: 'my-client {url}', options: '--over ws' } as const;
  const judged = { ...judgement({ id: 'WS-02', outcome: 'failed' }), side: 'client' } as const;
  const [told] = reportOf(judged, { target: client, sets: ['draft'] }).verdicts;
  expect(told?.reproduce).toBe(
    'acp conformance client --version 1 --set draft --over ws --only prompt/one -- my-client {url}',
  );
});

describe('the text', () => {
  test('tells failures first, then warnings, then the areas, then what was not tested', () => {
    const lines = terminalReport(mixed).split('\n');
    expect(lines[0]).toBe('FAIL  GEN-06 (MUST, version 1)  prompt/one');
    expect(lines.findIndex((line) => line.startsWith('warn  GEN-08'))).toBeGreaterThan(0);
    expect(lines).toContain('area    failed  warned  passed  not offered  not tested');
    expect(lines).toContain('turns        ·       ·       ·            1           1');
    expect(lines).toContain('  It said nothing. (TURN-02 v1)');
    expect(lines).toContain('1 failed, 1 warned, 1 passed, 1 not offered, 1 not tested');
    expect(lines.at(-2)).toMatch(/^1 rule is not about what can be seen/u);
  });

  test('shows no control characters of the program', () => {
    const hostile = report({ id: 'GEN-06', outcome: 'failed', found: 'It said \u001b[2J\u202ethis.' });
    expect(terminalReport(hostile)).toContain(String.raw`It said \u001b[2J\u202ethis.`);
  });
});

describe('JUnit', () => {
  test('has a case for each rule, failures with their messages, and warnings that pass', () => {
    const xml = junitReport(mixed);
    expect(xml).toContain(
      '<testsuites name="ACP conformance of mine 1.0" tests="5" failures="1" errors="0" skipped="2">',
    );
    expect(xml).toContain('<testsuite name="prompt in version 1" tests="3" failures="1" errors="0" skipped="0">');
    expect(xml).toContain('<skipped message="It said nothing."/>');
    expect(xml).toMatch(/<failure message="It said &lt;script&gt;alert\(1\)&lt;\/script&gt;\." type="MUST">/u);
    expect(xml.match(/<failure /gu)).toHaveLength(1);
    expect(xml.match(/<system-out>/gu)).toHaveLength(1);
  });

  test('has no character that XML forbids', () => {
    const xml = junitReport(report({ id: 'GEN-06', outcome: 'failed', found: 'a\u0000b\ud800c]]>' }));
    expect(xml).toContain('a\ufffdb\ufffdc]]&gt;');
  });
});

describe('the page', () => {
  test('says of each rule that no scenario is about why that is', () => {
    const page = htmlReport(mixed);
    expect(page).toContain('<h2>Rules that no scenario is about</h2>');
    expect(page).toMatch(/<td>INIT-01<\/td>.*<em>No scenario of the suite is about it\.<\/em>/u);
  });

  test('contains the wire of each failure, and nothing that runs or is loaded', () => {
    const html = htmlReport(mixed);
    expect(html).toContain('4 messages');
    expect(html).toContain('&quot;method&quot;:&quot;session/new&quot;');
    expect(html).toContain('It said &lt;script&gt;alert(1)&lt;/script&gt;.');
    expect(html).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|style="/u);
    expect(html).toMatch(/default-src 'none'; style-src 'sha256-[\w+/]+=*'/u);
  });

  test('shows the code in the words of a rule as code', () => {
    const page = htmlReport(report({ id: 'GEN-10', outcome: 'failed' }));
    expect(page).toContain('<p>Unparseable JSON gets one -32700 response with <code>id:null</code> and');
  });
});

describe('the badge', () => {
  test.each([
    [mixed, 'ACP v1: 1 rule broken'],
    [report({ id: 'GEN-01', outcome: 'passed' }), 'ACP v1: 1 rule kept'],
    [report({ id: 'GEN-01', outcome: 'not-tested' }), 'ACP v1: not tested'],
  ])('tells the result', (of, words) => {
    expect(badge(of)).toContain(`<title>${words}</title>`);
  });
});

describe('a baseline', () => {
  test('holds the failures of a report, and accepts them', () => {
    const known = readBaseline(baselineText(mixed));
    expect(known).toEqual([{ rule: 'GEN-06', version: 1 }]);
    expect(compareWithBaseline(mixed, known)).toMatchObject({ fresh: [], known: [{ rule: 'GEN-06' }], stale: [] });
  });

  test('does not accept another failure', () => {
    expect(compareWithBaseline(mixed, [])).toMatchObject({ fresh: [{ rule: 'GEN-06' }], stale: [] });
  });

  test('is stale if a rule is kept, not offered or unknown, and not if it was not tried', () => {
    const entries = ['GEN-01', 'TURN-02', 'TURN-03', 'LIFE-02', 'NO-99'].map((rule) => ({ rule, version: 1 as const }));
    expect(compareWithBaseline(mixed, entries).stale).toEqual([
      'GEN-01 in version 1 is kept now.',
      'TURN-03 in version 1 is about a feature that is not offered.',
      'There is no rule NO-99.',
    ]);
  });

  test.each(['', '[]', '{"known":[{"rule":"GEN-06"}]}'])('of the text %j is refused', (text) => {
    expect(() => readBaseline(text)).toThrow('it must have the form {"known"');
  });
});

describe('a comparison', () => {
  const other = reportOf(
    { ...judgement({ id: 'GEN-01', outcome: 'passed' }, { id: 'GEN-06', outcome: 'passed' }), name: 'theirs | 2' },
    { target, sets: ['stable'] },
  );
  const comparison = compareReports([mixed, other]);

  test('has a row for each rule that is broken or differs', () => {
    expect(comparison.rows.map(({ verdict: { rule }, outcomes }) => [rule, ...outcomes])).toEqual([
      ['GEN-06', 'failed', 'passed'],
      ['GEN-08', 'warned', undefined],
      ['TURN-02', 'not-tested', undefined],
      ['TURN-03', 'not-offered', undefined],
    ]);
  });

  test('is written as text, Markdown and HTML', () => {
    const text = comparisonText(comparison).split('\n');
    expect(text[0]).toBe('rule            mine 1.0  theirs | 2');
    expect(text).toContain('GEN-06 v1         failed      passed');
    const markdown = comparisonMarkdown(comparison);
    expect(markdown).toContain(String.raw`| mine 1.0 | theirs \| 2 |`);
    expect(
      new Set(
        markdown
          .trimEnd()
          .split('\n')
          .map((line) => line.match(/(?<!\\)\|/gu)?.length),
      ),
    ).toEqual(new Set([5]));
    expect(comparisonHtml(comparison)).toContain('<td class="failed">failed</td><td class="passed">passed</td>');
  });
});
