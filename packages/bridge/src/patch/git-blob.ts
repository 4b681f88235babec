/**
 * The name that git gives to the content of a file: the SHA-1 of its length and its bytes.
 *
 * Node, Deno and Bun have it built in, several times as fast as what is written here for every other runtime.
 */

/** What is used of the platform, where it has that. */
interface Platform {
  /** The SHA-1 of a text, in hexadecimal digits. */
  readonly digest: (text: string) => string;
  readonly byteLength: (text: string) => number;
}

interface Crypto {
  /** Newer than the other one, and faster. */
  readonly hash?: (algorithm: 'sha1', text: string) => string;
  readonly createHash: (algorithm: 'sha1') => { update(text: string): { digest(encoding: 'hex'): string } };
}

/** Asked for by a call, and when it is needed first: an import would have to be there in every runtime, and takes its time. */
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
/** Room for what comes before the text. */
const headerRoom = 32;
/** Room for what comes behind it. */
const padding = 128;
/** Used again and again: whatever happens here is over before anything else happens. */
let scratch = new Uint8Array(16_384);
/** The longest that is kept; room for more is made for one text only. */
const mostScratch = 1024 * 1024;
/** One block and what it is spread to; used again and again too. */
const words = new Int32Array(80);
/** The names of the last texts: a change is told again while its tool call goes on, and its new text is the old one of the next change. */
const recent = new Map<string, string>();
const mostRecent = 16;
const longestRecent = 65_536;

/** The name of a file with this text. */
export function blobId(text: string): string {
  platform ??= findPlatform();
  if (platform === 'none') return ownBlobId(text);
  return platform.digest(`blob ${platform.byteLength(text)}\0${text}`);
}

/** The name, without help of the platform. */
export function ownBlobId(text: string): string {
  if (text.length > longestRecent) return nameOf(text);
  const known = recent.get(text);
  if (known !== undefined) return known;
  const name = nameOf(text);
  const [oldest] = recent.size < mostRecent ? [] : recent.keys();
  if (oldest !== undefined) recent.delete(oldest);
  recent.set(text, name);
  return name;
}

function nameOf(text: string): string {
  const bytes = room(headerRoom + text.length * 3 + padding);
  const length = encoder.encodeInto(text, bytes.subarray(headerRoom)).written;
  const header = `blob ${length}\0`;
  const start = headerRoom - header.length;
  encoder.encodeInto(header, bytes.subarray(start));
  const size = header.length + length;
  const end = start + Math.ceil((size + 9) / 64) * 64;
  bytes.fill(0, start + size, end);
  bytes[start + size] = 0x80;
  const tail = new DataView(bytes.buffer, end - 8, 8);
  tail.setUint32(0, Math.floor(size / 0x2000_0000));
  tail.setUint32(4, size << 3);
  return sha1(bytes, start, end);
}

function room(size: number): Uint8Array<ArrayBuffer> {
  if (size <= scratch.length) return scratch;
  const bytes = new Uint8Array(size);
  if (size <= mostScratch) scratch = bytes;
  return bytes;
}

/** Web Crypto answers later, and a conversion has to be done now, so that no message overtakes another. */
function sha1(bytes: Uint8Array, start: number, end: number): string {
  const state = new Int32Array([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]);
  for (let offset = start; offset < end; offset += 64) {
    spread(bytes, offset);
    addBlock(state);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function spread(bytes: Uint8Array, offset: number): void {
  for (let index = 0; index < 16; index += 1) {
    const place = offset + index * 4;
    words[index] =
      (at(bytes, place) << 24) | (at(bytes, place + 1) << 16) | (at(bytes, place + 2) << 8) | at(bytes, place + 3);
  }
  for (let index = 16; index < 80; index += 1)
    words[index] = rotate(
      at(words, index - 3) ^ at(words, index - 8) ^ at(words, index - 14) ^ at(words, index - 16),
      1,
    );
}

/** Each quarter of the rounds has a loop of its own: a choice in every round would take longer than the round. */
function addBlock(state: Int32Array): void {
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  for (let index = 0; index < 20; index += 1) {
    const next = (rotate(a, 5) + ((b & c) | (~b & d)) + e + at(words, index) + 0x5a82_7999) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  for (let index = 20; index < 40; index += 1) {
    const next = (rotate(a, 5) + (b ^ c ^ d) + e + at(words, index) + 0x6ed9_eba1) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  for (let index = 40; index < 60; index += 1) {
    const next = (rotate(a, 5) + ((b & c) | (b & d) | (c & d)) + e + at(words, index) + 0x8f1b_bcdc) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  for (let index = 60; index < 80; index += 1) {
    const next = (rotate(a, 5) + (b ^ c ^ d) + e + at(words, index) + 0xca62_c1d6) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Typed arrays have no holes. */
const at = (list: Int32Array | Uint8Array, index: number): number => list[index] as number;
