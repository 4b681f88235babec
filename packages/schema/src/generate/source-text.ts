/** Small functions that the emitters share. */

export const banner = '// Generated from src/definitions by `npm run generate`. Do not edit.\n';

/** Appended to the documentation of a value with the mark `accepted`. */
export const receivedOnly = 'Received, never sent.';

/** A doc comment at `indent`; empty if there is no text. */
export function docComment(text: string, indent = ''): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

export const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A property access or key, with quotes only where the language requires them. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/u.test(name);
export const key = (name: string): string => (isIdentifier(name) ? name : quote(name));
