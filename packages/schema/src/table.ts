/**
 * The form in which a definition reaches the slow path of a validator: small, and parsed only when first needed.
 *
 * Short keys keep the generated text small; it is loaded with every import of a version.
 */

/** The types that need no further data. */
export type SimpleType = 'string' | 'bool' | 'any' | 'null' | 'f64' | 'u16' | 'u32' | 'u64' | 'i32' | 'i64';

export type TableType =
  | SimpleType
  | { readonly text: { readonly min?: number; readonly pattern?: string } }
  | { readonly f64: readonly [min: number, max: number] }
  | { readonly int: SimpleType; readonly min: number }
  | { readonly is: string }
  | { readonly ref: string }
  | { readonly list: TableType; readonly min?: number }
  | { readonly map: TableType }
  | { readonly orNull: TableType };

export interface TableField {
  /** Name. */
  readonly n: string;
  /** Type. */
  readonly t: TableType;
  /** Optional. */
  readonly o?: 1;
  /** A malformed value is dropped. */
  readonly d?: 1;
  /** Malformed entries are skipped. */
  readonly s?: 1;
  /** Null is read as absent. */
  readonly z?: 1;
  /** Other spellings. */
  readonly a?: readonly string[];
}

export interface TableVariant {
  readonly tag: string;
  readonly type?: string;
  readonly mode?: 'optional' | 'filled' | 'none';
  readonly a?: readonly string[];
}

export interface TableObject {
  readonly k: 'object';
  readonly fields: readonly TableField[];
  readonly choices?: readonly string[];
  readonly accepts?: readonly string[];
  /** Null and a missing value are read as `{}`. */
  readonly empty?: 1;
}

export interface TableUnion {
  readonly k: 'union';
  readonly key: string;
  readonly keyOptional?: 1;
  readonly shared?: readonly TableField[];
  readonly variants: readonly TableVariant[];
  readonly open?: { readonly type?: string };
  /** Tags that are refused although the union is open, with the words that a problem ends with. */
  readonly refused?: Readonly<Record<string, string>>;
  readonly accepts?: readonly string[];
}

export interface TableChoice {
  readonly k: 'choice';
  readonly one?: 1;
  readonly of: readonly TableType[];
}

interface TableEnum {
  readonly k: 'enum';
  readonly values: readonly string[];
  readonly open?: 1;
}

export type TableEntry =
  | { readonly k: 'scalar'; readonly type: TableType }
  | TableEnum
  | TableObject
  | TableUnion
  | TableChoice;

/** Finds a definition by name. */
export type Table = (name: string) => TableEntry;

/** Makes a table from generated text; each entry is parsed when it is first asked for. */
export function createTable(source: Readonly<Record<string, string>>): Table {
  const parsed = new Map<string, TableEntry>();
  return (name) => {
    const known = parsed.get(name);
    if (known !== undefined) return known;
    const entry = JSON.parse(source[name] ?? '{"k":"scalar","type":"any"}') as TableEntry;
    parsed.set(name, entry);
    return entry;
  };
}
