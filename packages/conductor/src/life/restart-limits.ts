/** How often, and how soon, a component is started again. */

/** How often, and how soon, a component is started again; times are in milliseconds. */
export interface RestartLimits {
  /** How often it is started again before it is given up. */
  readonly attempts: number;
  /** How long it is waited before the first attempt; each further one waits twice as long. */
  readonly delay: number;
  /** The longest time between two attempts. */
  readonly mostDelay: number;
  /** How long it may take to initialize again and to resume its sessions. */
  readonly timeout: number;
  /** Once it has run for this long, earlier attempts do not count any more. */
  readonly forgetAfter: number;
}

/** The limits of a chain that is not given others. */
export const defaultRestartLimits: RestartLimits = {
  attempts: 5,
  delay: 100,
  mostDelay: 5000,
  timeout: 60_000,
  forgetAfter: 60_000,
};
