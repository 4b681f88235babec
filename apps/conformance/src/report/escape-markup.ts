/** Text inside XML and HTML: markup is escaped, and what XML cannot contain is shown as U+FFFD. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` for an element or an attribute. */
export function escapeMarkup(text: string): string {
  return (
    text
      // A lone surrogate has no UTF-8 form.
      .replaceAll(/\p{Cs}/gu, '\ufffd')
      // oxlint-disable-next-line no-control-regex -- XML 1.0 allows no other control characters, not even escaped
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/gu, '\ufffd')
      .replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character)
  );
}

/** The words of a rule; what is between backticks becomes code. */
export const ruleMarkup = (text: string): string => escapeMarkup(text).replaceAll(/`([^`]+)`/gu, '<code>$1</code>');
