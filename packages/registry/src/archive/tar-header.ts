/** The 512 bytes before each entry of a tar archive, in the forms v7, ustar, GNU and pax. */

import { refusal } from './refusal.ts';

export const blockSize = 512;

/** What a header says. */
export interface TarHeader {
  readonly name: Uint8Array;
  readonly size: number;
  /** One character; `0` for a file. */
  readonly type: string;
}

/** Reads a header; undefined for a block of zeros, which ends the archive. */
export function readTarHeader(block: Uint8Array): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  if (!isTarHeader(block)) throw refusal('one of its tar headers is damaged, or it is not a tar archive');
  const isUstar = Buffer.from(block.subarray(257, 265)).toString('latin1') === 'ustar\x0000';
  const prefix = isUstar ? field(block, 345, 155) : new Uint8Array();
  const name = field(block, 0, 100);
  const type = String.fromCharCode(block[156] ?? 0);
  return {
    name: prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]),
    size: readSize(block.subarray(124, 136)),
    type: type === '\0' ? '0' : type,
  };
}

/** Whether the checksum in the block is that of the block. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length !== blockSize) return false;
  const stated = octal(block.subarray(148, 156));
  let unsigned = 0;
  let signed = 0;
  for (let index = 0; index < blockSize; index += 1) {
    // The checksum itself counts as spaces.
    const byte = index >= 148 && index < 156 ? 32 : (block[index] ?? 0);
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  // Some old programs added signed bytes.
  return stated === unsigned || stated === signed;
}

function field(block: Uint8Array, start: number, length: number): Uint8Array {
  const bytes = block.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

function octal(bytes: Uint8Array): number | undefined {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/^[ \0]+|[ \0]+$/gu, '');
  if (text === '') return 0;
  return /^[0-7]+$/u.test(text) ? Number.parseInt(text, 8) : undefined;
}

/** Octal digits, or a number of 11 bytes when the first bit is set. */
function readSize(bytes: Uint8Array): number {
  const first = bytes[0] ?? 0;
  if ((first & 0x80) === 0) {
    const size = octal(bytes);
    if (size === undefined) throw refusal('one of its tar headers has a size that is not a number');
    return size;
  }
  const size = first === 0x80 ? Buffer.from(bytes.subarray(1)).toString('hex') : '';
  const value = size === '' ? Number.NaN : Number.parseInt(size, 16);
  if (!Number.isSafeInteger(value)) throw refusal('one of its tar headers has a size that is out of range');
  return value;
}
