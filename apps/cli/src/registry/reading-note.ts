/** Says on a terminal that registries are being read, if that takes long. */
import { systemClock, type Clock } from '@acp-stack/rpc';

import type { Terminal } from '../terminal/terminal.ts';

/** Milliseconds without an answer after which the note is shown. */
const patience = 1000;
const eraseLine = '\r\u001b[K';

/** Resolves like `work`; the note is gone then. */
export async function withReadingNote<T>(
  work: Promise<T>,
  { stderr, env }: Pick<Terminal, 'stderr' | 'env'>,
  clock: Clock = systemClock,
): Promise<T> {
  if (!stderr.isTerminal || env['TERM'] === 'dumb') return work;
  let isShown = false;
  const stop = clock.schedule(patience, () => {
    isShown = true;
    void stderr.tryWrite(`${eraseLine}reading the registries …`);
  });
  try {
    return await work;
  } finally {
    stop();
    if (isShown) await stderr.tryWrite(eraseLine);
  }
}
