/** The limits of a registry that a program can change. */

/** The limits of a registry. */
export interface RegistryLimits {
  /** The largest `registry.json`, in bytes, after decompression. Default: 32 MiB. */
  readonly indexBytes: number;
  /** The largest icon, in bytes. Default: 64 KiB. */
  readonly iconBytes: number;
  /** How many milliseconds an address has for its whole answer. Default: 20 s. Downloads have more. */
  readonly answerTimeout: number;
  /** The largest download of an agent, in bytes. Default: 1 GiB. */
  readonly downloadBytes: number;
}

/** The limits of a program that sets none. */
export const defaultLimits: RegistryLimits = {
  indexBytes: 32 * 1024 ** 2,
  iconBytes: 64 * 1024,
  answerTimeout: 20_000,
  downloadBytes: 1024 ** 3,
};
