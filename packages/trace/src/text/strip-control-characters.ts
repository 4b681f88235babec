/** Makes foreign text safe to print: nothing in it can move the cursor, ring the bell, or change the screen. */

// oxlint-disable-next-line no-control-regex -- it matches control characters.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Removes control characters, except line breaks and tabs; works chunk by chunk. */
const stripControls = (text: string): string => text.replaceAll(controls, '');

/** Removes control characters and joins the lines. */
export const inOneLine = (text: string): string => stripControls(text).replaceAll(/\s+/gu, ' ').trim();
