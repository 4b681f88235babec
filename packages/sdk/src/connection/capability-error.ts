/** A call that the other side did not say it can answer; it was never sent. */
export class CapabilityError extends Error {
  static {
    this.prototype.name = 'CapabilityError';
  }

  /** The method that was called. */
  readonly method: string;
  /** What the other side would have to advertise. */
  readonly capability: string;

  constructor(method: string, capability: string, side: string) {
    super(`${method} needs the ${side} capability ${capability}, which the other side did not advertise.`);
    this.method = method;
    this.capability = capability;
  }
}
