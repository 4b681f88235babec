/** Folders of manifests for tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder that is removed when it is disposed of. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
}

/** Writes files by their path; values that are not strings are written as JSON. */
export async function testFolder(files: Readonly<Record<string, unknown>> = {}): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), 'acp-authors-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** An icon that keeps all rules. */
export const goodIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><path fill="currentColor" d="M2 2h12v12H2z"/></svg>\n';

/** A manifest with a package that keeps all rules. */
export const goodManifest = {
  id: 'rose',
  name: 'Rose',
  version: '1.2.3',
  description: 'An agent that tends roses.',
  repository: 'https://github.com/garden/rose',
  authors: ['The Gardeners'],
  license: 'Apache-2.0',
  distribution: { npx: { package: '@garden/rose@1.2.3', args: ['--acp'] } },
} as const;

const release = 'https://github.com/garden/rose/releases/download/v1.2.3/rose';

/** Builds for all systems that keep all rules. */
export const goodBinary = {
  'darwin-aarch64': { archive: `${release}-macos.tar.gz`, cmd: './rose', args: ['acp'] },
  'linux-x86_64': { archive: `${release}-linux.tar.bz2`, cmd: './rose', args: ['acp'], env: { ROSE_MODE: 'acp' } },
  'windows-x86_64': { archive: `${release}-windows.zip`, cmd: './rose.exe' },
} as const;
