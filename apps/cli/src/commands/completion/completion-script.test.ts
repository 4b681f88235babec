import { expect, test } from 'vitest';

import { createProgram } from '../../program.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { completionScript } from './completion-script.ts';

const program = createProgram(captureTerminal(), { finish: () => undefined, printHelp: () => undefined, args: [] });
const lineOf = (command: string): string =>
  completionScript('bash', program)
    .split('\n')
    .find((line) => line.startsWith(`    '${command}') _acp_add`)) ?? '';

test('acp call completes agents and methods, acp inspect agents and files', () => {
  expect(lineOf('call')).toContain('acp agents list');
  expect(lineOf('call')).toContain("'session/list'");
  expect(lineOf('call')).not.toContain('_acp_files');
  expect(lineOf('inspect')).toContain('acp agents list');
  expect(lineOf('inspect')).toContain('_acp_files');
});

test('an option that is not for users is not offered', () => {
  expect(lineOf('inspect')).toContain('--listen');
  expect(lineOf('inspect')).not.toContain('--connect');
});
