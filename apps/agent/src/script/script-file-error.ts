/** A script that cannot be played; one sentence with the file and the line. */
export class ScriptFileError extends Error {
  static {
    this.prototype.name = 'ScriptFileError';
  }

  /** Counted from 1. */
  readonly line: number;

  constructor(file: string, line: number, message: string) {
    super(`${file}, line ${line}: ${message}`);
    this.line = line;
  }
}
