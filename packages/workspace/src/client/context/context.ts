/**
 * Context for one turn, from whoever has something to say: what git says, what is selected (draft).
 *
 * A provider that fails, takes too long or says too much holds nobody up: it is left out or cut, and that is said in one sentence.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';
import type { RuntimeContext } from '@acp-stack/schema/v2/unstable';

/** Somebody who has something to say before each prompt. */
export interface ContextProvider {
  /** What it is called where it is chosen. */
  readonly name: string;
  /** What is worth knowing now; undefined when nothing is. What it rejects with is told to the user. */
  collect(signal: AbortSignal): Promise<RuntimeContext | undefined>;
}

/** How long providers may take, and how much they may say. */
export interface CollectContextOptions {
  /** Stops waiting for the providers; the call rejects with the reason of the abort. */
  readonly signal?: AbortSignal;
  /** Milliseconds that each provider has; two seconds when absent. */
  readonly time?: number;
  /** Characters that each provider has; 16,384 when absent. The end of what is longer is left out, with a note. */
  readonly size?: number;
  /** Hears in one sentence which provider was left out, and why. */
  readonly onSkipped?: (sentence: string) => void;
  /** Measures `time`; that of the system when absent. */
  readonly clock?: Clock;
}

/** What the providers have to say, in their order. */
export async function collectContext(
  providers: readonly ContextProvider[],
  options: CollectContextOptions = {},
): Promise<readonly RuntimeContext[]> {
  const { size = 16_384, onSkipped = () => undefined } = options;
  const found = await Promise.all(
    providers.map(async (provider) => {
      try {
        const item = await inTime(provider, options);
        return item === undefined || item.text === '' ? [] : [cut(item, size)];
      } catch (error) {
        options.signal?.throwIfAborted();
        onSkipped(`the context ${provider.name} was left out: ${reasonOf(error)}`);
        return [];
      }
    }),
  );
  return found.flat();
}

/** In one line, whatever a program has said. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] || 'it failed';

/** What a provider says; rejects when it is too late, whether it listens to its signal or not. */
async function inTime(
  provider: ContextProvider,
  { signal, time = 2000, clock = systemClock }: CollectContextOptions,
): Promise<RuntimeContext | undefined> {
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => {
      reject(ending.signal.reason as Error);
    });
  });
  ended.catch(() => undefined);
  const leave = (): void => {
    ending.abort(signal?.reason);
  };
  if (signal?.aborted === true) leave();
  signal?.addEventListener('abort', leave, { once: true });
  const stop = clock.schedule(time, () => {
    ending.abort(new Error(`it took longer than ${time} milliseconds`));
  });
  try {
    return await Promise.race([provider.collect(ending.signal), ended]);
  } finally {
    stop();
    signal?.removeEventListener('abort', leave);
  }
}

/** Not cut in the middle of a character. */
function cut(item: RuntimeContext, size: number): RuntimeContext {
  const { text } = item;
  if (text.length <= size) return item;
  const beginning = text.slice(0, size).replace(/[\u{D800}-\u{DBFF}]$/u, '');
  return { ...item, text: `${beginning}\n[${text.length - beginning.length} characters were left out here]` };
}
