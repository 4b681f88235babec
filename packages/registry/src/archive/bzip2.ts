/**
 * Decompresses bzip2, also several streams in a row as parallel programs write them.
 *
 * The checksums of all blocks and streams are checked. A block is decoded in one go: 900,000 bytes before the runs in
 * it are expanded, and these are handed over in chunks, so that a limit of the caller can stop them.
 */

import { Bzip2Bits } from './bzip2-bits.ts';
import { damaged, readSymbols } from './bzip2-symbols.ts';
import { refusal } from './refusal.ts';

const blockStart = [0x31_41_59, 0x26_53_59] as const;
const streamEnd = [0x17_72_45, 0x38_50_90] as const;
const chunkSize = 64 * 1024;

export async function* bunzip2(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const bits = new Bzip2Bits(compressed);
  try {
    // One block for all streams: there may be many short ones.
    const memory = new Uint32Array(900_000);
    await bits.fill();
    do {
      yield* readStream(bits, memory);
      await bits.fill();
    } while (bits.alignToByte());
  } finally {
    await bits.close();
  }
}

async function* readStream(bits: Bzip2Bits, memory: Uint32Array): AsyncGenerator<Uint8Array, void, undefined> {
  const isBzip2 = bits.read(16) === 0x42_5a && bits.read(8) === 0x68;
  const level = isBzip2 ? bits.read(8) - 0x30 : 0;
  if (level < 1 || level > 9) throw refusal('it has data after its end');
  const block = memory.subarray(0, level * 100_000);
  let streamChecksum = 0;
  for (;;) {
    await bits.fill();
    const magic = [bits.read(24), bits.read(24)];
    const checksum = bits.word();
    if (magic[0] === streamEnd[0] && magic[1] === streamEnd[1]) {
      if (checksum !== streamChecksum) throw damaged();
      return;
    }
    if (magic[0] !== blockStart[0] || magic[1] !== blockStart[1]) throw damaged();
    yield* readBlock(bits, block, checksum);
    streamChecksum = (((streamChecksum << 1) | (streamChecksum >>> 31)) ^ checksum) >>> 0;
  }
}

function* readBlock(bits: Bzip2Bits, block: Uint32Array, stated: number): Generator<Uint8Array, void, undefined> {
  // Blocks in a random order were dropped in bzip2 0.9.5, of 1999.
  if (bits.bit() === 1) throw refusal('it was made with a bzip2 program that is too old');
  const origin = bits.read(24);
  const length = readSymbols(bits, block);
  if (origin >= length) throw damaged();
  linkBlock(block, length);
  let checksum = 0xff_ff_ff_ff;
  for (const chunk of expandRuns(block, { origin, length })) {
    for (let index = 0; index < chunk.length; index += 1) {
      checksum = (checksum << 8) ^ (checksumTable[((checksum >>> 24) ^ (chunk[index] ?? 0)) & 0xff] ?? 0);
    }
    yield chunk;
  }
  if (~checksum >>> 0 !== stated) throw damaged();
}

/** Undoes the sorting: the upper 24 bits of each entry become the index of the next byte, the lower 8 are the byte. */
function linkBlock(block: Uint32Array, length: number): void {
  const starts = new Uint32Array(257);
  for (let index = 0; index < length; index += 1) {
    const next = ((block[index] ?? 0) & 0xff) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let byte = 0; byte < 256; byte += 1) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
  for (let index = 0; index < length; index += 1) {
    const byte = (block[index] ?? 0) & 0xff;
    const place = starts[byte] ?? 0;
    starts[byte] = place + 1;
    block[place] = ((block[place] ?? 0) & 0xff) | (index << 8);
  }
}

/** Four equal bytes are followed by the number of further ones. */
function* expandRuns(
  block: Uint32Array,
  { origin, length }: { readonly origin: number; readonly length: number },
): Generator<Uint8Array, void, undefined> {
  let chunk = Buffer.allocUnsafe(chunkSize);
  let filled = 0;
  let position = (block[origin] ?? 0) >>> 8;
  let previous = -1;
  let equal = 0;
  for (let index = 0; index < length; index += 1) {
    const entry = block[position] ?? 0;
    const byte = entry & 0xff;
    position = entry >>> 8;
    if (filled + 256 > chunkSize) {
      yield chunk.subarray(0, filled);
      chunk = Buffer.allocUnsafe(chunkSize);
      filled = 0;
    }
    if (equal === 4) {
      chunk.fill(previous, filled, filled + byte);
      filled += byte;
      equal = 0;
      previous = -1;
      continue;
    }
    equal = byte === previous ? equal + 1 : 1;
    previous = byte;
    chunk[filled] = byte;
    filled += 1;
  }
  yield chunk.subarray(0, filled);
}

/** CRC-32 with the highest bit first, unlike that of gzip and zip. */
const checksumTable: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
  return value;
});
