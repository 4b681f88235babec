/** A script file that cannot be used; the message is one sentence with the file and, if known, the line. */
export class ScriptFileError extends Error {
  static {
    this.prototype.name = 'ScriptFileError';
  }

  /** The line of the mistake, from 1. */
  readonly line: number | undefined;

  constructor(file: string, line: number | undefined, message: string) {
    super(line === undefined ? `${file}: ${message}` : `${file}, line ${line}: ${message}`);
    this.line = line;
  }
}
