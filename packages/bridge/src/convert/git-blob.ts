/** The name that git gives to the content of a file: the SHA-1 of its length and its bytes. */

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

/** The name of a file with this text. */
export function blobId(text: string): string {
  const bytes = room(headerRoom + text.length * 3 + padding);
  const length = encoder.encodeInto(text, bytes.subarray(headerRoom)).written;
  const header = `blob ${length}\0`;
  const start = headerRoom - header.length;
  encoder.encodeInto(header, bytes.subarray(start));
  const size = header.length + length;
  const padded = Math.ceil((size + 9) / 64) * 64;
  bytes.fill(0, start + size, start + padded);
  bytes[start + size] = 0x80;
  return sha1(new DataView(bytes.buffer, start, padded), size);
}

function room(size: number): Uint8Array<ArrayBuffer> {
  if (size <= scratch.length) return scratch;
  const bytes = new Uint8Array(size);
  if (size <= mostScratch) scratch = bytes;
  return bytes;
}

/** Web Crypto answers later, and a conversion has to be done now, so that no message overtakes another. */
function sha1(padded: DataView, size: number): string {
  padded.setUint32(padded.byteLength - 8, Math.floor(size / 0x2000_0000));
  padded.setUint32(padded.byteLength - 4, size << 3);
  const state = new Int32Array([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]);
  for (let offset = 0; offset < padded.byteLength; offset += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = padded.getInt32(offset + index * 4);
    for (let index = 16; index < 80; index += 1)
      words[index] = rotate(
        at(words, index - 3) ^ at(words, index - 8) ^ at(words, index - 14) ^ at(words, index - 16),
        1,
      );
    addBlock(state);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
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
const at = (list: Int32Array, index: number): number => list[index] as number;
