/** The name of the user who runs a hub, among its users. */
export const localPrincipal = 'local';
