/** publint over every package that is published: its entry points exist and say the truth about themselves. */
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { readWorkspace } from './workspace.mjs';

let problems = 0;
for (const { home, manifest } of readWorkspace('.')) {
  if (manifest.private) continue;
  const { messages, pkg } = await publint({ pkgDir: home, strict: true, pack: false });
  for (const message of messages) console.error(`${home}: ${formatMessage(message, pkg)}`);
  problems += messages.length;
}
process.exitCode = problems === 0 ? 0 : 1;
