import { expect, test } from 'vitest';

import { collectorUrl } from './collector-url.ts';

const everything = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

test.each([
  ['nothing is set', {}, undefined],
  ['an address is set', everything, 'http://127.0.0.1:4318/v1/traces'],
  [
    'an address for spans is set',
    { ...everything, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1/own' },
    'http://127.0.0.1/own',
  ],
  ['spans are turned off', { ...everything, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  ['all is turned off', { ...everything, OTEL_SDK_DISABLED: 'true' }, undefined],
])('the address for spans, if %s', (_, env, url) => {
  expect(collectorUrl('traces', env)).toBe(url);
});

test('the address for metrics does not depend on that for spans', () => {
  const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1/own' };
  expect(collectorUrl('metrics', env)).toBeUndefined();
  expect(collectorUrl('metrics', { ...env, ...everything })).toBe('http://127.0.0.1:4318/v1/metrics');
});
