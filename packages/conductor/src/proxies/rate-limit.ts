/**
 * `rate-limit`: at most so many turns in a period of time, over all sessions and all connections of the component.
 *
 * A turn begins with a prompt, or with a message that waits for the end of the turn before it. One turn too many is
 * refused with an error that says how long to wait; it does not reach the agent and does not count.
 */
import { RpcError, rpcCodes, systemClock, type Clock } from '@acp-stack/rpc';
import { proxy, type ProxyComponent } from '@acp-stack/sdk';

import { infoOf, perConnection } from './per-connection.ts';
import { positiveInteger, positiveNumber, readSettings, withMethods, type Settings } from './settings.ts';

/** How many turns may begin in which period. */
export interface RateLimitOptions {
  /** The maximum number of turns in a period. */
  readonly turns: number;
  /** The length of the period in seconds; 60 when absent. */
  readonly seconds?: number;
  /** The source of time; that of the system when absent. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** What each option may be that can be written. */
export const rateLimitSettings: Settings<Omit<RateLimitOptions, 'clock'>> = {
  turns: positiveInteger,
  seconds: positiveNumber,
};
const settings: Settings<RateLimitOptions> = { ...rateLimitSettings, clock: withMethods('a clock', 'now') };

/** Limits how many turns begin in a period of time; throws a `TypeError` if an option is wrong. */
export function rateLimit(options: RateLimitOptions): ProxyComponent {
  const admit = limiter(readSettings('rate-limit', options, { settings, required: ['turns'] }));
  const limited = <R>(_: unknown, next: () => Promise<R>): Promise<R> => {
    const giveBack = admit();
    return next().catch((error: unknown) => {
      giveBack();
      throw error;
    });
  };
  return perConnection('rate-limit', () =>
    proxy(infoOf('rate-limit'))
      .onClientRequest('session/prompt', limited)
      .onClientRequest('session/inject', (params, next) => (params.mode === 'steer' ? next() : limited(params, next))),
  );
}

/** Returns a function that counts a turn or throws; what it returns takes the turn back. */
function limiter({ turns, seconds = 60, clock = systemClock }: RateLimitOptions): () => () => void {
  /** When the turns of the last period began, oldest first; never more than `turns`. */
  let begun: readonly { readonly at: number }[] = [];
  return () => {
    const now = clock.now();
    begun = begun.filter(({ at }) => now - at < seconds * 1000);
    const [oldest] = begun;
    if (oldest !== undefined && begun.length >= turns) {
      const retryAfter = Math.ceil((oldest.at + seconds * 1000 - now) / 1000);
      const message = `rate-limit: there were ${turns} turns in ${seconds} s, which is the limit; try again in ${retryAfter} s.`;
      throw new RpcError(rpcCodes.invalidRequest, message, { data: { reason: 'rate-limit', retryAfter } });
    }
    const turn = { at: now };
    begun = [...begun, turn];
    return () => {
      begun = begun.filter((each) => each !== turn);
    };
  };
}
