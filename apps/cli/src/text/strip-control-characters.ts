/** Text of others that is shown on a terminal: nothing in it can move the cursor, ring, or change what is on the screen. */

// oxlint-disable-next-line no-control-regex -- these are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** `text` without control characters, except for new lines and tabs; works piece by piece. */
export const stripControls = (text: string): string => text.replaceAll(controls, '');

/** The same in one line. */
export const inOneLine = (text: string): string => stripControls(text).replaceAll(/\s+/gu, ' ').trim();
