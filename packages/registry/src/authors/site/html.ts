/** HTML in which every inserted text is escaped. */

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can be inserted: text, HTML, a list of them, or nothing. */
export type Inserted = string | number | Html | undefined | readonly Inserted[];

/** Joins literal HTML with inserted values; strings are escaped, also for attributes in double quotes. */
export function markup(literals: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  return new Html(
    literals.map((literal, index) => literal + (index < values.length ? textOf(values[index]) : '')).join(''),
  );
}

function textOf(value: Inserted): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapeHtml(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes markup, and shows characters that change the direction of text or are invisible as their code: they could
 * make a name look like another one.
 */
function escapeHtml(text: string): string {
  return text
    .replaceAll(/(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu, codeOf)
    .replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character);
}

function codeOf(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
