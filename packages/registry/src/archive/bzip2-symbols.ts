/**
 * The first half of decoding a bzip2 block: Huffman codes, runs and move-to-front, to the bytes of the sorted block.
 */
import type { Bzip2Bits } from './bzip2-bits.ts';
import { refusal } from './refusal.ts';

const longestCode = 20;
/** A selector chooses the code for this many symbols. */
const symbolsPerSelector = 50;

/** Codes up to this length are found in one step. */
const quickLength = 10;

/** A canonical Huffman code. */
interface HuffmanCode {
  /** For each value of `quickLength` bits, 32 times the symbol plus the length of its code; 0 if the code is longer. */
  readonly quick: Uint16Array;
  /** The largest code of each length, or -1. */
  readonly last: Int32Array;
  /** What to subtract from a code of this length to find its symbol. */
  readonly offset: Int32Array;
  readonly symbols: Uint16Array;
}

/** Reads a block into `output` and returns its length. */
export function readSymbols(bits: Bzip2Bits, output: Uint32Array): number {
  const bytes = readUsedBytes(bits);
  const symbolCount = bytes.length + 2;
  const codeCount = bits.read(3);
  if (codeCount < 2 || codeCount > 6) throw damaged();
  const selectors = readSelectors(bits, codeCount);
  const codes = Array.from({ length: codeCount }, () => readCode(bits, symbolCount));
  return decode(bits, { bytes, selectors, codes, output });
}

interface Tables {
  /** The bytes that the block uses; move-to-front reorders them. */
  readonly bytes: Uint8Array;
  readonly selectors: Uint8Array;
  readonly codes: readonly HuffmanCode[];
  readonly output: Uint32Array;
}

function decode(bits: Bzip2Bits, { bytes, selectors, codes, output }: Tables): number {
  const endOfBlock = bytes.length + 1;
  let length = 0;
  let run = 0;
  let runUnit = 1;
  for (let group = 0; group < selectors.length; group += 1) {
    const code = codes[selectors[group] ?? 0];
    if (code === undefined) throw damaged();
    for (let index = 0; index < symbolsPerSelector; index += 1) {
      const symbol = readSymbol(bits, code);
      if (symbol <= 1) {
        // Symbols 0 and 1 are the digits 1 and 2 of the length of a run, the lowest first.
        run += runUnit * (symbol + 1);
        runUnit *= 2;
        if (run > output.length) throw damaged();
        continue;
      }
      if (run > 0) {
        if (length + run > output.length) throw damaged();
        output.fill(bytes[0] ?? 0, length, length + run);
        length += run;
        run = 0;
        runUnit = 1;
      }
      if (symbol === endOfBlock) return length;
      if (length >= output.length) throw damaged();
      const byte = bytes[symbol - 1] ?? 0;
      bytes.copyWithin(1, 0, symbol - 1);
      bytes[0] = byte;
      output[length] = byte;
      length += 1;
    }
  }
  throw damaged();
}

function readSymbol(bits: Bzip2Bits, code: HuffmanCode): number {
  // After the last symbol there are at least 80 bits: the next block or the end of the stream.
  const ahead = bits.peek(longestCode);
  const quick = code.quick[ahead >>> (longestCode - quickLength)] ?? 0;
  if (quick !== 0) {
    bits.skip(quick & 31);
    return quick >>> 5;
  }
  for (let length = quickLength + 1; length <= longestCode; length += 1) {
    const value = ahead >>> (longestCode - length);
    if (value > (code.last[length] ?? -1)) continue;
    bits.skip(length);
    return code.symbols[value - (code.offset[length] ?? 0)] ?? 0;
  }
  throw damaged();
}

function readUsedBytes(bits: Bzip2Bits): Uint8Array {
  const groups = bits.read(16);
  const bytes: number[] = [];
  for (let group = 0; group < 16; group += 1) {
    if ((groups & (0x8000 >>> group)) === 0) continue;
    const used = bits.read(16);
    for (let index = 0; index < 16; index += 1) if ((used & (0x8000 >>> index)) !== 0) bytes.push(group * 16 + index);
  }
  if (bytes.length === 0) throw damaged();
  return Uint8Array.from(bytes);
}

function readSelectors(bits: Bzip2Bits, codeCount: number): Uint8Array {
  const count = bits.read(15);
  if (count === 0) throw damaged();
  const selectors = new Uint8Array(count);
  const order = Array.from({ length: codeCount }, (_, index) => index);
  for (let index = 0; index < count; index += 1) {
    let position = 0;
    while (bits.bit() === 1) {
      position += 1;
      if (position >= codeCount) throw damaged();
    }
    const [code = 0] = order.splice(position, 1);
    order.unshift(code);
    selectors[index] = code;
  }
  return selectors;
}

function readCode(bits: Bzip2Bits, symbolCount: number): HuffmanCode {
  const lengths = new Uint8Array(symbolCount);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbolCount; symbol += 1) {
    for (;;) {
      if (length < 1 || length > longestCode) throw damaged();
      if (bits.bit() === 0) break;
      length += bits.bit() === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return huffmanCode(lengths);
}

function huffmanCode(lengths: Uint8Array): HuffmanCode {
  const quick = new Uint16Array(1 << quickLength);
  const last = new Int32Array(longestCode + 1).fill(-1);
  const offset = new Int32Array(longestCode + 1);
  const symbols = new Uint16Array(lengths.length);
  let value = 0;
  let position = 0;
  for (let length = 1; length <= longestCode; length += 1) {
    offset[length] = value - position;
    for (let symbol = 0; symbol < lengths.length; symbol += 1) {
      if (lengths[symbol] !== length) continue;
      // More codes of this length than fit into its bits.
      if (value >= 1 << length) throw damaged();
      symbols[position] = symbol;
      position += 1;
      last[length] = value;
      if (length <= quickLength) {
        const first = value << (quickLength - length);
        quick.fill((symbol << 5) | length, first, first + (1 << (quickLength - length)));
      }
      value += 1;
    }
    value <<= 1;
  }
  return { quick, last, offset, symbols };
}

/** The error of a block that no bzip2 program has written. */
export function damaged(): Error {
  return refusal('its bzip2 data is damaged');
}
