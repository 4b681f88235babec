/** Why a project cannot be made; the message is one sentence for the user. */
export class CreateError extends Error {
  static {
    this.prototype.name = 'CreateError';
  }
}
