/**
 * Parses terminal input into keys: names for special keys, and text.
 *
 * Pasted text is one key, so that a line break in it does not submit anything. Unknown sequences are dropped.
 */

export interface Key {
  /** `text`, `paste`, the name of a key such as `enter` or `up`, or `reply` for an answer of the terminal. */
  readonly name: string;
  /** The typed or pasted text, or the answer without the characters around it. */
  readonly text: string;
  readonly isControl: boolean;
  readonly isAlt: boolean;
  readonly isShift: boolean;
}

const escape = '\u001b';
const pasteStart = `${escape}[200~`;
const pasteEnd = `${escape}[201~`;
/** The maximum length of a sequence. */
const maxSequenceLength = 64;
/** The final characters of answers of the terminal: its features, and the size of a cell. */
const replyEnds = 'ct';

/* oxlint-disable no-control-regex -- keys are control characters. */
const printableText = /^[^\u0000-\u001f\u007f]+/u;
const sequence = /^\u001b(?:\[|O)([0-9;:?<>=]*)([ -/]*)([@-~])/u;
const sequenceStart = /^\u001b(?:$|\[|O|\](?:$|\d))/u;
/** An answer of the terminal: OSC, a number and a value, and the end of the string. */
const reply = /^\u001b\](\d[^\u0000-\u001f]*)(?:\u0007|\u001b\\)/u;
/* oxlint-enable no-control-regex */

const letterNames: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  I: 'focus-in',
  O: 'focus-out',
  Z: 'tab',
};
const numberNames: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'page-up',
  '6': 'page-down',
  '7': 'home',
  '8': 'end',
};
const codeNames: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  8: 'backspace',
};

const key = (name: string, more: Partial<Key> = {}): Key => ({
  name,
  text: '',
  isControl: false,
  isAlt: false,
  isShift: false,
  ...more,
});

/** Whether `pressed` is this letter with Ctrl. */
export const isControl = (pressed: Key, letter: string): boolean => pressed.isControl && pressed.name === letter;

/** Parses the input of a terminal chunk by chunk. */
export class KeyReader {
  #rest = '';
  #pasted: string | undefined;

  /** Returns the keys that are complete. */
  read(chunk: string): readonly Key[] {
    this.#rest += chunk;
    const keys: Key[] = [];
    while (this.#rest !== '') {
      const next = this.#pasted === undefined ? this.#next() : this.#readPaste(this.#pasted);
      if (next === undefined) break;
      if (next !== 'nothing') keys.push(next);
    }
    return keys;
  }

  /** Whether an escape character may begin a sequence. */
  get isWaiting(): boolean {
    return this.#pasted === undefined && this.#rest.startsWith(escape);
  }

  /** Nothing followed, so the escape character is the Esc key. */
  giveUp(): readonly Key[] {
    if (!this.isWaiting) return [];
    const rest = this.#rest.slice(1);
    this.#rest = '';
    // It could have been the beginning of an answer of the terminal.
    if (rest === ']') return [key(rest, { text: rest, isAlt: true })];
    return [key('escape'), ...this.read(rest)];
  }

  #readPaste(before: string): Key | undefined | 'nothing' {
    const end = this.#rest.indexOf(pasteEnd);
    if (end < 0) {
      // The end marker may be split between chunks.
      const kept = Math.max(0, this.#rest.length - pasteEnd.length);
      this.#pasted = before + this.#rest.slice(0, kept);
      this.#rest = this.#rest.slice(kept);
      return undefined;
    }
    const text = before + this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + pasteEnd.length);
    this.#pasted = undefined;
    return key('paste', { text: text.replaceAll(/\r\n?/gu, '\n') });
  }

  #next(): Key | undefined | 'nothing' {
    if (this.#rest.startsWith(escape)) return this.#readSequence();
    const [first = ''] = this.#rest;
    const code = first.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) {
      this.#rest = this.#rest.slice(1);
      return controlKey(code);
    }
    const [text = ''] = printableText.exec(this.#rest) ?? [];
    this.#rest = this.#rest.slice(text.length);
    return key('text', { text });
  }

  #readSequence(): Key | undefined | 'nothing' {
    if (this.#rest.startsWith(pasteStart)) {
      this.#rest = this.#rest.slice(pasteStart.length);
      this.#pasted = '';
      return 'nothing';
    }
    const csi = sequence.exec(this.#rest);
    if (csi !== null) {
      this.#rest = this.#rest.slice(csi[0].length);
      if (replyEnds.includes(csi[3] ?? ' ')) return key('reply', { text: `${csi[1]}${csi[3]}` });
      return sequenceKey(csi[1] ?? '', csi[3] ?? '') ?? 'nothing';
    }
    const answer = reply.exec(this.#rest);
    if (answer !== null) {
      this.#rest = this.#rest.slice(answer[0].length);
      return key('reply', { text: answer[1] ?? '' });
    }
    if (sequenceStart.test(this.#rest) && this.#rest.length < maxSequenceLength) return undefined;
    if (this.#rest.startsWith(escape + escape)) {
      this.#rest = this.#rest.slice(1);
      return key('escape');
    }
    // Alt is sent as an escape before the key.
    this.#rest = this.#rest.slice(1);
    const [first = ''] = this.#rest;
    const code = first.codePointAt(0) ?? 0;
    this.#rest = this.#rest.slice(first.length);
    if (code < 0x20 || code === 0x7f) return { ...controlKey(code), isAlt: true };
    return key(first.toLowerCase(), { text: first, isAlt: true });
  }
}

function controlKey(code: number): Key {
  if (code === 0x0d) return key('enter');
  // Ctrl+J sends a line feed, and so does Shift+Enter in some terminals.
  if (code === 0x0a) return key('enter', { isShift: true });
  const name = codeNames[code];
  if (name !== undefined) return key(name);
  // After the letters come signs, such as Ctrl+_, which is also what Ctrl+/ sends.
  return key(String.fromCodePoint(code + (code > 0x1a ? 0x40 : 0x60)), { isControl: true });
}

/** The wheel; other buttons are left to the terminal. */
function wheelKey(button: string): Key | undefined {
  if (button === '<64') return key('wheel-up');
  return button === '<65' ? key('wheel-down') : undefined;
}

/** https://invisible-island.net/xterm/ctlseqs/ctlseqs.html and the kitty keyboard protocol. */
function sequenceKey(parameters: string, final: string): Key | undefined {
  const [first = '', modifiers = '1'] = parameters.split(';');
  const bits = Number(modifiers.split(':')[0]) - 1;
  const held = { isShift: (bits & 1) !== 0, isAlt: (bits & 2) !== 0, isControl: (bits & 4) !== 0 };
  // A mouse that reports in the SGR format: the button, and the place.
  if (first.startsWith('<')) return final === 'M' ? wheelKey(first) : undefined;
  if (final === 'u') {
    const code = Number(first.split(':')[0]);
    const name = codeNames[code];
    if (name !== undefined) return key(name, held);
    if (!Number.isInteger(code) || code < 0x20 || code > 0x10_ff_ff) return undefined;
    const text = String.fromCodePoint(code);
    return held.isControl || held.isAlt ? key(text, held) : key('text', { text });
  }
  if (final === 'Z') return key('tab', { isShift: true });
  if (final === '~') {
    // Modified enter, as xterm sends it: 27 ; modifiers ; 13 ~
    const parts = parameters.split(';');
    if (first === '27' && parts[2] === '13') return key('enter', held);
    const name = numberNames[first];
    return name === undefined ? undefined : key(name, held);
  }
  const name = letterNames[final];
  return name === undefined ? undefined : key(name, held);
}
