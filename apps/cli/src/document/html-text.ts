/** Text in an HTML page: everything that could be markup is escaped. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, also in attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (found) => entities[found] ?? found);
