/**
 * Lets xterm.js work under a content security policy without inline styles: its style elements get the nonce of the
 * page, and styles that it writes as attributes are set on the element instead.
 */

/**
 * Runs `work`, and gives the nonce to the style elements that it creates. The document could be passed to xterm.js as
 * an option instead, but not all of its parts use that option.
 */
export function withStyleNonce<T>(page: Document, nonce: string, work: () => T): T {
  const createElement = page.createElement.bind(page);
  const created = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = createElement(name, options);
    if (name === 'style') element.nonce = nonce;
    return element;
  };
  Object.defineProperty(page, 'createElement', { value: created, configurable: true });
  try {
    return work();
  } finally {
    Reflect.deleteProperty(page, 'createElement');
  }
}

/**
 * Sets the `style` attribute of span elements through their style object, which policies allow.
 *
 * The rows of xterm.js are made with the document of the page itself, so this is for all spans.
 */
export function allowStyleAttributes(spans: Pick<Element, 'setAttribute'> = HTMLSpanElement.prototype): void {
  if (Object.hasOwn(spans, 'setAttribute')) return;
  const { setAttribute } = spans;
  spans.setAttribute = function setStyleOrAttribute(this: HTMLElement, name, value) {
    if (name === 'style') this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}

/** The nonce of this page for style elements. */
export const pageNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="acp-nonce"]')?.content ?? '';
