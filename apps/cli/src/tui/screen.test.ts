import xterm from '@xterm/headless';
import { array, assert, asyncProperty, boolean, integer, record, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { line, span, textOfLine, wrap } from './styled-line.ts';
import { Screen } from './screen.ts';
import { sixteenColours, withoutColours } from './theme.ts';

/** A terminal in memory that counts what it is sent. */
class Emulator {
  readonly terminal: InstanceType<typeof xterm.Terminal>;
  written = 0;
  /** The size that the program knows, if the terminal has not told it the new one yet. */
  reported: { readonly columns: number; readonly rows: number } | undefined;

  constructor(columns: number, rows: number) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  }

  get columns(): number {
    return this.reported?.columns ?? this.terminal.cols;
  }

  get rows(): number {
    return this.reported?.rows ?? this.terminal.rows;
  }

  write(text: string): Promise<void> {
    this.written += text.length;
    return new Promise((resolve) => this.terminal.write(text, resolve));
  }

  /** Everything, with the lines that the terminal has wrapped in one piece. */
  get unwrapped(): string {
    const { active } = this.terminal.buffer;
    let text = '';
    for (let row = 0; row < active.length; row += 1) {
      const shown = active.getLine(row);
      const goesOn = active.getLine(row + 1)?.isWrapped === true;
      text += `${shown?.translateToString(!goesOn) ?? ''}${goesOn ? '' : '\n'}`;
    }
    return text;
  }

  /** Everything, the scrollback included. */
  get text(): string {
    const { active } = this.terminal.buffer;
    const all = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
    return all.join('\n').trimEnd();
  }
}

const now = (): number => 0;
const texts = array(stringMatching(/^[a-z ]{0,30}[a-z]$/u), { maxLength: 12 });

describe('Screen', () => {
  test('leaves nothing behind where the terminal gives a character more columns', async () => {
    // Two columns; the emulator draws three people beside each other.
    const family = '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}';
    const emulator = new Emulator(20, 8);
    const screen = new Screen(emulator, { theme: () => withoutColours, now });
    for (const word of ['one', 'two', 'three']) {
      const lines = [line(family.repeat(9)), line(word)];
      await new Promise<void>((resolve) => screen.draw(lines, { shown: resolve }));
    }
    await screen.close();
    expect(emulator.text).toBe('');
  });

  test('shows what was printed once, and the last region below it', async () => {
    const step = record({ print: texts, draw: texts });
    await assert(
      asyncProperty(array(step, { maxLength: 8 }), async (steps) => {
        const emulator = new Emulator(40, 12);
        const screen = new Screen(emulator, { theme: () => sixteenColours, now });
        for (const { print, draw } of steps) {
          screen.print(print.map((text) => line(text)));
          screen.draw(
            draw.map((text) => line(text)),
            { cursor: { row: 0, column: 0 } },
          );
          // Some frames are left out, as on a slow line.
          if (draw.length % 2 === 0) await emulator.write('');
        }
        await screen.close();
        expect(emulator.text).toBe(
          steps
            .flatMap(({ print }) => print)
            .join('\n')
            .trimEnd(),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('after resizes in any direction there is everything once, in order, and no rest of a region', async () => {
    const size = record({ columns: integer({ min: 20, max: 100 }), rows: integer({ min: 6, max: 30 }) });
    const step = record({
      print: integer({ min: 0, max: 3 }),
      draw: integer({ min: 1, max: 16 }),
      sizes: array(size, { maxLength: 3 }),
      isWaiting: boolean(),
      isToldLate: boolean(),
    });
    await assert(
      asyncProperty(size, array(step, { minLength: 1, maxLength: 8 }), async (first, steps) => {
        const emulator = new Emulator(first.columns, first.rows);
        let time = 0;
        const screen = new Screen(emulator, { theme: () => sixteenColours, now: () => time });
        let [printed, drawn] = [0, 0];
        const words = (letter: string, from: number, count: number): string =>
          Array.from({ length: count }, (_, index) => `${letter}${from + index}`).join(' ');
        for (const { print, draw, sizes, isWaiting, isToldLate } of steps) {
          for (let count = 0; count < print; count += 1) {
            screen.print(wrap([span(words('p', printed, 20))], screen.width));
            printed += 20;
          }
          const region = Array.from({ length: draw }, () => [span(words('r', (drawn += 9), 9))]);
          // As a chat does: what is typed is below, and its cursor too.
          const rule = [span('─'.repeat(screen.width))];
          const lines = [...region.slice(-(screen.rows - 3)), rule, [span('❯ i')], [span('status')]];
          screen.draw(lines, { cursor: { row: lines.length - 2, column: 2 } });
          if (isWaiting) await emulator.write('');
          for (const { columns, rows } of sizes) {
            await emulator.write('');
            if (!isToldLate) time += 1000;
            emulator.reported = isToldLate ? { columns: emulator.columns, rows: emulator.rows } : undefined;
            emulator.terminal.resize(columns, rows);
            if (isToldLate) {
              screen.draw([...lines.slice(0, -1), [span('status now')]], {
                cursor: { row: lines.length - 2, column: 2 },
              });
              await emulator.write('');
              time += 100;
            }
            emulator.reported = undefined;
            screen.resized();
          }
        }
        screen.draw([[span('done')]]);
        await emulator.write('');
        await screen.close();
        expect(emulator.unwrapped.match(/[pr]\d+|[─❯]+|status/gu) ?? []).toEqual(
          Array.from({ length: printed }, (_, index) => `p${index}`),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('writes only the lines that have changed', async () => {
    const emulator = new Emulator(80, 24);
    const screen = new Screen(emulator, { theme: () => withoutColours, now });
    const lines = Array.from({ length: 20 }, (_, index) => line(`line ${index}`));
    screen.draw(lines);
    await emulator.write('');
    const before = emulator.written;
    screen.draw(lines.with(7, line('changed')));
    await emulator.write('');
    expect(emulator.written - before).toBeLessThan(80);
    expect(emulator.text).toBe(lines.with(7, line('changed')).map(textOfLine).join('\n'));
  });

  test('erases a line before its text, never behind it, because tmux would count the erased rest as part of the line', async () => {
    let written = '';
    const write = (text: string): Promise<void> => {
      written += text;
      return Promise.resolve();
    };
    const screen = new Screen({ write, columns: 80, rows: 24 }, { theme: () => withoutColours, now });
    for (const word of ['one', 'two']) {
      screen.print([line(`printed ${word}`)]);
      screen.draw([line(word), line('end')]);
      await Promise.resolve();
      screen.draw([line(`${word} more`), line('end')]);
      await Promise.resolve();
    }
    expect(written).toContain('\r\u001b[Ktwo more');
    expect(written).toContain('\u001b[Kprinted two\r\n\u001b[Ktwo\r\n\u001b[Kend');
    const before = written.split('\u001b[K').slice(0, -1);
    expect(before.filter((text) => /\w$/u.test(text))).toEqual([]);
  });

  test('over ssh, on a slow line, leaves frames out and lets nothing pile up', async () => {
    const written: string[] = [];
    const arrived: (() => void)[] = [];
    const write = (text: string): Promise<void> =>
      new Promise((resolve) => {
        written.push(text);
        arrived.push(resolve);
      });
    const screen = new Screen({ write, columns: 80, rows: 24 }, { theme: () => withoutColours, now });
    for (let frame = 0; frame < 100; frame += 1) {
      screen.print([line(`printed ${frame}`)]);
      screen.draw([line(`frame ${frame}`)]);
    }
    expect(written).toHaveLength(1);
    arrived.shift()?.();
    await Promise.resolve();
    expect(written).toHaveLength(2);
    expect(written[1]).toContain('printed 50');
    expect(written[1]?.match(/frame \d+/gu)).toEqual(['frame 99']);
  });

  test('never draws more lines than there are', async () => {
    const emulator = new Emulator(20, 5);
    const screen = new Screen(emulator, { theme: () => withoutColours, now });
    const draw = (count: number): void =>
      screen.draw(Array.from({ length: count }, (_, index) => line(`line ${index}`)));
    draw(30);
    await emulator.write('');
    draw(31);
    await emulator.write('');
    expect(emulator.text).toBe('line 26\nline 27\nline 28\nline 29\nline 30');
  });
});
