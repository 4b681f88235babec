/** A data folder that cannot be used: `acp agent` reports it in one sentence, on the wire and on stderr. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'libsql';
import { describe, expect, test, vi } from 'vitest';

import { AgentProgram, textOf, type AgentProgramOptions } from '../support/agent-program.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let cwd: string;
let data: string;
let file: string;

eachProjectFolder((garden) => {
  ({ folder, cwd, data } = garden);
  file = join(data, 'sessions.db');
});

/** A data folder with a session in it. */
async function filled(): Promise<string> {
  await using agent = new AgentProgram({ version: 2, data });
  const sessionId = await agent.open(cwd);
  await agent.prompt(sessionId, '/read rose.md');
  return sessionId;
}

interface Refused {
  readonly message: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Starts an agent, asks for a session, and lets it go; what it said. */
async function refused(options: Partial<AgentProgramOptions> = {}): Promise<Refused> {
  await using agent = new AgentProgram({ version: 2, data, ...options });
  await agent.initialized;
  const message = await agent.open(cwd).then(
    () => 'it succeeded',
    (error: Error) => error.message,
  );
  // It still serves: an editor that asks for something else is answered.
  expect(await agent.call('providers/list', {})).toHaveProperty('providers');
  await agent.process[Symbol.asyncDispose]();
  const { code: exitCode } = await agent.process.exited;
  return { message, exitCode, stderr: agent.process.stderr.tail(20).join('\n') };
}

/** One sentence that names the file and says what to do. */
function expectOneSentence({ message, stderr, exitCode }: Refused, words: RegExp): void {
  expect(message).toMatch(words);
  expect(message).not.toContain('\n');
  expect(message).toMatch(/^[^.].*\.$/u);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
  expect(exitCode).toBe(1);
}

describe('a data folder', () => {
  test('with a damaged file is left as it is', async () => {
    await filled();
    const bytes = readFileSync(file);
    const damaged = Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xa5)]);
    writeFileSync(file, damaged);
    expectOneSentence(await refused(), /sessions\.db is damaged and was not changed; restore it, or move it away/u);
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  test('with a file that is something else is left as it is', async () => {
    mkdirSync(data);
    writeFileSync(file, 'my diary\n'.repeat(1000));
    expectOneSentence(await refused(), /sessions\.db is not a journal and was not changed/u);
    expect(readFileSync(file, 'utf8')).toBe('my diary\n'.repeat(1000));
  });

  test('of a later version is left as it is', async () => {
    await filled();
    const database = new Database(file);
    database.exec('PRAGMA user_version = 999');
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    const before = readFileSync(file);
    expectOneSentence(
      await refused(),
      /sessions\.db was written by a later version of this program .*; update this program\.$/u,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('that may not be written says whose rights to check', async () => {
    mkdirSync(data, { mode: 0o500 });
    expectOneSentence(await refused(withoutPrivileges()), /cannot be written; check the permissions/u);
  });

  test('that may be read and not written keeps its sessions', async () => {
    const sessionId = await filled();
    const before = readFileSync(file);
    chmodSync(file, 0o444);
    chmodSync(data, 0o555);
    expectOneSentence(await refused(withoutPrivileges()), /cannot be written; check the permissions/u);
    chmodSync(data, 0o700);
    chmodSync(file, 0o600);
    expect(readFileSync(file).equals(before)).toBe(true);
    await using agent = new AgentProgram({ version: 2, data });
    expect(textOf(await agent.load(sessionId, cwd))).toContain('A rose is red.');
  });

  test('that is a file says that there is no folder', async () => {
    writeFileSync(data, 'not a folder');
    expectOneSentence(
      await refused(),
      /^Sessions cannot be stored in .*data \(\w+\); .*choose another folder with --data/u,
    );
    expect(readFileSync(data, 'utf8')).toBe('not a folder');
  });

  test('and everything in it can only be read by its owner', async () => {
    await filled();
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('a disk that is full', () => {
  test('ends the turn with a sentence, and has everything that a client has heard', async () => {
    const sessionId = await filled();
    let heard: string;
    {
      // The limit counts blocks of 512 bytes; the log beside the file reaches it soon.
      await using agent = new AgentProgram({ version: 2, data, shell: 'ulimit -f 512; exec "$@"' });
      await agent.load(sessionId, cwd);
      const from = agent.heard.items.length;
      const { stopReason } = await agent.prompt(sessionId, '/run seq 1 200000');
      expect(stopReason).toBe('error');
      const { error } = agent.updates(sessionId, from).at(-1) as unknown as {
        readonly error: { readonly message: string };
      };
      expect(error.message).toMatch(/kept|disk|space/u);
      expect(error.message).not.toContain('\n');
      heard = outputOf(agent, sessionId, from);
    }
    copyFileSync(file, join(folder, 'copy.db'));
    await using agent = new AgentProgram({ version: 2, data });
    const loaded = await agent.load(sessionId, cwd);
    expect(textOf(loaded)).toContain('A rose is red.');
    const kept = outputOf(agent, sessionId, 0);
    expect(kept.slice(0, heard.length)).toBe(heard);
    expect((await agent.prompt(sessionId, '/read rose.md')).stopReason).toBe('end_turn');
  });

  test('refuses a new session with a sentence', async () => {
    mkdirSync(data, { mode: 0o700 });
    const { message } = await refused({ shell: 'ulimit -f 8; exec "$@"' });
    expect(message).toMatch(/disk|space/u);
    expect(message).not.toContain('\n');
  });
});

/** The output of the commands that were heard of. */
function outputOf(agent: AgentProgram, sessionId: string, from: number): string {
  return agent
    .updates(sessionId, from)
    .flatMap(({ sessionUpdate, data: bytes }) =>
      sessionUpdate === 'terminal_output_chunk' ? [Buffer.from(String(bytes), 'base64').toString('latin1')] : [],
    )
    .join('');
}

/** Root without its capabilities is bound by file permissions like any other user. */
function withoutPrivileges(): Pick<AgentProgramOptions, 'shell'> {
  if (process.getuid?.() !== 0) return {};
  return { shell: 'exec setpriv --bounding-set=-all --inh-caps=-all "$@"' };
}
