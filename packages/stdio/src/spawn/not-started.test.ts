/** Why a command could not be started, by the error of the system and by what is there. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

import { notStarted } from './not-started.ts';
import { spawnAgent } from './spawn-agent.ts';

const folder = mkdtempSync(join(tmpdir(), 'acp-'));
const closed = join(folder, 'closed');
const open = join(folder, 'open');
mkdirSync(closed, { mode: 0 });
mkdirSync(open);
writeFileSync(join(open, 'plain.txt'), 'no program', { mode: 0o644 });
const PATH = [closed, open].join(delimiter);

afterAll(() => {
  chmodSync(closed, 0o700);
  rmSync(folder, { recursive: true });
});

const refused = Object.assign(new Error('spawn EACCES'), { code: 'EACCES' });
const missing = 'command not found; check its name and path';
const denied = 'it may not be run; check its name and path';

test.each([
  ['a name that is in no folder of PATH', 'no-such-agent', missing],
  ['a name in PATH that is not a program', 'plain.txt', denied],
  ['a path', join(open, 'plain.txt'), denied],
  ['a path through a folder that may not be searched', join(closed, 'agent'), denied],
])('an EACCES for %s', (_, command, words) => {
  const error = notStarted(command, refused, { cwd: undefined, env: { PATH } });
  expect(error).toMatchObject({ code: 'not-started', message: `${command} could not be started: ${words}.` });
  expect(error.cause).toBe(refused);
});

test('an empty or relative folder of PATH begins in the folder that the command runs in', () => {
  for (const path of ['', '.', '../open']) {
    expect(notStarted('plain.txt', refused, { cwd: open, env: { PATH: path } }).message).toContain(denied);
    expect(notStarted('plain.txt', refused, { cwd: folder, env: { PATH: path } }).message).toContain(missing);
  }
});

test('a missing command is missing also for a user who may not search a folder of PATH', async () => {
  const agent = asOrdinaryUser(() => spawnAgent({ command: 'no-such-agent', env: { PATH } }));
  const { error } = await agent.exited;
  expect(error).toMatchObject({ code: 'not-started', cause: expect.objectContaining({ code: 'EACCES' }) });
  expect(error?.message).toBe(`no-such-agent could not be started: ${missing}.`);
});

/** Root may search every folder, so another user starts the process. */
function asOrdinaryUser<Result>(work: () => Result): Result {
  if (process.geteuid?.() !== 0) return work();
  chmodSync(folder, 0o755);
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
