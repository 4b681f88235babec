/**
 * The name that git gives to the content of a file: the SHA-1 of its length and its bytes.
 *
 * A conversion must not wait, so Web Crypto, which is asynchronous, cannot be used. Node, Deno and Bun have a
 * synchronous SHA-1 built in, which is several times as fast as the library for every other runtime.
 */
import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What is used of the platform, if it has that. */
interface Platform {
  /** The SHA-1 of a string, in hexadecimal digits. */
  readonly digest: (text: string) => string;
  readonly byteLength: (text: string) => number;
}

interface Crypto {
  /** Newer than `createHash`, and faster. */
  readonly hash?: (algorithm: 'sha1', text: string) => string;
  readonly createHash: (algorithm: 'sha1') => { update(text: string): { digest(encoding: 'hex'): string } };
}

/** Looked up on the first use: an import would have to exist in every runtime. */
let platform: Platform | 'none' | undefined;

function findPlatform(): Platform | 'none' {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const crypto = process?.getBuiltinModule?.('node:crypto') as Crypto | undefined;
  const buffer = process?.getBuiltinModule?.('node:buffer') as
    | { readonly Buffer: Pick<Platform, 'byteLength'> }
    | undefined;
  if (crypto === undefined || buffer === undefined) return 'none';
  const { hash } = crypto;
  const { byteLength } = buffer.Buffer;
  const digest = (text: string): string =>
    hash === undefined ? crypto.createHash('sha1').update(text).digest('hex') : hash('sha1', text);
  return { digest, byteLength };
}

const encoder = new TextEncoder();

/** The name of a file with this text. */
export function blobId(text: string): string {
  platform ??= findPlatform();
  if (platform === 'none') return portableBlobId(text);
  return platform.digest(`blob ${platform.byteLength(text)}\0${text}`);
}

/** The name, without the platform. */
export function portableBlobId(text: string): string {
  const bytes = encoder.encode(text);
  return bytesToHex(
    sha1
      .create()
      .update(encoder.encode(`blob ${bytes.length}\0`))
      .update(bytes)
      .digest(),
  );
}
