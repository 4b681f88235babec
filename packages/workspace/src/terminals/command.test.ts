/** The search for a program in `PATH`. */
import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { findProgram } from './command.ts';

let project: SampleProject;

beforeEach(() => {
  project = createSampleProject();
  project.write({ 'bin/dig': '#!/bin/sh', 'plain/dig': 'text', file: '' });
  chmodSync(project.at('bin/dig'), 0o755);
  mkdirSync(project.at('closed'), { mode: 0 });
});

afterEach(() => {
  chmodSync(project.at('closed'), 0o700);
  project[Symbol.dispose]();
});

const find = (command: string, ...folders: readonly string[]): Promise<string> => {
  const PATH = folders.map((folder) => project.at(folder)).join(delimiter);
  return findProgram(command, { cwd: project.root, env: { PATH } });
};

/** Folders that can have no program: one that may not be searched, one that is a file, one that is missing. */
const without = ['closed', 'file', 'missing'];

test('goes on after folders that have none', async () => {
  expect(await find('dig', ...without, 'plain', 'bin')).toBe(project.at('bin/dig'));
});

test('a name that is nowhere is missing, whatever the folders are', async () => {
  for (const folder of ['bin', ...without]) {
    await expect(find('sow', folder)).rejects.toThrow('program not found; check its name and the PATH');
  }
});

test('a file that may not be executed is the reason, also if it is in a later folder', async () => {
  await expect(find('dig', ...without, 'plain')).rejects.toThrow('it may not be executed by this user');
});

test('a relative folder begins where the command would run', async () => {
  const found = findProgram('dig', { cwd: project.at('plain'), env: { PATH: '../bin' } });
  expect(await found).toBe(project.at('bin/dig'));
});
