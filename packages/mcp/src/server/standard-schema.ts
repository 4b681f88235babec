/** The part of Standard Schema and Standard JSON Schema that tools need; zod and others implement both. */

/** A schema of a library such as zod, which validates values and writes itself as JSON Schema. */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** Where the standard puts what follows. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    // oxlint-disable-next-line typescript/no-explicit-any -- its options and results are those of the standard
    readonly validate: (value: unknown, options?: any) => any;
    readonly jsonSchema: {
      // oxlint-disable-next-line typescript/no-explicit-any -- the options are those of the standard
      readonly input: (options: any) => Record<string, unknown>;
      // oxlint-disable-next-line typescript/no-explicit-any -- the options are those of the standard
      readonly output: (options: any) => Record<string, unknown>;
    };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The type of the values that a schema returns. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** Whether `value` is a schema of a library. */
export const isStandardSchema = (value: object): value is StandardSchema => '~standard' in value;
