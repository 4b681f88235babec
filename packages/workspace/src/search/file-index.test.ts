import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';

let project: SampleProject;
let workspace: Workspace;

beforeEach(async () => {
  project = createSampleProject();
  project.write({
    '.gitignore': 'dist\n',
    'dist/rose.js': '',
    'src/rose.ts': '',
    'src/garden/rose-bed.ts': '',
    'src/garden/r/o/s/e.ts': '',
  });
  workspace = await openWorkspace({ cwd: project.root });
});

afterEach(async () => {
  await workspace[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

describe('an index of files', () => {
  test.each(['rose', 'rs', '', '*.ts', 'garden/**', 'nothing like it'])(
    'ranks %j as a search does',
    async (pattern) => {
      const index = await workspace.search.index();
      const { paths } = await workspace.search.files(pattern);
      expect(index.find(pattern, { limit: 100 }).files.map(({ path }) => path)).toEqual(paths);
    },
  );

  test('has the paths of files, without those that are ignored', async () => {
    const { files, isTruncated } = await workspace.search.index();
    expect(files).toEqual(
      ['.gitignore', 'src/garden/r/o/s/e.ts', 'src/garden/rose-bed.ts', 'src/rose.ts'].map((relativePath) => ({
        path: project.at(relativePath),
        relativePath,
      })),
    );
    expect(isTruncated).toBe(false);
  });

  test('says that there is more, of files or of matches', async () => {
    const short = await workspace.search.index({ limit: 3 });
    expect([short.files.length, short.isTruncated]).toEqual([3, true]);
    expect(short.find('e', { limit: 10 }).isTruncated).toBe(true);
    const whole = await workspace.search.index({ limit: 4 });
    expect(whole.find('rose', { limit: 1 })).toEqual({
      files: [{ path: project.at('src/rose.ts'), relativePath: 'src/rose.ts' }],
      isTruncated: true,
    });
  });

  test('is not read after an abort', async () => {
    await expect(workspace.search.index({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});
