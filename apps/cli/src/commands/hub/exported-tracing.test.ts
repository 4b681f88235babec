import { expect, test } from 'vitest';

import { collectorUrl, exportedTracing } from './exported-tracing.ts';

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
])('the address of the collector, if %s', (_, env, url) => {
  expect(collectorUrl(env)).toBe(url);
});

test('without a collector there are no spans', async () => {
  expect(await exportedTracing({ version: '1.0.0', env: {}, onFailure: () => undefined })).toBeUndefined();
});
