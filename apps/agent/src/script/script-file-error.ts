/** A script that cannot be played; one sentence with the file and, where there is one, the line. */
export class ScriptFileError extends Error {
  static {
    this.prototype.name = 'ScriptFileError';
  }

  /** Counted from 1. */
  readonly line: number | undefined;

  constructor(file: string, line: number | undefined, message: string) {
    super(line === undefined ? `${file}: ${message}` : `${file}, line ${line}: ${message}`);
    this.line = line;
  }
}
