import { describe, expect, test } from 'vitest';

import { environmentOf, readCommand } from './agent-command.ts';

describe('a command', () => {
  test('is a list of words, or its parts by name', () => {
    expect(readCommand(['npx', 'agent', '--acp'])).toEqual({ command: 'npx', args: ['agent', '--acp'] });
    expect(readCommand({ command: 'npx', cwd: '/garden' })).toEqual({ command: 'npx', cwd: '/garden' });
  });

  test('is never one string for a shell, and never empty', () => {
    expect(() => readCommand('npx agent' as unknown as string[])).toThrow('is a list');
    expect(() => readCommand([])).toThrow('empty');
  });
});

describe('the environment of an agent', () => {
  const ours = { PATH: '/bin', HOME: '/home/mira', SECRET: 'rose' };

  test('is ours with what the command adds and takes away', () => {
    const command = { command: 'agent', env: { MODEL: 'tulip', SECRET: undefined } };
    expect(environmentOf(command, undefined, ours)).toEqual({ PATH: '/bin', HOME: '/home/mira', MODEL: 'tulip' });
  });

  test('is only what is named, and what the command adds', () => {
    const command = { command: 'agent', env: { MODEL: 'tulip' } };
    expect(environmentOf(command, ['PATH', 'LANG'], ours)).toEqual({ PATH: '/bin', MODEL: 'tulip' });
  });
});
