import { describe, expect, test } from 'vitest';
import { MessageChecker, type ProtocolVersion } from '@acp-stack/trace';

import { Catalogue } from './catalogue.ts';
import { exampleMessages, type ExampleMessages } from './example-message.ts';
import { loadSchema, schemaOf } from '../../protocol-schema/load-schema.ts';

const exampleOf = (name: string, version: ProtocolVersion): ExampleMessages => {
  const catalogue = new Catalogue({ versions: [version], unstable: true });
  const method = catalogue.method(name);
  if (method === undefined) throw new Error(`no ${name}`);
  return exampleMessages(method, version, loadSchema(version, true));
};

test.each([
  [1, { type: 'boolean', id: 'config-1', currentValue: true }],
  [2, { type: 'boolean', configId: 'config-1', currentValue: true }],
] as const)('version %d answers with the option that was set', (version, option) => {
  expect(exampleOf('session/set_config_option', version)).toMatchObject({
    call: { params: { type: 'boolean', configId: 'config-1', value: true } },
    response: { result: { configOptions: [option] } },
  });
});

test('an MCP server answers in the wrapper that fits the request', () => {
  expect(exampleOf('mcp/message', 1)).toMatchObject({
    call: { params: { serverId: 'server-1', requestId: 'request-1' } },
    response: { result: { result: {} } },
  });
});

const scopes = ([1, 2] as const).flatMap((version) => [true, false].map((unstable) => ({ version, unstable })));

describe.each(scopes)('the examples of version $version (unstable: $unstable)', ({ version, unstable }) => {
  const catalogue = new Catalogue({ versions: [version], unstable });
  const document = catalogue.documents.get(version);
  if (document === undefined) throw new Error('no schema');

  test.each(catalogue.methods.map((method) => [method.name, method] as const))(
    '%s is valid as it stands',
    (_, method) => {
      const checker = new MessageChecker({ schemas: schemaOf, version, unstable, side: undefined, method: undefined });
      const { call, response } = exampleMessages(method, version, document);
      expect(checker.check(call, 1)).toMatchObject({ method: method.name, problems: [], repairs: [] });
      if (response !== undefined)
        expect(checker.check(response, 2)).toMatchObject({ problems: [], repairs: [], notes: [] });
    },
  );
});
