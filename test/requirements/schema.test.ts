/** The requirements that the schema keeps by itself, each proved by breaking its definition. */
import { describe, expect } from 'vitest';

import { proves } from './requirement.ts';
import { loadSchema, type Sabotage, type SchemaUnderTest } from './sabotaged-schema.ts';

const real = loadSchema();

function provesSchema(id: string, sabotage: Sabotage, verify: (schema: SchemaUnderTest) => void): void {
  proves(id, { real, sabotaged: loadSchema(sabotage), verify });
}

const text = (words: string): object => ({ type: 'text', text: words });
const accepts = (checked: { readonly ok: boolean }): void => expect(checked.ok).toBe(true);
const refuses = (checked: { readonly ok: boolean }): void => expect(checked.ok).toBe(false);
const keeps = (schema: SchemaUnderTest, version: 1 | 2, name: string, value: unknown): void =>
  expect(schema.check(version, name, value)).toEqual({ ok: true, value, repairs: [] });

describe('conventions', () => {
  const exceptions = new Set(['_meta', 'jsonrpc', 'license_url']);

  provesSchema('GEN-06', { file: 'prompt.acp', from: 'inputTokens:', to: 'input_tokens:' }, (schema) => {
    for (const version of [1, 2] as const) {
      const fields = [...schema.types(version).matchAll(/^ {2}readonly ([A-Za-z_]\w*)\??: (?!.* & )/gmu)].map(
        ([, name]) => name ?? '',
      );
      const variants = [...schema.types(version).matchAll(/^export interface \w+Variants \{\n(?:.+\n)*?\}/gmu)].join(
        '\n',
      );
      const wrong = fields.filter(
        (name) => /_/u.test(name) && !exceptions.has(name) && !variants.includes(` ${name}: `),
      );
      expect(wrong).toEqual([]);
    }
  });

  provesSchema(
    'GEN-17',
    { file: 'content.acp', from: 'object TextContent', to: 'scalar TextContent = "text"\n\nobject OldTextContent' },
    (schema) => {
      keeps(schema, 2, 'ContentBlock', { ...text('a'), later: { nested: [1, null] }, __proto__: { x: 1 } });
      keeps(schema, 1, 'PromptRequest', { sessionId: 's', prompt: [], extra: true });
    },
  );

  provesSchema('GEN-18', { file: 'tool-calls.acp', from: '~drop', to: '' }, (schema) => {
    const value = {
      toolCallId: 't',
      title: 5,
      content: [{ type: 'content', content: text('a') }, { type: 'content' }],
    };
    const checked = schema.check(2, 'ToolCallUpdate', value);
    expect(checked.ok && checked.value).toEqual({
      toolCallId: 't',
      content: [{ type: 'content', content: text('a') }],
    });
    refuses(schema.check(2, 'ToolCallUpdate', { title: 'no id' }));
  });

  provesSchema('GEN-19', { file: 'content.acp', from: '  * @v2', to: '  * @v1' }, (schema) => {
    keeps(schema, 2, 'ContentBlock', { type: '_chart', points: [1, 2] });
    keeps(schema, 2, 'ContentBlock', { type: 'video', url: 'https://example.org' });
    keeps(schema, 2, 'Role', 'reviewer');
  });

  provesSchema('GEN-20', { file: 'content.acp', from: '  text: TextContent', to: '  texts: TextContent' }, (schema) => {
    refuses(schema.check(2, 'ContentBlock', { type: 'text' }));
  });

  provesSchema(
    'EXT-02',
    { file: 'content.acp', from: '  text: string', to: '  text: string # T.\n  _meta?: string' },
    (schema) => {
      keeps(schema, 2, 'TextContent', { text: 'a', _meta: { 'example.org/tool': { any: ['thing', null] } } });
      keeps(schema, 1, 'TextContent', { text: 'a', _meta: {} });
    },
  );
});

describe('initialization and authentication', () => {
  provesSchema(
    'INIT-21',
    { file: 'initialization.acp', from: 'image?: Marker|null @v2', to: 'image?: any @v2' },
    (schema) => {
      const checked = schema.check(2, 'PromptCapabilities', { image: true, audio: {} });
      expect(checked.ok && checked.value).toEqual({ audio: {} });
      expect(schema.types(2)).toMatch(/interface PromptCapabilities \{[^}]*readonly image\?: Marker \| null;/u);
    },
  );

  provesSchema(
    'AUTH-02',
    { file: 'authentication.acp', from: '  agent?: AuthMethodAgent @v1', to: '  agent: AuthMethodAgent @v1' },
    (schema) => {
      keeps(schema, 1, 'AuthMethod', { id: 'browser', name: 'Log in' });
      keeps(schema, 1, 'AuthMethod', { type: 'agent', id: 'browser', name: 'Log in' });
    },
  );
});

describe('sessions', () => {
  provesSchema(
    'LIST-09',
    {
      file: 'session-setup.acp',
      from: 'scalar SessionListCursor @v2 = string',
      to: 'scalar SessionListCursor @v2 = string(1..)',
    },
    (schema) => {
      keeps(schema, 2, 'ListSessionsRequest', { cursor: '' });
    },
  );

  provesSchema(
    'LIFE-18',
    { file: 'updates.acp', from: '  messageId: MessageId @v2', to: '  messageId?: MessageId|null @v2' },
    (schema) => {
      for (const messageId of [undefined, null]) {
        refuses(
          schema.check(2, 'SessionUpdate', { sessionUpdate: 'agent_message_chunk', content: text('a'), messageId }),
        );
      }
      accepts(
        schema.check(2, 'SessionUpdate', { sessionUpdate: 'agent_message_chunk', content: text('a'), messageId: 'm' }),
      );
    },
  );

  provesSchema('PLAN-05', { file: 'updates.acp', from: '  !plan @v2', to: '  !plann @v2' }, (schema) => {
    refuses(schema.check(2, 'SessionUpdate', { sessionUpdate: 'plan', entries: [] }));
    accepts(schema.check(2, 'SessionUpdate', { sessionUpdate: 'planet', entries: [] }));
  });

  provesSchema('RCTX-02', { file: 'runtime-context.acp', from: '  text: string', to: '  text?: string' }, (schema) => {
    keeps(schema, 1, 'RuntimeContext', { title: 'Selection', text: 'line 4' });
    refuses(schema.check(1, 'RuntimeContext', { title: 'Selection' }));
    refuses(schema.check(2, 'RuntimeContext', { text: [text('a')] }));
  });
});

describe('permissions and configuration', () => {
  provesSchema(
    'PERM-06',
    { file: 'permissions.acp', from: 'PermissionOption[1..] @v2', to: 'PermissionOption[] @v2' },
    (schema) => {
      const options = [{ optionId: 'o', name: 'Yes', kind: 'allow_once' }];
      keeps(schema, 2, 'RequestPermissionRequest', { sessionId: 's', title: 'Write?', options });
      refuses(schema.check(2, 'RequestPermissionRequest', { sessionId: 's', title: 'Write?', options: [] }));
      refuses(schema.check(2, 'RequestPermissionRequest', { sessionId: 's', title: null, options }));
    },
  );

  provesSchema(
    'CFG-09',
    { file: 'config-options.acp', from: '    id?: IdConfigValue @v1', to: '    id: IdConfigValue @v1' },
    (schema) => {
      const target = { sessionId: 's', configId: 'c' };
      keeps(schema, 1, 'SetSessionConfigOptionRequest', { ...target, type: 'boolean', value: true });
      keeps(schema, 1, 'SetSessionConfigOptionRequest', { ...target, value: 'fast' });
      keeps(schema, 1, 'SetSessionConfigOptionRequest', { ...target, type: 'id', value: 'fast' });
      keeps(schema, 1, 'SetSessionConfigOptionRequest', { ...target, type: 'later', value: 'fast' });
      refuses(schema.check(1, 'SetSessionConfigOptionRequest', { ...target, type: 'boolean', value: 'fast' }));
    },
  );

  provesSchema(
    'CFG-10',
    { file: 'config-options.acp', from: '    id: IdConfigValue @v2', to: '    id?: IdConfigValue @v2' },
    (schema) => {
      refuses(schema.check(2, 'SetSessionConfigOptionRequest', { sessionId: 's', configId: 'c', value: 'fast' }));
      accepts(
        schema.check(2, 'SetSessionConfigOptionRequest', { sessionId: 's', configId: 'c', type: 'id', value: 'fast' }),
      );
    },
  );
});

describe('the registry', () => {
  provesSchema(
    'REG-02',
    { file: 'registry-manifest.acp', from: '  needs linux-aarch64 or linux-x86_64\n', to: '' },
    (schema) => {
      const target = { archive: 'https://downloads.example/a.zip', cmd: './a' };
      const all = { 'darwin-aarch64': target, 'linux-x86_64': target, 'windows-x86_64': target };
      keeps(schema, 1, 'AgentDistribution', { binary: all });
      keeps(schema, 2, 'AgentDistribution', { uvx: { package: 'a' } });
      for (const distribution of [{}, { docker: {} }]) refuses(schema.check(1, 'AgentDistribution', distribution));
      for (const system of Object.keys(all)) {
        const { [system as keyof typeof all]: _, ...others } = all;
        refuses(schema.check(2, 'BinaryDistribution', others));
      }
      refuses(schema.check(1, 'BinaryDistribution', { ...all, 'linux-x86_64': { cmd: './a' } }));
    },
  );

  provesSchema(
    'REG-03',
    { file: 'registry-manifest.acp', from: '  package: string(1..)', to: '  package?: string(1..)' },
    (schema) => {
      keeps(schema, 1, 'PackageDistribution', {
        package: '@example/agent@1.2.3',
        args: ['--acp'],
        env: { LEVEL: 'info' },
      });
      refuses(schema.check(1, 'PackageDistribution', { args: ['--acp'] }));
    },
  );

  provesSchema(
    'REG-05',
    { file: 'registry-manifest.acp', from: '  agents: AgentManifest[]', to: '  agents: AgentManifest' },
    (schema) => {
      const agent = {
        id: 'a',
        name: 'A',
        version: '1.0.0',
        description: 'An agent.',
        distribution: { npx: { package: 'a' } },
      };
      keeps(schema, 2, 'AgentRegistry', { version: '1.0.0', agents: [{ ...agent, stars: 5 }], generated: 'today' });
    },
  );
});
