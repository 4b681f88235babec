/** The name that git gives to the content of a file: the SHA-1 of its length and its bytes. */

/** The name of a file with this text. */
export function blobId(text: string): string {
  const content = new TextEncoder().encode(text);
  const header = new TextEncoder().encode(`blob ${content.length}\0`);
  const bytes = new Uint8Array(header.length + content.length);
  bytes.set(header);
  bytes.set(content, header.length);
  return sha1(bytes);
}

/** Web Crypto answers later, and a conversion has to be done now, so that no message overtakes another. */
function sha1(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = new Int32Array([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]);
  const words = new Int32Array(80);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(offset + index * 4);
    for (let index = 16; index < 80; index += 1)
      words[index] = rotate(
        at(words, index - 3) ^ at(words, index - 8) ^ at(words, index - 14) ^ at(words, index - 16),
        1,
      );
    addBlock(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function addBlock(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let index = 0; index < 80; index += 1) {
    const next = (rotate(a, 5) + mix(index, b, c, d) + e + at(words, index)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  for (const [index, word] of [a, b, c, d, e].entries()) state[index] = (at(state, index) + word) | 0;
}

/** The function of each quarter of the rounds, with its constant. */
function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a82_7999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9_eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1b_bcdc;
  return (b ^ c ^ d) + 0xca62_c1d6;
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Typed arrays have no holes. */
const at = (words: Int32Array, index: number): number => words[index] as number;
