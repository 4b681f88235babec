import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { createSampleProject } from '../sample-project.test-support.ts';
import { findGit, runGit } from './run-git.ts';

test('git is stopped when it takes too long, such as when it opens a pipe that nothing writes into', async () => {
  using project = createSampleProject();
  execFileSync('mkfifo', [project.at('pipe')]);
  const git = (await findGit(project.root)) ?? '';
  const run = { settings: project.root, cwd: project.root };
  const reading = runGit(git, ['config', '--file', project.at('pipe'), '--list'], { ...run, timeLimit: 50 });
  await expect(reading).rejects.toThrow('git was stopped, because it took longer than 0.05 seconds.');
  const { output } = await runGit(git, ['config', '--file', '-', '--list'], { ...run, input: '[rose] red = yes\n' });
  expect(output).toBe('rose.red=yes\n');
});
