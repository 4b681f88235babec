/** An error that the user can fix: the message is one sentence that says how, and the exit code is 2. */
export class UsageError extends Error {
  static {
    this.prototype.name = 'UsageError';
  }
}
