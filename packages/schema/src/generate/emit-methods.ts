/** Writes the methods of a surface: their types, the method table, and the error codes. */
import type { Gate, Method, Surface } from './model.ts';
import { receivedTypeName } from './received-type-name.ts';
import { banner, docComment, key, quote } from './source-text.ts';

/** The text of `methods.gen.ts`. */
export function emitMethods(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const types = surface.methods.map((method) => methodTypes(surface, method));
  const specs = surface.methods.map(methodSpec);
  const errors = surface.errors.map(
    (error) => `${docComment(`${error.title}: ${error.doc}`, '  ')}  ${key(error.name)}: ${error.code},\n`,
  );
  const errorTypes = surface.errors.map(
    (error) => `${docComment(`${error.title}: ${error.doc}`, '  ')}  readonly ${key(error.name)}: ${error.code};\n`,
  );
  return (
    `${banner}import { dictionary } from '${home}validate/dictionary.ts';\nimport type { MethodTable } from '${home}shared/method-table.ts';\nimport type * as types from './types.gen.ts';\nimport { validators } from './validators.gen.ts';\n\n` +
    `/** The types of every method of this version. */\nexport interface Methods {\n${types.join('')}}\n\n` +
    `/** The name of a method of this version. */\nexport type MethodName = keyof Methods;\n\n` +
    `/** Every method of this version by name; one that is not here does not exist. */\nexport const methods: MethodTable<Methods> = dictionary<MethodTable<Methods>>({\n${specs.join('')}});\n\n` +
    `/** Whether this version has a method of this name; other names under which one is accepted do not count. */\nexport function isMethodName(name: string): name is MethodName {\n  return name in methods;\n}\n\n` +
    `/** The error codes of this version by name. */\nexport const errorCodes: {\n${errorTypes.join('')}} = {\n${errors.join('')}};\n`
  );
}

/** A member of an imported namespace, or `undefined`. */
const member = (namespace: string, name: string | undefined): string =>
  name === undefined ? 'undefined' : `${namespace}.${name}`;

function methodTypes(surface: Surface, method: Method): string {
  const received = (name: string | undefined): string =>
    name === undefined ? 'undefined' : `types.${receivedTypeName(surface.shapes.get(name))}`;
  const stability = method.stability === 'stable' ? '' : ` (${method.stability})`;
  return (
    docComment(method.doc + stability, '  ') +
    `  readonly ${quote(method.name)}: {\n` +
    `    readonly direction: ${quote(method.direction)};\n` +
    `    readonly kind: ${quote(method.kind)};\n` +
    `    readonly params: ${member('types', method.params)};\n` +
    `    readonly result: ${member('types', method.result)};\n` +
    `    readonly receivedParams: ${received(method.params)};\n` +
    `    readonly receivedResult: ${received(method.result)};\n` +
    `  };\n`
  );
}

/** One entry of the method table. */
function methodSpec(method: Method): string {
  return (
    `  ${quote(method.name)}: {\n` +
    `    name: ${quote(method.name)},\n` +
    `    direction: ${quote(method.direction)},\n` +
    `    kind: ${quote(method.kind)},\n` +
    `    params: ${member('validators', method.params)},\n` +
    `    result: ${member('validators', method.result)},\n` +
    `    gate: ${gateText(method.gate)},\n` +
    `    versions: [${method.versions.join(', ')}],\n` +
    `    stability: ${quote(method.stability)},\n` +
    `    also: [${method.also.map(quote).join(', ')}],\n` +
    `    errors: [${method.errors.join(', ')}],\n` +
    `  },\n`
  );
}

function gateText(gate: Gate | undefined): string {
  if (gate === undefined) return 'undefined';
  if (gate.kind !== 'capability') return `{ kind: ${quote(gate.kind)}, field: ${quote(gate.field)} }`;
  return `{ kind: 'capability', side: ${quote(gate.side)}, paths: [${gate.paths.map(quote).join(', ')}] }`;
}
