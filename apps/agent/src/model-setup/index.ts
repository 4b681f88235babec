/** How to give the bundled agent a model, for programs that explain it. */
export { modelSetup, noModelConfigured } from './model-setup.ts';
