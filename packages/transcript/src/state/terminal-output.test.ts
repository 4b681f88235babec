import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { TerminalOutput } from './terminal-output.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const limit = 1024 * 1024;

describe('the output of a terminal', () => {
  test('is the same wherever it is cut, also inside a character', () => {
    const bytes = encode('a€😀\u001B[31mé');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const output = TerminalOutput.empty.append(bytes.slice(0, cut), limit).append(bytes.slice(cut), limit);
      expect(output.text).toBe('a€😀\u001B[31mé');
      expect(output.bytes).toEqual(bytes);
    }
  });

  test('does not show a character before all of it has come', () => {
    const bytes = encode('a😀');
    const texts = [...bytes.keys()].map((end) => TerminalOutput.of(bytes.slice(0, end + 1), limit).text);
    expect(texts).toEqual(['a', 'a', 'a', 'a', 'a😀']);
  });

  test('keeps the last bytes, and begins with a whole character', () => {
    const bytes = encode('é😀€xyz');
    for (let kept = 0; kept <= bytes.length; kept += 1) {
      const output = TerminalOutput.of(bytes, kept);
      expect(output.bytes).toEqual(bytes.slice(bytes.length - kept));
      expect([output.total, output.dropped]).toEqual([bytes.length, bytes.length - kept]);
      expect('é😀€xyz'.endsWith(output.text)).toBe(true);
      expect(encode(output.text).length).toBeGreaterThan(kept - 4);
    }
  });

  test('depends on what was printed and on the limit, not on the pieces', () => {
    const printed = Uint8Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 251);
    const isSame = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0;
    const lengths = fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 6000 })), { maxLength: 10, size: 'max' });
    fc.assert(
      fc.property(lengths, fc.nat({ max: 20_000 }), (pieces, most) => {
        let output = TerminalOutput.empty;
        for (const length of pieces) output = output.append(printed.slice(output.total, output.total + length), most);
        const whole = printed.slice(0, output.total);
        expect(output.dropped).toBe(Math.max(0, whole.length - most));
        expect(output.isSame(TerminalOutput.of(whole, most))).toBe(true);
        expect(isSame(output.bytes, whole.slice(output.dropped))).toBe(true);
        const middle = Math.floor((output.dropped + output.total) / 2);
        expect(isSame(output.since(middle), whole.slice(middle))).toBe(true);
        expect(output.since(output.total + 1).length).toBe(0);
      }),
    );
  });

  test('lets go of what it does not keep, however much is printed', () => {
    const line = encode('x'.repeat(1000));
    let output = TerminalOutput.empty;
    for (let printed = 0; printed < 20_000; printed += 1) output = output.append(line, 10_000);
    expect([output.total, output.dropped, output.bytes.length]).toEqual([20_000_000, 19_990_000, 10_000]);
  });

  test('leaves what was printed before as it was', () => {
    const before = TerminalOutput.of(encode('one'), limit);
    const [left, right] = [before.append(encode(' two'), limit), before.append(encode(' three'), limit)];
    expect([before.text, left.text, right.text]).toEqual(['one', 'one two', 'one three']);
    expect(before.append(new Uint8Array(), limit)).toBe(before);
    expect([left.isSame(right), before.isSame(TerminalOutput.of(encode('two'), limit))]).toEqual([false, false]);
  });
});
