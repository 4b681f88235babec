/** Pipes and devices in the place of the files that the agent is configured with. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { runScript } from '../script/run-script.ts';
import { readConfigText } from './config-file.ts';

const channel = (): never => {
  throw new Error('The script was read.');
};

test('are refused with a sentence, and never waited for', async () => {
  using folder = temporaryFolder();
  const [pipe, zero] = [join(folder.path, 'pipe'), join(folder.path, 'zero')];
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/zero', zero);
  for (const path of [pipe, zero]) {
    await expect(readConfigText(path)).rejects.toThrow(/cannot be read: it is not a regular file; name one/u);
    const options = { file: path, channel, version: '1.0.0' } as unknown as Parameters<typeof runScript>[0];
    await expect(runScript(options)).rejects.toThrow(/it is not a regular file; name one/u);
  }
});
