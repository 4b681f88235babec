/** The limits of a journal. */

/**
 * Exceeding a limit fails with `too-large`, and `waitingBytes` with `overloaded`. Bytes are those of the JSON string.
 */
export interface JournalLimits {
  /** Size of one event: 16 MiB. */
  readonly eventBytes: number;
  /** Number of events in one append: 10,000. */
  readonly batchEvents: number;
  /** Total size of the events of one append: 64 MiB. */
  readonly batchBytes: number;
  /** Size of the metadata of one stream: 64 KiB. */
  readonly metadataBytes: number;
  /** Number of streams on one page: 1,000. */
  readonly pageStreams: number;
  /** Length of the name of a stream, in UTF-16 code units: 256. */
  readonly nameLength: number;
  /** Total size of the appends that are not written yet: 256 MiB. */
  readonly waitingBytes: number;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const defaultLimits: JournalLimits = {
  eventBytes: 16 * mebibyte,
  batchEvents: 10_000,
  batchBytes: 64 * mebibyte,
  metadataBytes: 64 * kibibyte,
  pageStreams: 1000,
  nameLength: 256,
  waitingBytes: 256 * mebibyte,
};

/** Options of every journal. */
export interface JournalOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<JournalLimits>;
}
