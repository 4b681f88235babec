/** Reads the body of a response up to a limit, which counts bytes after decompression. */
import { RegistryError } from '../contract/registry-error.ts';
import { explainFailure, type AddressResponse } from './open-address.ts';

/** Bounds the reading of a body. */
export interface BodyLimit {
  readonly maxBytes: number;
  /** The signal of the request. */
  readonly signal: AbortSignal;
}

/**
 * Returns the whole body. Throws a `RegistryError` with the code `limit` or `unreachable`, or the reason of the signal.
 */
export async function readBody(
  { response, url }: AddressResponse,
  { maxBytes, signal }: BodyLimit,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      // Leaving the loop cancels the rest.
      if (size > maxBytes) throw new RegistryError('limit', `${url.host} sent more than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw explainFailure(error, url.host, signal);
  }
  return Buffer.concat(chunks);
}
