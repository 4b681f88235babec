import { describe, expect, test } from 'vitest';

import { hubLog, type LogFields, type LogLevel } from './hub-log.ts';
import { redact } from './redact.ts';

function written(write: (log: ReturnType<typeof hubLog>) => void, level?: LogLevel): readonly unknown[] {
  const lines: string[] = [];
  const now = (): Date => new Date('2030-01-02T03:04:05Z');
  write(hubLog({ node: 'n1', write: (line) => lines.push(line), now, ...(level === undefined ? {} : { level }) }));
  expect(lines.every((line) => /^[^\n]+\n$/u.test(line))).toBe(true);
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe('the log', () => {
  test('has one object on each line, with the time, the level, the event and the node', () => {
    const lines = written((log) => {
      log.write('info', 'client-connected', { principal: 'ada', session: 's1' });
      log.sentences('agent-failed')('The agent has ended.\nIt said nothing.');
    });
    const time = '2030-01-02T03:04:05.000Z';
    expect(lines).toEqual([
      { time, level: 'info', event: 'client-connected', node: 'n1', principal: 'ada', session: 's1' },
      { time, level: 'warn', event: 'agent-failed', node: 'n1', message: 'The agent has ended. It said nothing.' },
    ]);
  });

  test('leaves out lines below its level, and fields that it does not know', () => {
    const lines = written((log) => {
      log.write('info', 'a');
      log.write('error', 'b', { params: { prompt: 'CANARY' }, headers: 'CANARY' } as LogFields);
    }, 'warn');
    expect(lines).toEqual([{ time: expect.any(String), level: 'error', event: 'b', node: 'n1' }]);
  });
});

describe('redact', () => {
  test.each([
    'Authorization: Bearer CANARY.secret/with+signs==',
    'got {"token":"CANARY"} from the client',
    'opened https://hub.example/acp#invitation=acpi_CANARYCANARY',
    'GET /acp?ticket=CANARY HTTP/1.1',
    'postgres://hub:CANARY@db.example/hub cannot be reached',
    'postgres://hub:CAN/ARY@db.example/hub cannot be reached',
    'the token eyJhbGciOiJCANARY.eyJzdWIiCANARY.CANARY has expired',
    'password=CANARY',
    "api_key: 'CANARY'",
    'Basic CANARY==',
  ])('%s', (text) => {
    expect(redact(text)).not.toMatch(/CANARY|ARY@/u);
  });

  test('keeps what is not secret, on one line of limited length', () => {
    expect(redact('The agent npx -y tool ended with code 1.')).toBe('The agent npx -y tool ended with code 1.');
    expect(redact('a\u2028b\u001B[31mc')).toBe('a b [31mc');
    expect(redact('x'.repeat(100_000))).toHaveLength(1001);
  });
});
