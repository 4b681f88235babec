import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readConfig } from '../config/config.ts';
import { captureTerminal, type CaptureOptions, type CapturedTerminal } from '../terminal/captured-terminal.ts';
import { absoluteLocation, acceptedSources, configuredSources } from './sources.ts';

const official = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-sources-'));
  path = join(folder, 'config.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const user = (typed?: string, options: CaptureOptions = {}): CapturedTerminal =>
  captureTerminal({
    ...options,
    ...(typed === undefined ? {} : { stdin: [typed], isInputTerminal: true, isErrorTerminal: true }),
  });
const accept = (terminal: CapturedTerminal, yes = false): Promise<unknown> =>
  acceptedSources(readConfig(path), terminal, { yes, reason: 'agent "claude" not found' });
const stored = (): unknown => JSON.parse(readFileSync(path, 'utf8'));

describe('the official registry', () => {
  test('is used after the user has accepted it once, and is kept in the config file', async () => {
    const terminal = user('y\n');
    expect(await accept(terminal)).toEqual([{ name: 'official', location: official }]);
    expect(terminal.err()).toContain(official);
    expect(stored()).toEqual({ registries: { official } });
    const later = user();
    expect(await accept(later)).toEqual([{ name: 'official', location: official }]);
    expect(later.err()).toBe('');
  });

  test('is not asked for again after a no', async () => {
    await expect(accept(user('n\n'))).rejects.toThrow(
      'acp registry sources add official accepts the official registry',
    );
    expect(stored()).toEqual({ registries: { official: false } });
    const later = user('y\n');
    await expect(accept(later)).rejects.toThrow('agent "claude" not found; acp registry sources add official accepts');
    expect(later.err()).toBe('');
    await expect(accept(user(), true)).rejects.toThrow('acp registry sources add official');
  });

  test('is asked for again if there was no answer', async () => {
    await expect(accept(user(''))).rejects.toThrow('acp registry sources add official');
    expect(() => stored()).toThrow('ENOENT');
  });

  test('is refused without a terminal, with the command that accepts it, and taken with --yes', async () => {
    await expect(accept(user())).rejects.toThrow(
      `agent "claude" not found; acp registry sources add official, or --yes, accepts the official registry (${official})`,
    );
    expect(await accept(user(), true)).toHaveLength(1);
    expect(stored()).toEqual({ registries: { official } });
  });

  test('is used for this run if the answer cannot be stored', async () => {
    writeFileSync(path, '{ // mine\n}');
    const terminal = user('y\n');
    expect(await accept(terminal)).toHaveLength(1);
    expect(terminal.err()).toContain('the answer could not be stored: ');
    expect(readFileSync(path, 'utf8')).toBe('{ // mine\n}');
  });

  test('can be a mirror that a variable names, which is shown in the question', async () => {
    const terminal = user('y\n', { env: { ACP_OFFICIAL_REGISTRY: 'http://127.0.0.1:9/registry.json' } });
    await accept(terminal);
    expect(terminal.err()).toContain('http://127.0.0.1:9/registry.json');
    expect(stored()).toEqual({ registries: { official: 'http://127.0.0.1:9/registry.json' } });
  });
});

describe('registries of the config file', () => {
  test('have an order, and paths begin at the folder of the file', async () => {
    writeFileSync(
      path,
      JSON.stringify({ registries: { team: 'https://team.example/r.json', official: false, here: './mine' } }),
    );
    expect(configuredSources(readConfig(path))).toEqual([
      { name: 'team', location: 'https://team.example/r.json' },
      { name: 'here', location: join(folder, 'mine') },
    ]);
    expect(await accept(user())).toHaveLength(2);
  });

  test.each([
    [{ team: 7 }, 'registries.team must be an address, a path, or false'],
    [{ '': '/x' }, 'must begin with a letter'],
    [{ '1': '/x' }, 'must begin with a letter'],
    [[], 'registries must be an object'],
  ])('are refused if they are %j', (registries, words) => {
    writeFileSync(path, JSON.stringify({ registries }));
    expect(() => readConfig(path)).toThrow(words);
  });

  test('are not of a scheme that cannot be read', () => {
    expect(absoluteLocation('file:///srv/agents', '/home')).toBe('/srv/agents');
    expect(() => absoluteLocation('ftp://x/y', '/home')).toThrow('it must begin with https:');
    expect(() => absoluteLocation('http://', '/home')).toThrow('it must begin with https:');
  });
});
