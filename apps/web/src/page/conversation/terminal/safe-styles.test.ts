// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { allowStyleAttributes, withStyleNonce } from './safe-styles.ts';

test('style elements that are created meanwhile have the nonce', () => {
  const style = withStyleNonce(document, 'abc', () => document.createElement('style'));
  expect(style.nonce).toBe('abc');
  expect(document.createElement('style').nonce).not.toBe('abc');
  expect(Object.hasOwn(document, 'createElement')).toBe(false);
});

test('a style that is set as an attribute is set on the style object, once for all', () => {
  const set: unknown[] = [];
  class Spans {
    readonly style = { cssText: '' };
    setAttribute(name: string, value: string): void {
      set.push([name, value]);
    }
  }
  class Rows extends Spans {}
  allowStyleAttributes(Rows.prototype);
  allowStyleAttributes(Rows.prototype);
  const row = new Rows();
  row.setAttribute('style', 'color:red');
  row.setAttribute('title', 'x');
  expect(row.style.cssText).toBe('color:red');
  expect(set).toEqual([['title', 'x']]);
});
