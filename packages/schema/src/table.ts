/**
 * The form in which a definition reaches the slow path of a validator.
 *
 * It comes as text, because it is loaded with every import of a version and rarely read: an entry is read when it is first needed.
 */
import { readEntry } from './table-text.ts';

/** The types that need no further data. */
export type SimpleType = 'string' | 'bool' | 'any' | 'null' | 'f64' | 'u16' | 'u32' | 'u64' | 'i32' | 'i64';

export type TableType =
  | SimpleType
  | { readonly text: { readonly min?: number; readonly pattern?: string } }
  | { readonly f64: readonly [min: number, max: number] }
  | { readonly int: SimpleType; readonly min: number }
  | { readonly is: string }
  | { readonly ref: string }
  | { readonly list: TableType; readonly min: number }
  | { readonly map: TableType }
  | { readonly orNull: TableType };

export interface TableField {
  readonly name: string;
  readonly type: TableType;
  readonly optional: boolean;
  /** A malformed value is dropped. */
  readonly drop: boolean;
  /** Malformed entries are skipped. */
  readonly skip: boolean;
  readonly nullIsAbsent: boolean;
  /** Other spellings. */
  readonly aliases: readonly string[];
}

export interface TableVariant {
  /** Empty for the variant that never has one. */
  readonly tag: string;
  readonly type: string | undefined;
  readonly mode: 'required' | 'optional' | 'filled' | 'none';
  readonly aliases: readonly string[];
}

/** An older form that is accepted. */
export interface AcceptedForm {
  /** The rule that turns it into the present one. */
  readonly rule: string;
  /** The fields that only the older form has. */
  readonly when: readonly string[];
}

export interface TableObject {
  readonly kind: 'object';
  readonly fields: readonly TableField[];
  readonly choices: readonly string[];
  readonly accepts: readonly AcceptedForm[];
  /** Null and a missing value are read as `{}`. */
  readonly emptyWhenMissing: boolean;
}

export interface TableUnion {
  readonly kind: 'union';
  readonly key: string;
  readonly keyOptional: boolean;
  readonly shared: readonly TableField[];
  readonly variants: readonly TableVariant[];
  readonly open: { readonly type: string | undefined } | undefined;
  /** Tags that are refused although the union is open, with the words that a problem ends with. */
  readonly refused: readonly (readonly [tag: string, words: string])[];
  readonly accepts: readonly AcceptedForm[];
}

export interface TableChoice {
  readonly kind: 'choice';
  readonly exactlyOne: boolean;
  readonly of: readonly TableType[];
}

export type TableEntry =
  | { readonly kind: 'scalar'; readonly type: TableType }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | TableObject
  | TableUnion
  | TableChoice;

/** Finds a definition by name. */
export type Table = (name: string) => TableEntry;

/** Makes a table from generated text; each entry is read when it is first asked for. */
export function createTable(source: Readonly<Record<string, string>>): Table {
  const read = new Map<string, TableEntry>();
  return (name) => {
    let entry = read.get(name);
    if (entry === undefined) {
      entry = readEntry(source[name] ?? '=any');
      read.set(name, entry);
    }
    return entry;
  };
}
