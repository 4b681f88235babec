/** The type of the values that a JSON Schema accepts, as far as its literal says; what it does not say is `unknown`. */

/** A JSON Schema of an object, written as a literal. */
export interface JsonObjectSchema {
  /** Arguments are always an object. */
  readonly type: 'object';
  /** What the object is for. */
  readonly description?: string;
  /** The schema of each property. */
  readonly properties?: Readonly<Record<string, object>>;
  /** The properties that must be there. */
  readonly required?: readonly string[];
  /** Every other keyword of JSON Schema. */
  readonly [keyword: string]: unknown;
}

/** The type of the values that the schema `S` accepts. */
export type FromJsonSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: 'string' }
      ? string
      : S extends { readonly type: 'number' | 'integer' }
        ? number
        : S extends { readonly type: 'boolean' }
          ? boolean
          : S extends { readonly type: 'null' }
            ? null
            : S extends { readonly type: 'array'; readonly items: infer I }
              ? FromJsonSchema<I>[]
              : S extends { readonly type: 'array' }
                ? unknown[]
                : S extends { readonly type: 'object'; readonly properties: infer P }
                  ? FromProperties<P, S extends { readonly required: readonly (infer R)[] } ? R : never>
                  : S extends { readonly type: 'object' }
                    ? Record<string, unknown>
                    : unknown;

type FromProperties<P, R> = { [K in keyof P as K extends R ? K : never]: FromJsonSchema<P[K]> } & {
  [K in keyof P as K extends R ? never : K]?: FromJsonSchema<P[K]>;
};
