/** The text of the module with the rules that the conformance suite judges. */
export function conformanceRules(): string;
