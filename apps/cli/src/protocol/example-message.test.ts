import { describe, expect, test } from 'vitest';

import { MessageChecker } from '../validate/message-checker.ts';
import { Catalogue } from './catalogue.ts';
import { exampleMessages } from './example-message.ts';

const scopes = ([1, 2] as const).flatMap((version) => [true, false].map((unstable) => ({ version, unstable })));

describe.each(scopes)('the examples of version $version (unstable: $unstable)', ({ version, unstable }) => {
  const catalogue = new Catalogue({ versions: [version], unstable });
  const document = catalogue.documents.get(version);
  if (document === undefined) throw new Error('no schema');

  test.each(catalogue.methods.map((method) => [method.name, method] as const))(
    '%s is valid as it stands',
    (_, method) => {
      const checker = new MessageChecker({ version, unstable, side: undefined, method: undefined });
      const { call, response } = exampleMessages(method, version, document);
      expect(checker.check(call)).toMatchObject({ method: method.name, problems: [], repairs: [] });
      if (response !== undefined) expect(checker.check(response)).toMatchObject({ problems: [], repairs: [] });
    },
  );
});
