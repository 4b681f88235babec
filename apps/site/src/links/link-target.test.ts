import { expect, test } from 'vitest';

import { repository } from '../../../../test/support/checkout.ts';
import { linkTarget } from './link-target.ts';
import { pageOfFile } from './site-pages.ts';

const source = { root: repository, address: 'https://forge.example/garden' };

test.each([
  ['docs/guides/chat.md', '../glossary.md#hub', '/glossary.md#hub'],
  ['docs/guides/chat.md', '../../packages/sdk/README.md', '/packages/sdk.md'],
  ['packages/sdk/README.md', '../../docs/concepts/versions.md', '/concepts/versions.md'],
  ['docs/index.md', '../ARCHITECTURE.md', '/project/architecture.md'],
  ['docs/index.md', 'decisions', '/decisions/index.md'],
  ['docs/guides/chat.md', '../../examples/stdio-agent', 'https://forge.example/garden/tree/main/examples/stdio-agent'],
  ['docs/guides/chat.md', '../../scripts/build.mjs', 'https://forge.example/garden/blob/main/scripts/build.mjs'],
  ['README.md', 'LICENSE', 'https://forge.example/garden/blob/main/LICENSE'],
  ['docs/guides/chat.md', '#keys', '#keys'],
  ['docs/guides/chat.md', 'https://agentclientprotocol.com', 'https://agentclientprotocol.com'],
])('in %s, %s leads to %s', (file, href, target) => {
  expect(linkTarget(source, file, href)).toBe(target);
});

test.each(['README.md', 'AGENTS.md', 'packages/nes/cases/silence.md', 'examples/two-agents/README.md'])(
  '%s is no page',
  (file) => {
    expect(pageOfFile(file)).toBeUndefined();
  },
);
