/** The unit of systemd, the container file and the commands of the guides use options that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createProgram } from '../../apps/cli/src/program.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { repository } from '../support/checkout.ts';
import { instructionsOf } from '../support/container-file.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

type Command = ReturnType<typeof createProgram>;

/** Parses a command line of `acp` without running it; throws if it has an option or a command that does not exist. */
async function parse(words: readonly string[]): Promise<void> {
  const noop = (): undefined => undefined;
  const program = createProgram(captureTerminal(), { finish: noop, printHelp: noop, args: words });
  const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
  for (const command of all(program)) if (command.commands.length === 0) command.action(noop);
  await program.parseAsync(words, { from: 'user' });
}

/** The words of a shell line, without what is put in by the shell. */
const wordsOf = (line: string): readonly string[] =>
  (line.replace(/\s+#.*$/u, '').match(/'[^']*'|"[^"]*"|\S+/gu) ?? []).map((word) =>
    word.replaceAll(/^['"]|['"]$/gu, ''),
  );

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
  await parse(words);
  const drain = Number(words[words.indexOf('--drain') + 1]);
  expect(Number(service?.get('TimeoutStopSec'))).toBeGreaterThan(drain);
});

test('the container file is one, and starts a hub', async () => {
  const instructions = instructionsOf('examples/hub/Containerfile');
  const valueOf = (wanted: string): string => instructions.findLast(({ name }) => name === wanted)?.value ?? '';
  expect(instructions[0]?.name).toBe('FROM');
  const [acp, ...words] = JSON.parse(valueOf('ENTRYPOINT')) as readonly string[];
  expect(acp).toBe('acp');
  await parse(words);
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
  await parse(JSON.parse(valueOf('CMD')) as readonly string[]);
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

const guides = ['keep-agents-running', 'share-a-session', 'run-several-hubs'];
const commands = guides.flatMap((guide) =>
  Array.from(read(`docs/guides/${guide}.md`).matchAll(/```sh\n([\s\S]*?)```/gu), ([, text = '']) => text)
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('acp '))
    .map((line) => [guide, line] as const),
);

test('the guides show commands', () => {
  expect(commands.length).toBeGreaterThan(15);
});

test.each(commands)('%s shows a command that exists: %s', async (_guide, line) => {
  const [, ...words] = wordsOf(line.replace(/\s[<>].*$/u, ''));
  await parse(words);
});

test('an option that does not exist would be found', async () => {
  await expect(parse(['hub', '--no-such-option'])).rejects.toThrow('unknown option');
  await expect(parse(['hub', 'no-such-command'])).rejects.toThrow();
});
