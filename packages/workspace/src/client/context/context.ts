/**
 * Collects context for one turn from providers, such as the state of the git repository or the selection (draft).
 *
 * A provider that fails, takes too long or returns too much does not delay the turn: its context is left out or cut,
 * and one sentence says so.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';
import type { RuntimeContext } from '@acp-stack/schema/v2/unstable';

/** Provides context before each prompt. */
export interface ContextProvider {
  /** The name by which it is chosen. */
  readonly name: string;
  /** Returns the context; undefined if there is none. The reason of a rejection is shown to the user. */
  collect(signal: AbortSignal): Promise<RuntimeContext | undefined>;
}

/** Limits of time and size. */
export interface CollectContextOptions {
  /** Stops waiting for the providers; the call rejects with the reason of the abort. */
  readonly signal?: AbortSignal;
  /** Milliseconds for each provider; 2,000 by default. */
  readonly time?: number;
  /** Characters for each provider; 16,384 by default. Longer context is cut at its end, with a note. */
  readonly size?: number;
  /** Called with one sentence that says which provider was left out, and why. */
  readonly onSkipped?: (sentence: string) => void;
  /** Measures `time`; the system clock by default. */
  readonly clock?: Clock;
}

/** Returns the context of the providers, in their order. */
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

/** The reason as one line, whatever a program printed. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] || 'it failed';

/** Awaits a provider; rejects when its time is over, whether it observes its signal or not. */
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

/** Does not cut a character in half. */
function cut(item: RuntimeContext, size: number): RuntimeContext {
  const { text } = item;
  if (text.length <= size) return item;
  const beginning = text.slice(0, size).replace(/[\u{D800}-\u{DBFF}]$/u, '');
  return { ...item, text: `${beginning}\n[${text.length - beginning.length} characters were left out here]` };
}
