/** Small pieces that the emitters share. */

export const banner = '// Generated from src/definitions by `npm run generate`. Do not edit.\n';

/** What is said of a value with the mark `accepted`, after its documentation. */
export const receivedOnly = 'Received, never sent.';

/** A doc comment at `indent`; nothing when there is nothing to say. */
export function docComment(text: string, indent = ''): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

export const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A property access or key that needs quotes only where the language asks for them. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/u.test(name);
export const key = (name: string): string => (isIdentifier(name) ? name : quote(name));
