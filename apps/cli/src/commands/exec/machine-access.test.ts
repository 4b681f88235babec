/** What an agent of version 1 may do on this machine while `acp exec` runs; the agent is in the same process. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { OldAgent } from '../../../../../test/support/old-agent.ts';
import { run } from '../../run.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';

let home: string;
let rose: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-exec-access-')));
  rose = join(home, 'rose.md');
  writeFileSync(rose, 'A rose is red.\n');
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

interface Outcome {
  readonly exitCode: number;
  readonly err: string;
  readonly offered: OldAgent['offered'];
  readonly mcpServers: unknown;
  /** The codes of the errors that the agent got, or `done`. */
  readonly answers: readonly (number | 'done')[];
}

/** Runs `acp exec --url` with an agent that reads a file, writes it, and runs a command. */
async function exec(...args: readonly string[]): Promise<Outcome> {
  const answers: Outcome['answers'][number][] = [];
  let offered: Outcome['offered'] = {};
  let mcpServers: unknown;
  const serving = await serveHttp({
    connect: (channel) => {
      const agent = new OldAgent(channel);
      agent.onPrompt(async () => {
        ({ offered } = agent);
        ({ mcpServers } = Object(agent.peer.find('session/new').params) as { mcpServers?: unknown });
        const program = `require('fs').writeFileSync('ran', '')`;
        for (const work of [
          () => agent.read(rose),
          () => agent.write(rose, 'A rose is white.\n'),
          () => agent.run(process.execPath, ['-e', program]),
        ])
          answers.push((await work()).error?.code ?? 'done');
      });
      return { closed: new Promise<void>(() => undefined) };
    },
  });
  const terminal = captureTerminal({
    isInputTerminal: true,
    stdin: [],
    env: { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), PATH: process.env['PATH'] ?? '' },
  });
  try {
    const exitCode = await run(['exec', 'hello', '--cwd', home, '--url', serving.url, ...args], terminal);
    return {
      exitCode,
      err: terminal.err().replaceAll(serving.url, 'URL').replaceAll(home, '~'),
      offered,
      mcpServers,
      answers,
    };
  } finally {
    await serving.close();
  }
}

describe('acp exec with a remote agent', () => {
  test('offers nothing of this machine, also with --approve-all, and says which flag does', async () => {
    const { err, offered, answers } = await exec('--approve-all');
    expect(JSON.stringify(offered)).not.toMatch(/TextFile|"terminal":true/u);
    expect(answers).toEqual([-32_601, -32_601, -32_601]);
    expect([readFileSync(rose, 'utf8'), existsSync(join(home, 'ran'))]).toEqual(['A rose is red.\n', false]);
    expect(err.match(/URL wanted to .*/gu)).toEqual([
      'URL wanted to read files of this machine and was refused; --allow-fs with --approve-reads, --approve-all or --policy allows it',
      'URL wanted to change files of this machine and was refused; --allow-fs with --approve-all or --policy allows it',
      'URL wanted to run commands on this machine and was refused; --allow-terminal with --approve-all or --policy allows it',
    ]);
  });

  test('lets it do what its flags and the policy allow, and prints that', async () => {
    const { err, answers } = await exec('--approve-all', '--allow-fs', '--allow-terminal');
    expect(answers).toEqual(['done', 'done', 'done']);
    expect([readFileSync(rose, 'utf8'), existsSync(join(home, 'ran'))]).toEqual(['A rose is white.\n', true]);
    expect(err).toContain('[read] ~/rose.md (by the client)\n[edit] ~/rose.md (by the client)\n');
    expect(err).toMatch(/\[execute\] .*node.* -e .*ran.* \(by the client\)\n/u);
  });

  test('offers nothing under --deny-all, which is the default', async () => {
    const { err, offered, answers } = await exec('--allow-fs', '--allow-terminal');
    expect(JSON.stringify(offered)).not.toMatch(/TextFile|"terminal":true/u);
    expect(answers).toEqual([-32_601, -32_601, -32_601]);
    expect(err).toContain(
      'read files of this machine and was refused; --approve-reads, --approve-all or --policy allows',
    );
  });

  test('offers only reading under --approve-reads', async () => {
    const { offered, answers } = await exec('--approve-reads', '--allow-fs', '--allow-terminal');
    expect(offered.fs).toEqual({ readTextFile: true });
    expect(answers).toEqual(['done', -32_601, -32_601]);
  });

  test('decides about each file and command by the rules of --policy', async () => {
    const policy = join(home, 'policy.json');
    const rules = [
      { decision: 'deny', kind: 'read' },
      { decision: 'allow', kind: 'edit', path: '*.md' },
    ];
    writeFileSync(policy, JSON.stringify({ rules, otherwise: 'ask' }));
    const { answers } = await exec('--policy', policy, '--allow-fs', '--allow-terminal');
    expect(answers).toEqual([-32_600, 'done', -32_600]);
    expect([readFileSync(rose, 'utf8'), existsSync(join(home, 'ran'))]).toEqual(['A rose is white.\n', false]);
  });

  test.each(['.git/hooks/pre-commit', '.config/acp-stack/config.json'])(
    'refuses changes of %s, which is protected, under --approve-all, and says which flag allows them',
    async (path) => {
      rose = join(home, path);
      mkdirSync(dirname(rose), { recursive: true });
      writeFileSync(rose, '{}');
      const flags = ['--approve-all', '--allow-fs', '--allow-terminal'];
      const refused = await exec(...flags);
      expect(refused.answers).toEqual(['done', -32_600, 'done']);
      expect(readFileSync(rose, 'utf8')).toBe('{}');
      expect(refused.err).toContain(
        `acp: URL wanted to change a protected path and was refused: ~/${path}; --allow-protected allows it\n`,
      );
      expect((await exec(...flags, '--allow-protected')).answers).toEqual(['done', 'done', 'done']);
      expect(readFileSync(rose, 'utf8')).toBe('A rose is white.\n');
    },
  );

  test('sends no MCP server of the config file that is a program of this machine', async () => {
    const servers = { mcpServers: { files: { command: 'node', env: { KEY: 'secret' } } } };
    const file = join(home, 'config.json');
    writeFileSync(file, JSON.stringify(servers));
    const { err, mcpServers } = await exec('--config', file);
    expect(mcpServers).toEqual([]);
    expect(err).toContain('the MCP server files is a program of this machine and is not sent to a remote agent');
    expect((await exec('--mcp-config', file)).mcpServers).toMatchObject([{ name: 'files' }]);
  });

  test('refuses a flag and its opposite', async () => {
    const { exitCode, err } = await exec('--allow-fs', '--no-fs');
    expect({ exitCode, err }).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('cannot be used together') as string,
    });
  });
});
