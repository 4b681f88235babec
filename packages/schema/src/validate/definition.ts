/**
 * A definition of the protocol as data, for the slow path of the validators.
 *
 * The strict checks are generated code; this is read only for values that fail them, to repair or to explain. What a
 * definition does not have is left out.
 */

/** The types that need no further data. */
export type SimpleType = 'string' | 'bool' | 'any' | 'null' | 'f64' | 'u16' | 'u32' | 'u64' | 'i32' | 'i64';

/** The type of a value. */
export type ValueType =
  | SimpleType
  | { readonly text: { readonly min?: number; readonly pattern?: string } }
  | { readonly f64: readonly [min: number, max: number] }
  | { readonly int: SimpleType; readonly min: number }
  | { readonly literal: string }
  | { readonly ref: string }
  | { readonly list: ValueType; readonly min?: number }
  | { readonly map: ValueType }
  | { readonly orNull: ValueType };

export interface FieldDefinition {
  readonly name: string;
  readonly type: ValueType;
  readonly optional?: true;
  /** A malformed value is dropped. */
  readonly drop?: true;
  /** Malformed entries of a list are skipped. */
  readonly skip?: true;
  readonly nullIsAbsent?: true;
  /** Other spellings. */
  readonly aliases?: readonly string[];
}

export interface VariantDefinition {
  /** Empty for the variant that never has a tag. */
  readonly tag: string;
  /** The definition of the variant, if it has one. */
  readonly type?: string;
  /** How the tag is sent: always; optionally; always, but filled in if it is missing; never. */
  readonly mode: 'required' | 'optional' | 'filled' | 'none';
  readonly aliases?: readonly string[];
}

/** An older form that is accepted. */
export interface AcceptedForm {
  /** The rule that turns it into the present one. */
  readonly rule: string;
  /** The fields that only the older form has. */
  readonly when: readonly string[];
}

interface EnumDefinition {
  readonly kind: 'enum';
  readonly values: readonly string[];
  /** Other values are accepted. */
  readonly open?: true;
}

export interface ObjectDefinition {
  readonly kind: 'object';
  readonly fields: readonly FieldDefinition[];
  /** Definitions that the object has to match as well. */
  readonly choices?: readonly string[];
  /** Lists of fields of which one must be present. */
  readonly needs?: readonly (readonly string[])[];
  readonly accepts?: readonly AcceptedForm[];
  /** Null and a missing value are read as `{}`. */
  readonly emptyWhenMissing?: true;
}

export interface UnionDefinition {
  readonly kind: 'union';
  /** The field that holds the tag. */
  readonly key: string;
  readonly keyOptional?: true;
  /** The fields that all variants have. */
  readonly shared?: readonly FieldDefinition[];
  readonly variants: readonly VariantDefinition[];
  /** Present if unknown tags are kept. */
  readonly open?: { readonly type?: string };
  /** Tags that are refused although the union is open, and why. */
  readonly refused?: readonly { readonly tag: string; readonly reason: string }[];
  readonly accepts?: readonly AcceptedForm[];
}

export interface ChoiceDefinition {
  readonly kind: 'choice';
  readonly exactlyOne?: true;
  readonly of: readonly ValueType[];
}

export type Definition =
  | { readonly kind: 'scalar'; readonly type: ValueType }
  | EnumDefinition
  | ObjectDefinition
  | UnionDefinition
  | ChoiceDefinition;

/** Every definition of a version by name. */
export type Definitions = Readonly<Record<string, Definition>>;
