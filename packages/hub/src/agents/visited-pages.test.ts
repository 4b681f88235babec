import type { CreateElicitationRequest } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { VisitedPages } from './visited-pages.ts';

const request = (fields: object): CreateElicitationRequest =>
  ({
    mode: 'url',
    message: 'Log in',
    sessionId: 's1',
    elicitationId: 'e1',
    url: 'https://a.example/x',
    ...fields,
  }) as never;

test('a page that is done is told once, in the session that asked for it', () => {
  const pages = new VisitedPages();
  pages.accepted(request({}));
  expect(pages.completed('e2')).toBeUndefined();
  expect(pages.completed('e1')).toEqual({
    sessionId: 's1',
    notice: { sessionUpdate: 'notice', severity: 'info', title: 'The page of a.example is done.' },
  });
  expect(pages.completed('e1')).toBeUndefined();
});

test('forms, and pages of no session, are not kept; nor are more than 1,000 pages', () => {
  const pages = new VisitedPages();
  pages.accepted(request({ mode: 'form' }));
  pages.accepted(request({ sessionId: undefined }));
  expect(pages.completed('e1')).toBeUndefined();
  for (let count = 0; count <= 1000; count += 1) pages.accepted(request({ elicitationId: `p${count}` }));
  expect(pages.completed('p0')).toBeUndefined();
  expect(pages.completed('p1')).toBeDefined();
});
