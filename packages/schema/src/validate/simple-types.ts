/** The types that need no further data: how each is checked, and how a problem describes it. */
import { isI32, isI64, isString, isU16, isU32, isU64, type Check } from './primitives.ts';
import type { SimpleType } from './definition.ts';

export const simpleTypes: Readonly<Record<SimpleType, readonly [check: Check, words: string]>> = {
  any: [(value) => value !== undefined, 'any value'],
  string: [isString, 'a string'],
  bool: [(value) => typeof value === 'boolean', 'true or false'],
  null: [(value) => value === null, 'null'],
  f64: [(value) => typeof value === 'number', 'a number'],
  u16: [isU16, 'an integer from 0 to 65535'],
  u32: [isU32, 'an integer from 0 to 4294967295'],
  u64: [isU64, 'an integer of 0 or more'],
  i32: [isI32, 'a 32-bit integer'],
  i64: [isI64, 'an integer'],
};
