import { readdirSync, readFileSync } from 'node:fs';

import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';

import { createProgram } from './program.ts';
import { captureTerminal } from './terminal/captured-terminal.ts';

const program = await createProgram(captureTerminal(), {
  finish: () => undefined,
  printHelp: () => undefined,
  args: [],
});

/** Every command that does something, with the words that call it. */
const leaves = (parent: Command, words = ''): readonly (readonly [string, Command])[] =>
  parent.commands.flatMap((command) => {
    const name = `${words}${command.name()}`;
    return command.commands.length === 0 ? [[name, command] as const] : leaves(command, `${name} `);
  });

describe('the program', () => {
  test.each(leaves(program))('can record and tell what acp %s does', (_, command) => {
    const flags = command.options.map(({ long }) => long);
    expect(flags).toEqual(expect.arrayContaining(['--trace', '--log-level']));
  });

  test('offers a trace only where there are messages, with the variable that says so too', () => {
    const helpOf = (name: string): string =>
      leaves(program)
        .find(([words]) => words === name)?.[1]
        .helpInformation()
        .replaceAll(/\s+/gu, ' ') ?? '';
    expect(helpOf('exec')).toContain('--trace <file> record every message on the wire (env: ACP_TRACE)');
    expect(helpOf('protocol')).toContain('--log-level');
    expect(helpOf('protocol')).not.toContain('--trace');
  });

  test('says of the bridge that it translates an agent', () => {
    const bridge = program.commands.find((command) => command.name() === 'bridge');
    expect(bridge?.summary()).toBe('translate an agent between protocol versions 1 and 2');
  });

  test('has the version of every package', () => {
    const root = new URL('../../../', import.meta.url);
    const folders = ['packages', 'apps'].flatMap((each) =>
      readdirSync(new URL(`${each}/`, root)).map((name) => `${each}/${name}`),
    );
    const versions = folders.map((folder) => {
      const manifest = readFileSync(new URL(`${folder}/package.json`, root), 'utf8');
      return [folder, (JSON.parse(manifest) as { version?: string }).version];
    });
    expect(versions.length).toBeGreaterThan(10);
    expect(versions).toEqual(folders.map((folder) => [folder, program.version()]));
  });

  test('has every command in the table of its README, with the words behind it', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = Array.from(readme.matchAll(/^\| `acp (?<name>[\w-]+)(?<rest>[^`]*)`/gmu), ({ groups = {} }) => ({
      name: groups['name'],
      words: (groups['rest']?.match(/[a-z]+(?:\\\|[a-z]+)+/u)?.[0] ?? '').split('\\|').filter((word) => word !== ''),
    }));
    for (const command of program.commands) {
      const known = command.commands.map((each) => each.name());
      const row = rows.find(({ name }) => name === command.name());
      expect({ command: command.name(), words: known.length === 0 ? [] : row?.words }).toEqual({
        command: command.name(),
        words: known,
      });
      expect(row, `acp ${command.name()} stands in no row of apps/cli/README.md`).toBeDefined();
    }
    const names = program.commands.map((command) => command.name());
    expect(rows.map(({ name }) => name).filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });
});
