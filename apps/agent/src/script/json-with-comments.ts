/** JSON as people write it: with comments, and with a comma after the last value. Every line stays where it is. */

const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/gu;

/** The text as plain JSON: what is not JSON became spaces. */
export const withoutComments = (text: string): string =>
  text.replaceAll(token, (found) => (found.startsWith('"') ? found : found.replaceAll(/[^\n]/gu, ' ')));
