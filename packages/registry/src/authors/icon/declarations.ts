/** The declarations of a style attribute or a `<style>` element. */

/** One declaration, in lower case. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
}

/** The declarations of an icon's style, or why it cannot be accepted. */
export type Declarations = { readonly declarations: readonly Declaration[] } | { readonly refused: string };

/** Reads the content of a style attribute. */
export function readStyleAttribute(text: string): Declarations {
  const plain = withoutComments(text);
  return obscure.test(plain) || /[{}]/u.test(plain) ? { refused: 'a style that is not plain' } : listed(plain);
}

/** Reads the content of a `<style>` element: plain rules without nesting. */
export function readStyleSheet(text: string): Declarations {
  const plain = withoutComments(text);
  const isPlain = /^(?:[^{}]+\{[^{}]*\})*\s*$/u.test(plain);
  if (!isPlain || obscure.test(plain)) return { refused: 'a style sheet with more than plain rules' };
  return listed([...plain.matchAll(/\{(?<body>[^{}]*)\}/gu)].map(({ groups }) => groups?.['body'] ?? '').join(';'));
}

/** Escapes can spell any name, at-rules can load other files, and HTML comments are skipped by some parsers. */
const obscure = /[\\@]|<!--|-->/u;

function withoutComments(text: string): string {
  let plain = '';
  for (let at = 0; ;) {
    const start = text.indexOf('/*', at);
    if (start === -1) return plain + text.slice(at);
    plain += `${text.slice(at, start)} `;
    const end = text.indexOf('*/', start + 2);
    // A comment without an end hides the rest.
    if (end === -1) return plain;
    at = end + 2;
  }
}

function listed(text: string): Declarations {
  const declarations = text.split(';').flatMap((part) => {
    const colon = part.indexOf(':');
    if (colon === -1) return part.trim() === '' ? [] : [{ property: part.trim().toLowerCase(), value: '' }];
    const [property, value] = [part.slice(0, colon), part.slice(colon + 1)];
    return [{ property: property.trim().toLowerCase(), value: value.trim().toLowerCase() }];
  });
  return { declarations };
}
