/** A setting that cannot be used; says where it is written and what would do. */
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
