import type { AgentSession } from '@acp-stack/sdk';
import { openWorkspace } from '@acp-stack/workspace';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { modeOf } from '../settings/modes.ts';
import { instructionsFor } from './instructions.ts';

let folder: string;
let garden: string;
let orchard: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'instructions-')));
  [garden, orchard] = [join(folder, 'garden'), join(folder, 'orchard')];
  await mkdir(garden);
  await mkdir(orchard);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function instructions(session: Partial<Pick<AgentSession, 'systemPrompt'>> = {}, mode = 'ask'): Promise<string> {
  await using workspace = await openWorkspace({ cwd: garden, additionalDirectories: [orchard] });
  return instructionsFor(session as AgentSession, workspace, modeOf(mode));
}

const prompt = (mode: string): Pick<AgentSession, 'systemPrompt'> =>
  ({ systemPrompt: { mode, content: [{ type: 'text', text: 'Speak like a gardener.' }] } }) as Pick<
    AgentSession,
    'systemPrompt'
  >;

test(
  verifies('DIRS-13', 'say where the work is, in which mode, and what each root asks for, in their order'),
  async () => {
    await writeFile(join(garden, 'AGENTS.md'), 'Water the roses.');
    await writeFile(join(orchard, 'AGENTS.md'), 'Prune the trees.');
    const words = await instructions();
    expect(words).toContain(`The working directory is ${garden}.`);
    expect(words).toContain(`${garden}, ${orchard}`);
    expect(words).toContain('“Ask”');
    expect(words).toMatch(/Water the roses\.[^]*Prune the trees\.[^]*the earlier ones count\./u);
    expect(words).toContain(join(orchard, 'AGENTS.md'));
    expect(await instructions({}, 'plan')).toContain('exit_plan');
  },
);

test('instructions of a client come last, or stand alone', async () => {
  await writeFile(join(garden, 'AGENTS.md'), 'Water the roses.');
  expect(await instructions(prompt('append'))).toMatch(/Water the roses\.[^]*Speak like a gardener\.$/u);
  expect(await instructions(prompt('override'))).toBe('Speak like a gardener.');
});

test('instructions that are very long are cut at a whole character', async () => {
  await writeFile(join(garden, 'AGENTS.md'), `a${'🌹'.repeat(1_000_000)}`);
  const words = await instructions();
  expect(words.length).toBeLessThan(70_000);
  expect(Buffer.from(words).toString()).toBe(words);
  await writeFile(join(garden, 'AGENTS.md'), 'x'.repeat(20 * 1024 * 1024));
  await writeFile(join(orchard, 'AGENTS.md'), 'Prune the trees.');
  expect(await instructions()).toContain('Prune the trees.');
});

test.each<[string, () => Promise<void>]>([
  ['a folder', () => mkdir(join(garden, 'AGENTS.md')).then(() => undefined)],
  ['no text', () => writeFile(join(garden, 'AGENTS.md'), Buffer.from([0, 255, 0]))],
  ['a link that leads outside', () => symlink('/etc/passwd', join(garden, 'AGENTS.md'))],
  ['a link that leads to itself', () => symlink('AGENTS.md', join(garden, 'AGENTS.md'))],
])('instructions in a file that is %s are not followed, and the session works without', async (_, make) => {
  await make();
  const words = await instructions();
  expect(words).toContain('You are a coding agent.');
  expect(words).not.toContain('root:');
});
