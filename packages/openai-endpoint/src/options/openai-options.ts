/** To whom an endpoint serves agents, and within which limits. */
import type { PermissionHandler } from '@acp-stack/sdk';

import type { Keys } from '../access/keys.ts';

/** How agents are served. */
export interface OpenaiEndpointOptions {
  /**
   * The keys of the clients. Without them, every request is refused for which the program does not name a principal
   * itself.
   */
  readonly keys?: Keys;
  /**
   * Decides when an agent asks for permission: returns the id of an offered option, or `'cancelled'`. Without it,
   * everything that an agent asks for is refused.
   */
  readonly onPermission?: PermissionHandler;
  /** The limits that differ from `defaultOpenaiLimits`. */
  readonly limits?: Partial<OpenaiLimits>;
}

/** The limits of an endpoint; each has a default. */
export interface OpenaiLimits {
  /** Bytes of the body of a request (413). */
  readonly bodyBytes: number;
  /** Requests of one principal that agents work on at once (429). */
  readonly requests: number;
  /** Sessions that stay open for the next request; the one that was used least recently is closed for another. */
  readonly sessions: number;
  /** Milliseconds between the comments on a silent stream. */
  readonly keepAliveInterval: number;
}

/** The limits that apply unless an option changes them. */
export const defaultOpenaiLimits: OpenaiLimits = {
  bodyBytes: 32 * 1024 * 1024,
  requests: 16,
  sessions: 100,
  keepAliveInterval: 15_000,
};
