import { expect, test } from 'vitest';

import { decodeEntities } from './entities.ts';

test.each([
  ['a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27;', `a & b <c> "d" 'e'`],
  ['&hellip; &rarr; &nbsp;|', '… → \u00a0|'],
  ['&unknown; &amp &; & &constructor;', '&unknown; &amp &; & &constructor;'],
  ['&#0; &#xd800; &#x110000;', '\ufffd \ufffd \ufffd'],
  ['&amp;lt;', '&lt;'],
])('%s is read as %s', (text, expected) => {
  expect(decodeEntities(text)).toBe(expected);
});
