/** Whether a node can serve clients: its store answers, and it is not going to stop. */
import type { Clock } from '@acp-stack/rpc';

export interface ReadinessOptions {
  /** Asks the store anything; rejects if it fails. */
  readonly ping: () => Promise<unknown>;
  readonly isDraining: () => boolean;
  readonly clock: Clock;
}

/** Ready, or why not. */
export type Readiness = 'ready' | 'draining' | 'store unavailable';

/** Milliseconds within which the store has to answer. */
const answerTime = 1000;
/** Milliseconds for which an answer is used again: anyone may ask, and must not load the store. */
const keptFor = 500;

/** Returns a function that says whether the node is ready. */
export function readiness({ ping, isDraining, clock }: ReadinessOptions): () => Promise<Readiness> {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  /** A store that does not answer is not asked again meanwhile. */
  let isWaiting = false;
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      isWaiting = true;
      const cancel = clock.schedule(answerTime, () => {
        resolve(false);
      });
      const settle = (isThere: boolean) => (): void => {
        isWaiting = false;
        cancel();
        resolve(isThere);
      };
      ping().then(settle(true), settle(false));
    });
  return async () => {
    if (isDraining()) return 'draining';
    const now = clock.now();
    if (asked === undefined || (!isWaiting && now - asked.at >= keptFor)) asked = { at: now, answer: ask() };
    return (await asked.answer) ? 'ready' : 'store unavailable';
  };
}
