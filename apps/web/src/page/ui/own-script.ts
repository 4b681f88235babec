/** Addresses of scripts of this page, as the browser wants them: it runs no script of which a policy says nothing. */

interface Policy {
  createScriptURL(address: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const rules: Policy = {
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin === location.origin) return address;
    throw new TypeError('Only scripts of this page are run.');
  },
};

let policy: Policy | undefined;

/** The address of a script of this page; throws for any other. */
export function ownScript(address: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
  // The content security policy allows one policy of this name.
  policy ??= trustedTypes?.createPolicy('acp', rules) ?? rules;
  return policy.createScriptURL(address);
}
