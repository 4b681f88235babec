import { expect, test } from 'vitest';

import { readDiagnostics, runDiagnostics } from './command-diagnostics.ts';

const rose = 'file:///garden/rose.ts';

test.each([
  ['rose.ts(3,7): error TS2304: Cannot find name.', 2, 6, 'error', 'error TS2304: Cannot find name.'],
  ['rose.ts:3:7 - error TS2304: Cannot find name.', 2, 6, 'error', 'error TS2304: Cannot find name.'],
  ['/garden/rose.ts:3:7: warning: unused', 2, 6, 'warning', 'warning: unused'],
  ['./rose.ts:3:7: Missing semicolon. [Error/semi]', 2, 6, 'error', 'Missing semicolon. [Error/semi]'],
  ['rose.ts:3: note: declared here', 2, 0, 'information', 'note: declared here'],
])('reads %s', (line, row, column, severity, message) => {
  const start = { line: row, column };
  expect([...readDiagnostics(`Checking …\n${line}\n1 problem\n`, '/garden')]).toEqual([
    [rose, [{ span: { start, end: start }, severity, message }]],
  ]);
});

test('ignores lines that do not report a problem of a file', () => {
  expect(readDiagnostics('\n  at rose.ts:3\nDone in 3s.\nhttps://example.org/a\n', '/garden').size).toBe(0);
});

test('runs the command of the user in the folder, and takes what it prints though it fails', async () => {
  const command = `${JSON.stringify(process.execPath)} -e "console.error('rose.ts:1:1: error: wilted'); process.exit(2)"`;
  const found = await runDiagnostics(command, process.cwd(), new AbortController().signal);
  expect([...found.values()].flat()).toMatchObject([{ message: 'error: wilted' }]);
});
