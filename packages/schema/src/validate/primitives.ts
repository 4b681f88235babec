/** The small checks that the generated code shares. */
import { maxListLength } from './limits.ts';

/** Whether a value is what a definition says. */
export type Check = (value: unknown) => boolean;

/** An object as the generated checks see it: its contents are unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value has fields: an object or a list. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isString = (value: unknown): boolean => typeof value === 'string';

export const isU16 = (value: unknown): boolean => isU64(value) && (value as number) <= 65_535;
export const isU32 = (value: unknown): boolean => isU64(value) && (value as number) <= 4_294_967_295;
export const isU64 = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
export const isI32 = (value: unknown): boolean => Number.isInteger(value) && value === ((value as number) | 0);
export const isI64 = (value: unknown): boolean => Number.isInteger(value);

/** Whether `_meta` is absent, null or an object. */
export const isMeta = (meta: unknown): boolean =>
  meta === undefined || (typeof meta === 'object' && !Array.isArray(meta));

/** Whether a value is a list whose length is within bounds. */
export const isListOf = (value: unknown, min: number): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= min && value.length <= maxListLength;

/** Whether an object has few enough entries to be visited. */
export const isMap = (value: unknown): value is Fields => isObject(value) && Object.keys(value).length <= maxListLength;
