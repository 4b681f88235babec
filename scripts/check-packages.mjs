/** publint over every package that is published: its entry points exist and say the truth about themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { readWorkspace } from './workspace.mjs';

let problems = 0;
for (const { home, manifest } of readWorkspace('.')) {
  if (manifest.private) continue;
  const { messages, pkg } = await publint({ pkgDir: home, strict: true, pack: { files: filesOf(home) } });
  for (const message of messages) console.error(`${home}: ${formatMessage(message, pkg)}`);
  problems += messages.length;
}
process.exitCode = problems === 0 ? 0 : 1;

/**
 * The files of a package with their bytes. Those of its dependencies are not published with it, and there are so many
 * that looking at them takes longer than all the rest.
 */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(name);
    return [{ name, data: readFileSync(name) }];
  });
}
