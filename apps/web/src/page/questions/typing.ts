/** Whether the user is writing something, so that the focus must not move away. */
export function isTyping(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== '';
  if (element instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}
