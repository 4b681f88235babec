/** Where a client finds the agent that the suite plays, in one run of the client. */
import type { Connect } from '../../wire/wire.ts';
import type { SeenRequest } from './seen-request.ts';

/** How a client reaches the agent: it starts it as a process, or connects to its address. */
export type Over = 'stdio' | 'ws' | 'http';

/** How the agent behaves below its messages. */
export interface PlaceOptions {
  /** `stdio` if absent. */
  readonly over?: Over;
  /** Whether the agent goes on when its input is closed, until it is ended; only over stdio. */
  readonly isStubborn?: boolean;
  /** Answers the POST of this method with a status instead of accepting it; only over HTTP. */
  readonly refuses?: { readonly method: string; readonly status: number };
  /** Writes comments between the events of a stream, and each event in two parts; only over HTTP. */
  readonly hasComments?: boolean;
}

export interface AgentPlace {
  /** What the client is given: the words of a command, or one address. */
  readonly words: readonly string[];
  /** What it has asked the address for so far. */
  readonly seen: readonly SeenRequest[];
  /** Waits for the next connection. */
  readonly connect: Connect;
  /** The client has ended: no connection will come any more. */
  over(reason: string): void;
  /** Ends every connection. */
  close(): void;
}
