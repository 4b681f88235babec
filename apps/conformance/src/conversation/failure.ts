/** Why a step of a scenario cannot go on. */

/** The program under test did not do something in time. */
export class PeerSilent extends Error {
  static {
    this.prototype.name = 'PeerSilent';
  }
}

/** The program under test has ended the connection. */
export class PeerEnded extends Error {
  static {
    this.prototype.name = 'PeerEnded';
  }
}

/** Something that the scenario needs did not happen, although no rule is broken by that. */
export class Unreachable extends Error {
  static {
    this.prototype.name = 'Unreachable';
  }
}

/** Whether an error is about the program under test, and no mistake of the suite. */
export const isPeerFailure = (error: unknown): error is Error =>
  error instanceof PeerSilent || error instanceof PeerEnded || error instanceof Unreachable;
