/** Writes what users call: validators by name, guards, and the entry point of each version. */
import type { Surface } from './model.ts';
import { receivedTypeName } from './received-type-name.ts';
import { banner, quote } from './source-text.ts';

/** The text of `validators.gen.ts`. */
export function emitValidators(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const shapes = [...surface.shapes.values()];
  const types = shapes.map((shape) => `  readonly ${shape.name}: Validator<types.${receivedTypeName(shape)}>;\n`);
  return (
    `${banner}import { createValidators, type Validator } from '${home}validate/validator.ts';\n` +
    `import { checks } from './checks.gen.ts';\nimport { readDefinitions } from './definitions.gen.ts';\nimport type * as types from './types.gen.ts';\n\n` +
    `/** A validator for every definition of this version. */\nexport interface Validators {\n${types.join('')}}\n\n` +
    `/** A validator for every definition of this version. */\nexport const validators: Validators = createValidators(checks, readDefinitions) as unknown as Validators;\n`
  );
}

/** The text of `guards.gen.ts`. */
export function emitGuards(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const unions = [...surface.shapes.values()].filter((shape) => shape.kind === 'union');
  const guards = unions.map((shape) => {
    const tags = shape.variants.map((variant) => (variant.mode === 'none' ? 'untagged' : variant.tag));
    const untagged = shape.variants.find((variant) => variant.mode === 'optional' || variant.mode === 'none');
    const untaggedName =
      untagged === undefined ? '' : ` untagged: ${quote(untagged.mode === 'none' ? 'untagged' : untagged.tag)},`;
    const options = `{ key: ${quote(shape.key)}, tags: [${tags.map(quote).join(', ')}],${untaggedName} open: ${shape.open !== undefined} }`;
    const type = `Guards<types.${shape.name}, types.${shape.name}Variants>`;
    return `/** Tells the variants of ${shape.name} apart. */\nexport const is${shape.name}: ${type} = createGuards(${options});\n`;
  });
  return `${banner}import { createGuards, type Guards } from '${home}shared/guards.ts';\nimport type * as types from './types.gen.ts';\n\n${guards.join('\n')}`;
}

/** The text of `index.ts`, the entry point of a version. */
export function emitDoor(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const unions = [...surface.shapes.values()].flatMap((shape) => (shape.kind === 'union' ? [`is${shape.name}`] : []));
  return (
    `/** ${titleOf(surface)} */\n${banner}export type * from './types.gen.ts';\n` +
    `export type { Extension, ExtensionVariant } from '${home}shared/extension.ts';\n` +
    `export { formatProblem } from '${home}validate/problem.ts';\n` +
    `export { errorCodes, isMethodName, methods, type MethodName, type Methods } from './methods.gen.ts';\n` +
    `export { validators, type Validators } from './validators.gen.ts';\n` +
    // Programs of version 2 that connect to both versions get what only version 1 has from here: another entry point
    // would be another file to load.
    (surface.version === 2 && surface.unstable
      ? `export { methods as v1ClientMethods, type Methods as V1ClientMethods } from '${home}v1/extras/methods.gen.ts';\n`
      : '') +
    (unions.length === 0 ? '' : `export {\n${unions.map((name) => `  ${name},\n`).join('')}} from './guards.gen.ts';\n`)
  );
}

const titleOf = ({ version, unstable }: Surface): string =>
  `Version ${version} of the protocol${unstable ? ', with its unstable and draft part' : ''}.`;
