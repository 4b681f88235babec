/** Reads the params of the inspector's methods; an error names the field. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

const wrong = (name: string, expected: string): RpcError =>
  new RpcError(rpcCodes.invalidParams, `"${name}" must be ${expected}.`);

/** The params of a request. */
export class Fields {
  readonly #fields: JsonObject;

  constructor(params: unknown) {
    if (params !== undefined && params !== null && !isJsonObject(params)) throw wrong('params', 'an object');
    this.#fields = params ?? {};
  }

  /** Whether the field is there. */
  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  any(name: string): unknown {
    return this.#fields[name];
  }

  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== 'string') throw wrong(name, 'a string');
    return value;
  }

  count(name: string): number {
    const value = this.#fields[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      throw wrong(name, 'a whole number that is not negative');
    return value;
  }

  countOr<T>(name: string, fallback: T): number | T {
    return this.has(name) ? this.count(name) : fallback;
  }

  flagOr(name: string, fallback: boolean): boolean {
    const value = this.#fields[name] ?? fallback;
    if (typeof value !== 'boolean') throw wrong(name, 'true or false');
    return value;
  }

  oneOf<T extends string | number>(name: string, values: readonly T[]): T {
    const value = this.#fields[name];
    const found = values.find((each) => each === value);
    if (found === undefined) throw wrong(name, `one of ${values.join(', ')}`);
    return found;
  }

  counts(name: string): readonly number[] {
    const value = this.#fields[name];
    if (!Array.isArray(value) || !value.every((each) => Number.isSafeInteger(each)))
      throw wrong(name, 'a list of whole numbers');
    return value as readonly number[];
  }
}
