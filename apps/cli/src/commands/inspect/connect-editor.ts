/** `acp inspect --connect`: runs as the agent of an editor over stdio, and forwards everything to an inspector. */
import { webSocket } from '@acp-stack/http/node';
import { stdio } from '@acp-stack/stdio';

import { onStopSignals } from '../../connect/stop-signals.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { joinChannels } from '../../wire/join-channels.ts';
import { readEditorFile } from './editor-file.ts';

/** Runs until the editor or the inspector ends. */
export async function connectEditor(path: string): Promise<number> {
  const { url, token } = readEditorFile(path);
  const inspector = webSocket(url, { headers: { authorization: `Bearer ${token}` } });
  const editor = stdio({ exitGrace: Infinity });
  const ignoreSignals = onStopSignals(() => inspector.destroy());
  const { leftEnded, rightEnded } = joinChannels(editor, inspector);
  const first = await Promise.race([
    leftEnded.then(() => 'editor' as const),
    rightEnded.then(() => 'inspector' as const),
  ]);
  ignoreSignals();
  if (first === 'editor') await inspector.end().catch(() => undefined);
  inspector.destroy();
  await editor.end();
  editor.destroy();
  if (first === 'editor') return 0;
  throw new CommandError(exitCodes.exited, 'the inspector or its agent has ended; look at the page of acp inspect');
}
