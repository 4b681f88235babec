/** How much a journal takes. */

/** Each refusal is a `too-large`, of `waitingBytes` an `overloaded`. Bytes are those of the JSON text. */
export interface JournalLimits {
  /** One event: 16 MiB. */
  readonly eventBytes: number;
  /** The events of one append: 10,000. */
  readonly batchEvents: number;
  /** The events of one append together: 64 MiB. */
  readonly batchBytes: number;
  /** The facts of one stream: 64 KiB. */
  readonly metadataBytes: number;
  /** The streams of one page: 1,000. */
  readonly pageStreams: number;
  /** The name of a stream, in UTF-16 units: 256. */
  readonly nameLength: number;
  /** What has been given and is not written yet: 256 MiB. */
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

/** How a journal is opened. */
export interface JournalOptions {
  /** Those that are to differ from the defaults. */
  readonly limits?: Partial<JournalLimits>;
}
