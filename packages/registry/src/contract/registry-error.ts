/** The errors of a registry: what could not be done, and what to do about it. */
import type { ListedAgent } from './agents.ts';

/** The kinds of failures. */
export type RegistryErrorCode =
  /** No source lists an agent with this name, or none with this id is installed. */
  | 'unknown'
  /** Several agents match the name. */
  | 'ambiguous'
  /** This system cannot use any distribution of the agent, or not the one that was asked for. */
  | 'unusable'
  /** The sources or options are not valid. */
  | 'invalid'
  /** An address could not be reached, or did not answer as it should. */
  | 'unreachable'
  /** A size, a number or a time is above its limit. */
  | 'limit'
  /** An archive cannot be unpacked safely. */
  | 'archive'
  /** A download is not the one that was recorded or published. */
  | 'checksum'
  /** Files of an installed agent are missing or were changed. */
  | 'damaged'
  /** Another process is installing the same agent. */
  | 'locked'
  /** Any other failure, such as a disk without space. */
  | 'failed';

/** What an error says besides its message. */
export interface RegistryErrorDetails extends ErrorOptions {
  /** The agents that match an `ambiguous` name. */
  readonly candidates?: readonly ListedAgent[];
  /** Names that are similar to an `unknown` one. */
  readonly suggestions?: readonly string[];
  /** The checksum of a version that had another one before. */
  readonly receivedSha256?: string;
}

/** A failure of a registry. The message is one sentence that says what to do. */
export class RegistryError extends Error {
  static {
    this.prototype.name = 'RegistryError';
  }

  /** The kind of failure. */
  readonly code: RegistryErrorCode;
  /** The agents that match an `ambiguous` name. */
  readonly candidates: readonly ListedAgent[];
  /** Names that are similar to an `unknown` one, the most similar first. */
  readonly suggestions: readonly string[];
  /** The checksum of a version that had another one before; `acceptSha256` of an install accepts it. */
  readonly receivedSha256: string | undefined;

  constructor(code: RegistryErrorCode, message: string, details: RegistryErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.candidates = details.candidates ?? [];
    this.suggestions = details.suggestions ?? [];
    this.receivedSha256 = details.receivedSha256;
  }
}
