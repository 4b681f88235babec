/** Reads the body of a request of Node's servers, with limits for size and time. */
import type { Readable } from 'node:stream';

import { CollectedBytes, type Clock } from '@acp-stack/rpc';

import type { Deadlines } from '../../timing/deadlines.ts';
import type { HttpLimits } from '../limits/http-limits.ts';
import type { Body, TakeRoom } from './incoming-request.ts';

/** A slow body may take this many times `bodyTimeout` in total. */
const maxPauses = 10;

export interface BodyOptions {
  readonly limits: Pick<HttpLimits, 'bodyBytes' | 'bodyTimeout'>;
  readonly clock: Clock;
  /** Watches the bodies that are being read. */
  readonly deadlines: Deadlines;
}

export interface BodySource {
  readonly readable: Readable;
  /** The `Content-Length` header. */
  readonly claimed: string | undefined;
  /** Whether the client has reset the request or disconnected. */
  isCut(): boolean;
}

export function readBody(source: BodySource, options: BodyOptions, takeRoom: TakeRoom): Promise<Body> {
  const { limits, clock, deadlines } = options;
  if (Number(source.claimed ?? 0) > limits.bodyBytes) return Promise.resolve({ kind: 'too-large' });
  // The client may be gone already; then no event would follow.
  if (source.isCut()) return Promise.resolve({ kind: 'aborted' });
  const { readable } = source;
  return new Promise((resolve) => {
    /**
     * The bytes so far; undefined once the body is settled. Listeners stay, because removing them costs more than a
     * small message.
     */
    let bytes: CollectedBytes | undefined = new CollectedBytes();
    const end = clock.now() + limits.bodyTimeout * maxPauses;
    const settle = (body: Body): void => {
      bytes = undefined;
      deadlines.delete(tooSlow);
      if (body.kind !== 'text') readable.pause();
      resolve(body);
    };
    const tooSlow = (): void => {
      settle({ kind: 'too-slow' });
    };
    const waitForMore = (): void => {
      deadlines.add(tooSlow, Math.min(limits.bodyTimeout, end - clock.now()), timeoutError);
    };
    waitForMore();
    readable.on('data', (chunk: Buffer) => {
      if (bytes === undefined) return;
      if (bytes.size + chunk.length > limits.bodyBytes) settle({ kind: 'too-large' });
      else if (takeRoom(chunk.length)) {
        bytes.add(chunk);
        waitForMore();
      } else settle({ kind: 'no-room' });
    });
    readable.on('end', () => {
      // Over HTTP/2 a reset body may end normally.
      if (bytes !== undefined) settle(source.isCut() ? { kind: 'aborted' } : decode(bytes.take()));
    });
    readable.on('close', () => {
      if (bytes !== undefined) settle({ kind: 'aborted' });
    });
  });
}

const timeoutError = (): Error => new Error('The body did not arrive in time.');

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes a whole body. */
export function decode(bytes: Uint8Array): Body {
  try {
    return { kind: 'text', text: decoder.decode(bytes) };
  } catch {
    return { kind: 'not-utf-8' };
  }
}
