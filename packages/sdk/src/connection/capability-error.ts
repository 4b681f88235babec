/** A call that needs a capability which the other side did not advertise; it was not sent. */
export class CapabilityError extends Error {
  static {
    this.prototype.name = 'CapabilityError';
  }

  /** The method that was called. */
  readonly method: string;
  /** The capability that is missing. */
  readonly capability: string;

  constructor(method: string, capability: string, side: string) {
    super(
      side === 'agent' && capability === 'session'
        ? `The agent offers no sessions (does it have an onPrompt handler?), so ${method} was not sent.`
        : `${method} needs the ${side} capability ${capability}, which the other side did not advertise.`,
    );
    this.method = method;
    this.capability = capability;
  }
}
