/** The two sides do not have a version of the protocol in common; the connection was closed. */
export class ProtocolVersionError extends Error {
  static {
    this.prototype.name = 'ProtocolVersionError';
  }

  /** The newest version that this side speaks on this connection. */
  readonly requested: number;
  /** The versions that the agent speaks, as far as it reported them. */
  readonly supported: readonly number[];

  constructor(requested: number, supported: readonly number[], options?: ErrorOptions) {
    super(advice(requested, supported), options);
    this.requested = requested;
    this.supported = supported;
  }
}

function advice(requested: number, supported: readonly number[]): string {
  const theirs = supported.length === 0 ? 'another version' : `version ${supported.join(' and ')}`;
  if (requested === 1)
    return `This connection allows only version 1 of the Agent Client Protocol, the agent speaks ${theirs}. Allow version 2 as well.`;
  const isOlder = supported.length > 0 && supported.every((version) => version < requested);
  const remedy = isOlder
    ? 'Update the agent, or put a bridge to its version around the channel.'
    : 'Update this program, or use an older release of the agent.';
  // Older agents are supported too, unless the program excluded them: then the agent is one of them.
  const ours = isOlder ? `version ${requested}` : `versions up to ${requested}`;
  return `This program speaks ${ours} of the Agent Client Protocol, the agent speaks ${theirs}. ${remedy}`;
}
