import { openWorkspace } from '@acp-stack/workspace';
import { expect, test } from 'vitest';

import {
  createHostileRepository,
  dangerousSettings,
  settingPlaces,
} from '../../../../test/support/hostile-repository.ts';
import { toolFixture } from '../tools/tool-fixture.test-support.ts';
import { gitStatus } from './git-status.ts';

test('runs no program that the repository names, and does not ask', async () => {
  await using fixture = await toolFixture();
  for (const place of settingPlaces) {
    using repository = createHostileRepository({ settings: dangerousSettings, place });
    await using workspace = await openWorkspace({ cwd: repository.folder });
    const { forModel } = await fixture.run((resources) => gitStatus({ ...resources, workspace }), {});
    expect(forModel).toMatch(/^## (?:main|side)$/u);
    expect(repository.ran()).toEqual([]);
  }
  expect(fixture.questions).toEqual([]);
});

test('says that a folder is in no repository', async () => {
  await using fixture = await toolFixture();
  expect(await fixture.run(gitStatus, {})).toMatchObject({
    isError: true,
    forModel: `${fixture.cwd} is not inside a git repository.`,
  });
});
