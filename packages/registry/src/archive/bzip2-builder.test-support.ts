/** Compresses with bzip2, simply: one block, codes of one length, the shortest input size. */

class BitWriter {
  readonly #bits: number[] = [];

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#bits.push(Math.floor(value / 2 ** bit) % 2);
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    this.#bits.forEach((bit, index) => (bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (7 - (index & 7)))));
    return bytes;
  }
}

/** `content` must be short, because the sorting is simple; `breakChecksum` spoils the checksum of the block. */
export function bzip2(content: Buffer, options: { readonly breakChecksum?: boolean } = {}): Buffer {
  const out = new BitWriter();
  out.write(0x42_5a_68_39, 32);
  const checksum = options.breakChecksum === true ? 1 : bzip2Checksum(content);
  if (content.length > 0) writeBlock(out, encodeRuns(content), checksum);
  out.write(0x17_72_45, 24);
  out.write(0x38_50_90, 24);
  out.write(content.length > 0 ? checksum : 0, 32);
  return out.bytes();
}

function writeBlock(out: BitWriter, block: Buffer, checksum: number): void {
  out.write(0x31_41_59, 24);
  out.write(0x26_53_59, 24);
  out.write(checksum, 32);
  out.write(0, 1);
  const order = sortRotations(block);
  out.write(order.indexOf(0), 24);
  const used = [...new Set(block)].toSorted((one, other) => one - other);
  for (let group = 0; group < 16; group += 1) out.write(used.some((byte) => byte >> 4 === group) ? 1 : 0, 1);
  for (let group = 0; group < 16; group += 1) {
    if (!used.some((byte) => byte >> 4 === group)) continue;
    for (let index = 0; index < 16; index += 1) out.write(used.includes(group * 16 + index) ? 1 : 0, 1);
  }
  const symbols = encodeSymbols(
    order.map((start) => block[(start + block.length - 1) % block.length] ?? 0),
    used,
  );
  const groups = Math.ceil(symbols.length / 50);
  out.write(2, 3);
  out.write(groups, 15);
  for (let group = 0; group < groups; group += 1) out.write(0, 1);
  // All codes have the same length; a code is then the number of its symbol.
  const length = Math.ceil(Math.log2(used.length + 3));
  for (let code = 0; code < 2; code += 1) {
    out.write(length, 5);
    for (let symbol = 0; symbol < used.length + 2; symbol += 1) out.write(0, 1);
  }
  for (const symbol of symbols) out.write(symbol, length);
}

function encodeRuns(content: Buffer): Buffer {
  const bytes: number[] = [];
  for (let index = 0; index < content.length;) {
    const byte = content[index] ?? 0;
    let run = 1;
    while (run < 259 && content[index + run] === byte) run += 1;
    bytes.push(...Array.from({ length: Math.min(run, 4) }, () => byte));
    if (run >= 4) bytes.push(run - 4);
    index += run;
  }
  return Buffer.from(bytes);
}

function sortRotations(block: Buffer): number[] {
  const twice = Buffer.concat([block, block]);
  const rotation = (start: number): Buffer => twice.subarray(start, start + block.length);
  return Array.from(block, (_, index) => index).toSorted(
    (one, other) => Buffer.compare(rotation(one), rotation(other)) || one - other,
  );
}

/** Move-to-front, and runs of its zeros. */
function encodeSymbols(bytes: readonly number[], used: readonly number[]): number[] {
  const order = [...used];
  const symbols: number[] = [];
  let run = 0;
  const endRun = (): void => {
    for (; run > 0; run = Math.floor((run - 1) / 2)) symbols.push(run % 2 === 1 ? 0 : 1);
  };
  for (const byte of bytes) {
    const position = order.indexOf(byte);
    if (position === 0) {
      run += 1;
      continue;
    }
    endRun();
    symbols.push(position + 1);
    order.splice(position, 1);
    order.unshift(byte);
  }
  endRun();
  return [...symbols, used.length + 1];
}

function bzip2Checksum(content: Buffer): number {
  let value = 0xff_ff_ff_ff;
  for (const byte of content) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
    value |= 0;
  }
  return ~value >>> 0;
}
