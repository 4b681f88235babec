/** Limits of what an archive may unpack to, and the counter that enforces them while it is read. */
import { refusal } from './refusal.ts';

/** Limits of one archive. */
export interface ArchiveLimits {
  /** The bytes of all files together. */
  readonly unpackedBytes: number;
  /** Files, folders and headers of their own. */
  readonly entries: number;
  /** The bytes of one path. */
  readonly pathBytes: number;
  /** The folders above a file. */
  readonly depth: number;
  /** How many times larger than the archive its content may be, above 16 MiB. */
  readonly ratio: number;
}

const mebibyte = 1024 * 1024;

export const archiveLimits: ArchiveLimits = {
  unpackedBytes: 4096 * mebibyte,
  entries: 50_000,
  pathBytes: 512,
  depth: 32,
  ratio: 100,
};

/** Content up to this size may have any ratio: small files of one repeated byte are harmless. */
const anyRatio = 16 * mebibyte;

/** What one archive has used of its limits. */
export class ArchiveBudget {
  readonly limits: ArchiveLimits;
  readonly #archiveBytes: number;
  #bytes = 0;
  #entries = 0;

  constructor(limits: ArchiveLimits, archiveBytes: number) {
    this.limits = limits;
    this.#archiveBytes = archiveBytes;
  }

  /** Counts unpacked bytes; throws when there are too many. */
  addBytes(count: number): void {
    this.#bytes += count;
    const { unpackedBytes, ratio } = this.limits;
    if (this.#bytes > unpackedBytes) throw refusal(`it unpacks to more than ${unpackedBytes} bytes`);
    if (this.#bytes > anyRatio && this.#bytes > ratio * this.#archiveBytes) {
      throw refusal(`it unpacks to more than ${ratio} times its size`);
    }
  }

  /** Counts an entry; throws when there are too many. */
  addEntry(): void {
    this.#entries += 1;
    if (this.#entries > this.limits.entries) throw refusal(`it has more than ${this.limits.entries} entries`);
  }
}
