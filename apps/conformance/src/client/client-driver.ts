/**
 * How the suite starts a client: by its own command line, or by an adapter in the same process.
 *
 * Each run is one start of the client for one prompt. Its connections come to the suite, which plays the agent.
 */
import type { Connect } from '../wire/wire.ts';
import type { PlaceOptions } from './place/agent-place.ts';
import type { SeenRequest } from './place/seen-request.ts';

/** What a client is asked to do. */
export interface ClientTask extends PlaceOptions {
  /** The words of the prompt. */
  readonly prompt: string;
  /** The folder in which it works. */
  readonly folder: string;
}

/** A client that was started. */
export interface ClientRun {
  /** Waits for the next connection of the client; throws PeerEnded if the client ends before. */
  readonly connect: Connect;
  /** What it has asked the address of the agent for so far; absent if the agent is a process. */
  readonly seen?: readonly SeenRequest[];
  /** What it wrote to its standard error, in short, as the end of a sentence; empty if that is nothing. */
  readonly said?: () => string;
  /** Asks it to stop its work, as Ctrl+C does; undefined if it cannot be asked. */
  readonly interrupt?: () => void;
  /** Resolves with how it ended. */
  readonly ended: Promise<string>;
  /** Ends it, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Starts the client once. */
export type ClientDriver = (task: ClientTask) => Promise<ClientRun>;
