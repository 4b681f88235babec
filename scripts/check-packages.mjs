/** publint over every package that is published: its entry points exist and say the truth about themselves. */
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { readWorkspace } from './workspace.mjs';

let problems = 0;
for (const { home, manifest } of readWorkspace('.')) {
  if (manifest.private) continue;
  const { messages, pkg } = await publint({ pkgDir: home, strict: true, pack: false });
  // Without `exports` every file below the folder is looked at, also those of dependencies, which are not published
  // with it.
  const found = messages
    .map((message) => formatMessage(message, pkg))
    .filter((text) => !text.includes('/node_modules/'));
  for (const text of found) console.error(`${home}: ${text}`);
  problems += found.length;
}
process.exitCode = problems === 0 ? 0 : 1;
