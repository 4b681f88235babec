/** The arguments of a tool have the type that its schema says. */
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';

import { tool, type FromJsonSchema } from '../index.ts';

test('a JSON Schema says what the arguments are', () => {
  tool(
    {
      type: 'object',
      properties: {
        plant: { type: 'string' },
        litres: { type: 'number' },
        where: { enum: ['bed', 'pot'] },
        tags: { type: 'array', items: { type: 'string' } },
        deep: { type: 'object', properties: { isDry: { type: 'boolean' } }, required: ['isDry'] },
      },
      required: ['plant', 'where'],
    },
    (args) => {
      expectTypeOf(args.plant).toEqualTypeOf<string>();
      expectTypeOf(args.litres).toEqualTypeOf<number | undefined>();
      expectTypeOf(args.where).toEqualTypeOf<'bed' | 'pot'>();
      expectTypeOf(args.tags).toEqualTypeOf<string[] | undefined>();
      expectTypeOf(args.deep?.isDry).toEqualTypeOf<boolean | undefined>();
      // @ts-expect-error -- the schema has no such property
      void args.other;
    },
  );
  expectTypeOf<FromJsonSchema<{ readonly anything: 1 }>>().toEqualTypeOf<unknown>();
});

test('a schema of zod does too, after its transformations', () => {
  tool(z.object({ plant: z.string(), litres: z.string().transform(Number) }), ({ plant, litres }, { signal }) => {
    expectTypeOf(plant).toEqualTypeOf<string>();
    expectTypeOf(litres).toEqualTypeOf<number>();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  });
});
