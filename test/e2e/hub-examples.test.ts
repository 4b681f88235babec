/** The unit of systemd, the container file and the commands of the guides use options that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { parseAcp, wordsOf } from '../support/command-lines.ts';
import { instructionsOf } from '../support/container-file.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('the unit of systemd starts a hub that has time to end its work', async () => {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  for (const line of read('examples/hub/acp-hub.service').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name] = /^\[(\w+)\]$/u.exec(line) ?? [];
    if (name !== undefined) sections.set(name, (section = new Map()));
    else {
      const [, key = '', value = ''] = /^([A-Za-z]+)=(.*)$/u.exec(line) ?? [];
      expect(key, `${line} is not a setting`).not.toBe('');
      section.set(key, value);
    }
  }
  expect([...sections.keys()]).toEqual(['Unit', 'Service', 'Install']);
  const service = sections.get('Service');
  const [env, acp, ...words] = wordsOf(service?.get('ExecStart') ?? '');
  expect([env, acp]).toEqual(['/usr/bin/env', 'acp']);
  await parseAcp(words);
  const drain = Number(words[words.indexOf('--drain') + 1]);
  expect(Number(service?.get('TimeoutStopSec'))).toBeGreaterThan(drain);
});

test('the container file is one, and starts a hub', async () => {
  const instructions = instructionsOf('examples/hub/Containerfile');
  const valueOf = (wanted: string): string => instructions.findLast(({ name }) => name === wanted)?.value ?? '';
  expect(instructions[0]?.name).toBe('FROM');
  const [acp, ...words] = JSON.parse(valueOf('ENTRYPOINT')) as readonly string[];
  expect(acp).toBe('acp');
  await parseAcp(words);
  expect(valueOf('EXPOSE')).toBe(words[words.indexOf('--port') + 1]);
  expect(valueOf('ENTRYPOINT')).not.toContain('127.0.0.1');
});

test('the container file of acp has nothing but it, and a user without rights', async () => {
  const instructions = instructionsOf('examples/container/Containerfile');
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const valueOf = (wanted: string): string => last.findLast(({ name }) => name === wanted)?.value ?? '';
  for (const { name, value } of instructions)
    if (name === 'FROM') expect(value).toMatch(/^docker\.io\/library\/node:2[0-9]-bookworm-slim(?: AS \w+)?$/u);
  expect(valueOf('USER')).toBe('node');
  // What comes after it runs without rights: nothing is installed there.
  expect(last.slice(last.findIndex(({ name }) => name === 'USER')).map(({ name }) => name)).not.toContain('RUN');
  expect(JSON.parse(valueOf('ENTRYPOINT'))).toEqual(['acp']);
  await parseAcp(JSON.parse(valueOf('CMD')) as readonly string[]);
});

test('the development container has a Node that is supported, and sets the checkout up', () => {
  const { image, remoteUser, postCreateCommand, ...others } = JSON.parse(
    read('.devcontainer/devcontainer.json'),
  ) as Readonly<Record<string, unknown>>;
  expect(image).toMatch(/^docker\.io\/library\/node:2[0-9]-bookworm$/u);
  expect(remoteUser).toBe('node');
  expect(postCreateCommand).toBe('npm start -- --version');
  // Properties of https://containers.dev/implementors/json_reference/.
  const documented = ['name', 'updateRemoteUserUID', 'forwardPorts', 'portsAttributes', 'customizations'];
  expect(Object.keys(others)).toEqual(documented);
});
