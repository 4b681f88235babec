/**
 * The protocol as data, in the two forms of the generator.
 *
 * `Definition` is what a file of the notation says, with version marks. `Surface` is what one version and stability
 * sees of it: no marks are left, every name resolves, and the emitters do not test versions.
 */

export type Version = 1 | 2;
export type Stability = 'stable' | 'unstable' | 'draft';

/** Where something exists, per version. `accepted`: received, never sent. */
export type Presence = Readonly<Partial<Record<Version, Stability | 'accepted'>>>;

export type IntegerName = 'u16' | 'u32' | 'u64' | 'i32' | 'i64';

export type TypeExpression =
  | { readonly kind: 'string'; readonly min?: number; readonly format?: string; readonly pattern?: string }
  | { readonly kind: 'integer'; readonly size: IntegerName; readonly min?: number }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'list'; readonly of: TypeExpression; readonly min: number }
  | { readonly kind: 'map'; readonly of: TypeExpression }
  | { readonly kind: 'nullable'; readonly of: TypeExpression };

interface Stated {
  readonly doc: string;
  /** Undefined: wherever the parent is. */
  readonly presence: Presence | undefined;
  readonly line: number;
}

export interface FieldLine extends Stated {
  readonly name: string;
  readonly type: TypeExpression;
  readonly optional: boolean;
  readonly mayBeAbsent: boolean;
  readonly default: unknown;
  readonly drop: boolean;
  readonly skip: boolean;
  readonly nullIsAbsent: boolean;
  readonly aliases: readonly string[];
}

export interface ValueLine extends Stated {
  readonly value: string;
}

/**
 * How the tag of a variant is sent: always; optionally (we do not send it); always, but a missing one is filled in on
 * input; never.
 */
export type TagMode = 'required' | 'optional' | 'filled' | 'none';

export interface VariantLine extends Stated {
  readonly tag: string;
  readonly mode: TagMode;
  readonly aliases: readonly string[];
  readonly type: string | undefined;
}

/** `*`: what happens to unknown tags. */
export interface OpenLine extends Stated {
  readonly type: string | undefined;
}

export interface AcceptLine extends Stated {
  readonly rule: string;
  readonly when: readonly string[];
}

/** The lines below an object, a union, params or a result. */
export interface Body {
  readonly fields: readonly FieldLine[];
  readonly includes: readonly (Stated & { readonly name: string })[];
  readonly shared: readonly FieldLine[];
  readonly variants: readonly VariantLine[];
  readonly open: readonly OpenLine[];
  readonly refused: readonly ValueLine[];
  readonly accepts: readonly AcceptLine[];
  /** Lists of fields of which one must be present. */
  readonly needs: readonly (Stated & { readonly names: readonly string[] })[];
}

interface Named extends Stated {
  readonly name: string;
  readonly area: string;
}

export type Definition =
  | (Named & { readonly kind: 'scalar'; readonly type: TypeExpression })
  | (Named & { readonly kind: 'enum'; readonly values: readonly ValueLine[]; readonly open: readonly OpenLine[] })
  | (Named & {
      readonly kind: 'object';
      readonly body: Body;
      /** Params or a result without lines of its own: a definition with the same name replaces it. */
      readonly implicit: boolean;
    })
  | (Named & { readonly kind: 'union'; readonly key: string; readonly keyOptional: boolean; readonly body: Body })
  | (Named & {
      readonly kind: 'choice';
      readonly exactlyOne: boolean;
      readonly alternatives: readonly (Stated & { readonly type: TypeExpression })[];
    });

export type Direction = 'client>agent' | 'agent>client' | 'both' | 'conductor>proxy' | 'proxy';
export type MethodKind = 'request' | 'notification' | 'message';

/** What must have been advertised before a method may be called. */
export type Gate =
  | { readonly kind: 'capability'; readonly side: 'agent' | 'client'; readonly paths: readonly string[] }
  | { readonly kind: 'list'; readonly field: string }
  | { readonly kind: 'session'; readonly field: string }
  | { readonly kind: 'entity'; readonly field: string };

export interface MethodLine extends Stated {
  readonly name: string;
  readonly area: string;
  readonly kind: MethodKind;
  readonly direction: Direction;
  readonly also: readonly string[];
  readonly gates: readonly (Stated & { readonly gate: Gate })[];
  readonly errors: readonly number[];
  /** Name of the definition; undefined for `params none`. */
  readonly params: string | undefined;
  readonly result: string | undefined;
}

export interface ErrorLine extends Stated {
  readonly code: number;
  readonly name: string;
  readonly title: string;
}

/** One file of the notation. */
export interface Area {
  readonly file: string;
  readonly title: string;
  readonly doc: string;
  readonly definitions: readonly Definition[];
  readonly methods: readonly MethodLine[];
  readonly errors: readonly ErrorLine[];
}

// ---------------------------------------------------------------------------------------------- one surface

export interface Field {
  readonly name: string;
  readonly type: TypeExpression;
  readonly optional: boolean;
  readonly mayBeAbsent: boolean;
  readonly default: unknown;
  readonly drop: boolean;
  readonly skip: boolean;
  readonly nullIsAbsent: boolean;
  readonly aliases: readonly string[];
  readonly doc: string;
  readonly stability: Stability;
}

interface Variant {
  readonly tag: string;
  readonly mode: TagMode;
  readonly aliases: readonly string[];
  readonly type: string | undefined;
  readonly doc: string;
  readonly stability: Stability;
}

interface AcceptRule {
  readonly rule: string;
  readonly when: readonly string[];
}

interface ShapeBase {
  readonly name: string;
  readonly area: string;
  readonly doc: string;
  readonly stability: Stability;
}

export interface ObjectShape extends ShapeBase {
  readonly kind: 'object';
  readonly fields: readonly Field[];
  readonly choices: readonly string[];
  /** Lists of fields of which one must be present. */
  readonly needs: readonly (readonly string[])[];
  readonly accepts: readonly AcceptRule[];
  /** Params or a result without a required field: null and a missing value are read as `{}`. */
  readonly emptyWhenMissing: boolean;
}

export interface UnionShape extends ShapeBase {
  readonly kind: 'union';
  readonly key: string;
  readonly keyOptional: boolean;
  readonly shared: readonly Field[];
  readonly variants: readonly Variant[];
  readonly open: { readonly type: string | undefined; readonly doc: string } | undefined;
  /** Tags that are refused although the union is open, and why. */
  readonly refused: readonly { readonly tag: string; readonly doc: string }[];
  readonly accepts: readonly AcceptRule[];
}

export type Shape =
  | (ShapeBase & { readonly kind: 'scalar'; readonly type: TypeExpression })
  | (ShapeBase & {
      readonly kind: 'enum';
      readonly values: readonly {
        readonly value: string;
        readonly doc: string;
        readonly stability: Stability;
        readonly accepted: boolean;
      }[];
      readonly open: boolean;
    })
  | ObjectShape
  | UnionShape
  | (ShapeBase & {
      readonly kind: 'choice';
      readonly exactlyOne: boolean;
      readonly alternatives: readonly { readonly type: TypeExpression; readonly doc: string }[];
    });

export interface Method {
  readonly name: string;
  readonly area: string;
  readonly doc: string;
  readonly kind: MethodKind;
  readonly direction: Direction;
  readonly stability: Stability;
  readonly versions: readonly Version[];
  readonly also: readonly string[];
  readonly gate: Gate | undefined;
  readonly errors: readonly number[];
  readonly params: string | undefined;
  readonly result: string | undefined;
}

/** Everything one version says, with or without its unstable and draft part. */
export interface Surface {
  readonly version: Version;
  readonly unstable: boolean;
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly methods: readonly Method[];
  readonly errors: readonly {
    readonly code: number;
    readonly name: string;
    readonly title: string;
    readonly doc: string;
    readonly stability: Stability;
  }[];
}
