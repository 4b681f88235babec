/**
 * The output of a terminal as plain text: no escape sequences, no control characters, lines as they were last shown.
 */
/* oxlint-disable no-control-regex -- control characters are what this is about */

// Strings such as a window title, up to their end; then control sequences; then everything else that begins with an
// escape.
const strings = /\u001B[\]PX^_][^\u0007\u001B\n]*(?:\u0007|\u001B\\)?/g;
const sequences = /\u001B\[[0-?]*[ -/]*[@-~]?/g;
const escapes = /\u001B[ -/]*[0-~]?/g;
const eraseToEnd = /\u001B\[0?K/g;
const eraseLine = /\u001B\[2K/g;
// Stand for the two erase sequences until lines are joined; they are control characters, so none remains.
const toEnd = '\u0000';
const wholeLine = '\u0001';
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Returns the text that a reader would see on the screen. */
export function terminalText(bytes: Uint8Array): string {
  const text = new TextDecoder()
    .decode(bytes)
    .replaceAll(/[\u0000\u0001]/g, '')
    .replaceAll(strings, '')
    .replaceAll(eraseToEnd, toEnd)
    .replaceAll(eraseLine, wholeLine)
    .replaceAll(sequences, '')
    .replaceAll(escapes, '');
  return text.replaceAll(/\r+\n/g, '\n').split('\n').map(lineAsShown).join('\n').replaceAll(controls, '');
}

/** A line after its returns and backspaces: later characters overwrite earlier ones. */
function lineAsShown(line: string): string {
  if (!/[\r\b\u0000\u0001]/.test(line)) return line;
  const cells: string[] = [];
  let column = 0;
  for (const letter of line) {
    if (letter === '\r') column = 0;
    else if (letter === '\b') column = Math.max(column - 1, 0);
    else if (letter === toEnd) cells.length = Math.min(cells.length, column);
    else if (letter === wholeLine) cells.length = 0;
    else {
      while (cells.length < column) cells.push(' ');
      cells[column] = letter;
      column += 1;
    }
  }
  return cells.join('');
}
