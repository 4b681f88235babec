/** An invalid setting; the message says where it is and how to fix it. */
export class ConfigError extends Error {
  static {
    this.prototype.name = 'ConfigError';
  }

  /** The file or the variable. */
  readonly source: string;
  /** The line in the file, from 1. */
  readonly line: number | undefined;

  constructor(source: string, message: string, line?: number) {
    super(line === undefined ? `${source}: ${message}` : `${source}, line ${line}: ${message}`);
    this.source = source;
    this.line = line;
  }
}
