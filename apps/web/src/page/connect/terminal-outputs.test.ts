import { expect, test } from 'vitest';

import { TerminalOutputs, type TerminalEvent } from './terminal-outputs.ts';

const output = (text: string): TerminalEvent => ({ kind: 'output', data: new TextEncoder().encode(text) });

test('what a terminal prints before anyone listens is not lost, and comes once', () => {
  const outputs = new TerminalOutputs();
  outputs.receive('t1', output('early'));
  const seen: TerminalEvent[] = [];
  const stop = outputs.listen('t1', (event) => seen.push(event));
  outputs.receive('t1', output('late'));
  outputs.receive('t2', output('of another'));
  expect(seen).toEqual([output('early'), output('late')]);
  stop();
  outputs.receive('t1', output('after'));
  expect(seen).toHaveLength(2);
});

test('the notifications of a host are read, also when their fields are wrong', () => {
  const handlers = new Map<string, (params: unknown) => void>();
  const app = {
    onNotification: (method: string, parse: (params: unknown) => unknown, handle: (params: unknown) => void) => {
      handlers.set(method.split('/').at(-1) ?? '', (params) => {
        handle(parse(params));
      });
    },
  };
  const outputs = new TerminalOutputs();
  outputs.register(app as never);
  const seen: TerminalEvent[] = [];
  outputs.listen('t', (event) => seen.push(event));
  handlers.get('terminal_output')?.({ terminalId: 't', data: btoa('hi') });
  handlers.get('terminal_output')?.({ terminalId: 't', data: '?' });
  handlers.get('terminal_exit')?.({ terminalId: 't', exitCode: 0, problem: 'no' });
  handlers.get('terminal_exit')?.({ terminalId: 't', exitCode: 'x' });
  handlers.get('terminal_exit')?.(undefined);
  expect(seen).toEqual([
    output('hi'),
    output(''),
    { kind: 'exit', exitCode: 0, problem: 'no' },
    { kind: 'exit', exitCode: null, problem: undefined },
  ]);
});
